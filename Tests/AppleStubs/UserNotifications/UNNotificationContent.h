// What a notification contains, and its actions.
#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN
@class UNNotificationContent, UNNotificationRequest;

// page: usernotifications/unnotificationinterruptionlevel
typedef NS_ENUM(NSUInteger, UNNotificationInterruptionLevel) {
  UNNotificationInterruptionLevelPassive,
  UNNotificationInterruptionLevelActive,
  UNNotificationInterruptionLevelTimeSensitive,
  UNNotificationInterruptionLevelCritical,
};
// page: usernotifications/unnotificationsound
API_UNAVAILABLE(tvos)
@interface UNNotificationSound : NSObject <NSCopying, NSSecureCoding>
@property (class, nonatomic, copy, readonly) UNNotificationSound *defaultSound NS_SWIFT_NAME(default);
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/unnotificationattachment
API_UNAVAILABLE(tvos)
@interface UNNotificationAttachment : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, copy, readonly) NSString *identifier;
@property (nonatomic, copy, readonly) NSURL *URL;
@property (nonatomic, copy, readonly) NSString *type;
+ (nullable instancetype)attachmentWithIdentifier:(NSString *)identifier URL:(NSURL *)url options:(nullable NSDictionary *)options error:(NSError *_Nullable *_Nullable)error;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/unnotificationattachmentoptionstypehintkey
extern NSString *const UNNotificationAttachmentOptionsTypeHintKey API_UNAVAILABLE(tvos);

// page: usernotifications/unnotificationcontent
@interface UNNotificationContent : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property (nonatomic, copy, readonly) NSArray<UNNotificationAttachment *> *attachments API_UNAVAILABLE(tvos);
@property (nonatomic, copy, readonly, nullable) NSNumber *badge;
@property (nonatomic, copy, readonly) NSString *body API_UNAVAILABLE(tvos);
@property (nonatomic, copy, readonly) NSString *categoryIdentifier API_UNAVAILABLE(tvos);
@property (nonatomic, copy, readonly, nullable) UNNotificationSound *sound API_UNAVAILABLE(tvos);
@property (nonatomic, copy, readonly) NSString *subtitle API_UNAVAILABLE(tvos);
@property (nonatomic, copy, readonly) NSString *threadIdentifier API_UNAVAILABLE(tvos);
@property (nonatomic, copy, readonly) NSString *title API_UNAVAILABLE(tvos);
@property (nonatomic, copy, readonly) NSDictionary *userInfo API_UNAVAILABLE(tvos);
@property (nonatomic, readonly) UNNotificationInterruptionLevel interruptionLevel;
@property (nonatomic, readonly) double relevanceScore;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/unmutablenotificationcontent
@interface UNMutableNotificationContent : UNNotificationContent
- (instancetype)init;
@property (nonatomic, copy) NSArray<UNNotificationAttachment *> *attachments API_UNAVAILABLE(tvos);
@property (nonatomic, copy, nullable) NSNumber *badge;
@property (nonatomic, copy) NSString *body API_UNAVAILABLE(tvos);
@property (nonatomic, copy) NSString *categoryIdentifier API_UNAVAILABLE(tvos);
@property (nonatomic, copy, nullable) UNNotificationSound *sound API_UNAVAILABLE(tvos);
@property (nonatomic, copy) NSString *subtitle API_UNAVAILABLE(tvos);
@property (nonatomic, copy) NSString *threadIdentifier API_UNAVAILABLE(tvos);
@property (nonatomic, copy) NSString *title API_UNAVAILABLE(tvos);
@property (nonatomic, copy) NSDictionary *userInfo API_UNAVAILABLE(tvos);
@property (nonatomic) UNNotificationInterruptionLevel interruptionLevel;
@property (nonatomic) double relevanceScore;
@end

