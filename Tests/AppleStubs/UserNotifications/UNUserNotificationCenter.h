// The centre, its delegate, and service extensions.
#pragma once
#import <UserNotifications/UNNotificationContent.h>

NS_ASSUME_NONNULL_BEGIN
@class UNUserNotificationCenter;

// page: usernotifications/unauthorizationoptions
typedef NS_OPTIONS(NSUInteger, UNAuthorizationOptions) {
  UNAuthorizationOptionBadge = 1 << 0,
  UNAuthorizationOptionSound = 1 << 1,
  UNAuthorizationOptionAlert = 1 << 2,
  UNAuthorizationOptionCarPlay = 1 << 3,
  UNAuthorizationOptionCriticalAlert = 1 << 4,
  UNAuthorizationOptionProvidesAppNotificationSettings = 1 << 5,
  UNAuthorizationOptionProvisional = 1 << 6,
  UNAuthorizationOptionTimeSensitive API_DEPRECATED("Use the time-sensitive entitlement", ios(15.0, 15.0), tvos(15.0, 15.0), macos(12.0, 12.0), visionos(1.0, 1.0)) = 1 << 8,
};
// page: usernotifications/unauthorizationstatus
typedef NS_ENUM(NSInteger, UNAuthorizationStatus) {
  UNAuthorizationStatusNotDetermined = 0,
  UNAuthorizationStatusDenied,
  UNAuthorizationStatusAuthorized,
  UNAuthorizationStatusProvisional,
  UNAuthorizationStatusEphemeral API_UNAVAILABLE(tvos, macos),
};
// page: usernotifications/unnotificationsetting
typedef NS_ENUM(NSInteger, UNNotificationSetting) {
  UNNotificationSettingNotSupported = 0,
  UNNotificationSettingDisabled,
  UNNotificationSettingEnabled,
};
// page: usernotifications/unnotificationsettings
@interface UNNotificationSettings : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, readonly) UNAuthorizationStatus authorizationStatus;
@property (nonatomic, readonly) UNNotificationSetting soundSetting API_UNAVAILABLE(tvos);
@property (nonatomic, readonly) UNNotificationSetting badgeSetting;
@property (nonatomic, readonly) UNNotificationSetting alertSetting API_UNAVAILABLE(tvos);
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/unnotificationpresentationoptions
typedef NS_OPTIONS(NSUInteger, UNNotificationPresentationOptions) {
  UNNotificationPresentationOptionBadge = 1 << 0,
  UNNotificationPresentationOptionSound = 1 << 1,
  UNNotificationPresentationOptionAlert API_DEPRECATED("Use list and banner", ios(10.0, 14.0), tvos(10.0, 14.0), macos(10.14, 11.0), visionos(1.0, 1.0)) = 1 << 2,
  UNNotificationPresentationOptionList = 1 << 3,
  UNNotificationPresentationOptionBanner = 1 << 4,
};

// page: usernotifications/unusernotificationcenterdelegate
@protocol UNUserNotificationCenterDelegate <NSObject>
@optional
- (void)userNotificationCenter:(UNUserNotificationCenter *)center willPresentNotification:(UNNotification *)notification withCompletionHandler:(void (^)(UNNotificationPresentationOptions options))handler;
- (void)userNotificationCenter:(UNUserNotificationCenter *)center didReceiveNotificationResponse:(UNNotificationResponse *)response withCompletionHandler:(void (^)(void))handler API_UNAVAILABLE(tvos);
- (void)userNotificationCenter:(UNUserNotificationCenter *)center openSettingsForNotification:(nullable UNNotification *)notification API_UNAVAILABLE(tvos);
@end
// page: usernotifications/unusernotificationcenter
@interface UNUserNotificationCenter : NSObject
@property (nonatomic, weak, nullable) id<UNUserNotificationCenterDelegate> delegate;
@property (nonatomic, readonly) BOOL supportsContentExtensions;
+ (UNUserNotificationCenter *)currentNotificationCenter;
- (instancetype)init NS_UNAVAILABLE;
- (void)requestAuthorizationWithOptions:(UNAuthorizationOptions)options completionHandler:(void (^)(BOOL granted, NSError *_Nullable error))handler;
- (void)setNotificationCategories:(NSSet<UNNotificationCategory *> *)categories API_UNAVAILABLE(tvos);
- (void)getNotificationCategoriesWithCompletionHandler:(void (^)(NSSet<UNNotificationCategory *> *categories))handler API_UNAVAILABLE(tvos);
- (void)getNotificationSettingsWithCompletionHandler:(void (^)(UNNotificationSettings *settings))handler;
- (void)addNotificationRequest:(UNNotificationRequest *)request withCompletionHandler:(void (^_Nullable)(NSError *_Nullable error))handler;
- (void)getPendingNotificationRequestsWithCompletionHandler:(void (^)(NSArray<UNNotificationRequest *> *requests))handler;
- (void)removePendingNotificationRequestsWithIdentifiers:(NSArray<NSString *> *)identifiers;
- (void)getDeliveredNotificationsWithCompletionHandler:(void (^)(NSArray<UNNotification *> *notifications))handler API_UNAVAILABLE(tvos);
- (void)removeDeliveredNotificationsWithIdentifiers:(NSArray<NSString *> *)identifiers API_UNAVAILABLE(tvos);
- (void)removeAllDeliveredNotifications API_UNAVAILABLE(tvos);
- (void)setBadgeCount:(NSInteger)count withCompletionHandler:(void (^_Nullable)(NSError *_Nullable error))handler;
@end

// page: usernotifications/unnotificationserviceextension
API_UNAVAILABLE(tvos)
@interface UNNotificationServiceExtension : NSObject
- (void)didReceiveNotificationRequest:(UNNotificationRequest *)request withContentHandler:(void (^)(UNNotificationContent *content))handler;
- (void)serviceExtensionTimeWillExpire;
@end
NS_ASSUME_NONNULL_END