// page: usernotifications/unnotificationactionoptions
typedef NS_OPTIONS(NSUInteger, UNNotificationActionOptions) {
  UNNotificationActionOptionAuthenticationRequired = 1 << 0,
  UNNotificationActionOptionDestructive = 1 << 1,
  UNNotificationActionOptionForeground = 1 << 2,
} API_UNAVAILABLE(tvos);
// page: usernotifications/unnotificationactionicon
API_UNAVAILABLE(tvos)
@interface UNNotificationActionIcon : NSObject <NSCopying, NSSecureCoding>
+ (instancetype)iconWithTemplateImageName:(NSString *)name;
+ (instancetype)iconWithSystemImageName:(NSString *)name;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/unnotificationaction
API_UNAVAILABLE(tvos)
@interface UNNotificationAction : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, copy, readonly) NSString *identifier;
@property (nonatomic, copy, readonly) NSString *title;
@property (nonatomic, readonly) UNNotificationActionOptions options;
+ (instancetype)actionWithIdentifier:(NSString *)identifier title:(NSString *)title options:(UNNotificationActionOptions)options;
+ (instancetype)actionWithIdentifier:(NSString *)identifier title:(NSString *)title options:(UNNotificationActionOptions)options icon:(nullable UNNotificationActionIcon *)icon;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/untextinputnotificationaction
API_UNAVAILABLE(tvos)
@interface UNTextInputNotificationAction : UNNotificationAction
+ (instancetype)actionWithIdentifier:(NSString *)identifier title:(NSString *)title options:(UNNotificationActionOptions)options textInputButtonTitle:(NSString *)buttonTitle textInputPlaceholder:(NSString *)placeholder;
@end
// page: usernotifications/unnotificationcategoryoptions
typedef NS_OPTIONS(NSUInteger, UNNotificationCategoryOptions) {
  UNNotificationCategoryOptionCustomDismissAction = 1 << 0,
  UNNotificationCategoryOptionHiddenPreviewsShowTitle = 1 << 2,
  UNNotificationCategoryOptionHiddenPreviewsShowSubtitle = 1 << 3,
} API_UNAVAILABLE(tvos);
// page: usernotifications/unnotificationcategory
API_UNAVAILABLE(tvos)
@interface UNNotificationCategory : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, copy, readonly) NSString *identifier;
@property (nonatomic, copy, readonly) NSArray<UNNotificationAction *> *actions;
@property (nonatomic, copy, readonly) NSArray<NSString *> *intentIdentifiers;
@property (nonatomic, readonly) UNNotificationCategoryOptions options;
+ (instancetype)categoryWithIdentifier:(NSString *)identifier actions:(NSArray<UNNotificationAction *> *)actions intentIdentifiers:(NSArray<NSString *> *)intents options:(UNNotificationCategoryOptions)options;
- (instancetype)init NS_UNAVAILABLE;
@end

// page: usernotifications/unnotificationtrigger
@interface UNNotificationTrigger : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, readonly) BOOL repeats;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/unpushnotificationtrigger
@interface UNPushNotificationTrigger : UNNotificationTrigger
@end
// page: usernotifications/untimeintervalnotificationtrigger
@interface UNTimeIntervalNotificationTrigger : UNNotificationTrigger
@property (nonatomic, readonly) NSTimeInterval timeInterval;
+ (instancetype)triggerWithTimeInterval:(NSTimeInterval)interval repeats:(BOOL)repeats;
@end
// page: usernotifications/unnotificationrequest
@interface UNNotificationRequest : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, readonly, copy) NSString *identifier;
@property (nonatomic, readonly, copy) UNNotificationContent *content;
@property (nonatomic, readonly, copy, nullable) UNNotificationTrigger *trigger;
+ (instancetype)requestWithIdentifier:(NSString *)identifier content:(UNNotificationContent *)content trigger:(nullable UNNotificationTrigger *)trigger;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/unnotification
@interface UNNotification : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, readonly, copy) NSDate *date;
@property (nonatomic, readonly, copy) UNNotificationRequest *request;
- (instancetype)init NS_UNAVAILABLE;
@end

// page: usernotifications/unnotificationdefaultactionidentifier
extern NSString *const UNNotificationDefaultActionIdentifier API_UNAVAILABLE(tvos);
// page: usernotifications/unnotificationdismissactionidentifier
extern NSString *const UNNotificationDismissActionIdentifier API_UNAVAILABLE(tvos);
// page: usernotifications/unnotificationresponse
API_UNAVAILABLE(tvos)
@interface UNNotificationResponse : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, readonly, copy) UNNotification *notification;
@property (nonatomic, readonly, copy) NSString *actionIdentifier;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: usernotifications/untextinputnotificationresponse
API_UNAVAILABLE(tvos)
@interface UNTextInputNotificationResponse : UNNotificationResponse
@property (nonatomic, readonly, copy) NSString *userText;
@end
NS_ASSUME_NONNULL_END
