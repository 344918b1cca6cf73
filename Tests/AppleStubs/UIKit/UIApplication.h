// The app and its delegate.
#pragma once
#import <UIKit/UIWindow.h>

NS_ASSUME_NONNULL_BEGIN
@class UIApplication;

// page: uikit/uiapplication/state
typedef NS_ENUM(NSInteger, UIApplicationState) {
  UIApplicationStateActive,
  UIApplicationStateInactive,
  UIApplicationStateBackground,
} NS_SWIFT_NAME(UIApplication.State);
// page: uikit/uibackgroundfetchresult
typedef NS_ENUM(NSUInteger, UIBackgroundFetchResult) {
  UIBackgroundFetchResultNewData,
  UIBackgroundFetchResultNoData,
  UIBackgroundFetchResultFailed,
};
// page: uikit/uibackgroundtaskidentifier
typedef NSUInteger UIBackgroundTaskIdentifier NS_TYPED_ENUM;
// page: uikit/uibackgroundtaskidentifier/invalid
extern const UIBackgroundTaskIdentifier UIBackgroundTaskInvalid NS_SWIFT_NAME(UIBackgroundTaskIdentifier.invalid);
// page: uikit/uiapplication/openexternalurloptionskey
typedef NSString *UIApplicationOpenExternalURLOptionsKey NS_TYPED_ENUM NS_SWIFT_NAME(UIApplication.OpenExternalURLOptionsKey);
// page: uikit/uiapplication/openexternalurloptionskey/universallinksonly
extern UIApplicationOpenExternalURLOptionsKey const UIApplicationOpenURLOptionUniversalLinksOnly NS_SWIFT_NAME(UIApplicationOpenExternalURLOptionsKey.universalLinksOnly);
// page: uikit/uiapplication/openurloptionskey
typedef NSString *UIApplicationOpenURLOptionsKey NS_TYPED_ENUM NS_SWIFT_NAME(UIApplication.OpenURLOptionsKey);
// page: uikit/uiapplication/launchoptionskey
typedef NSString *UIApplicationLaunchOptionsKey NS_TYPED_ENUM NS_SWIFT_NAME(UIApplication.LaunchOptionsKey);
// page: uikit/uiapplication/launchoptionskey/remotenotification
extern UIApplicationLaunchOptionsKey const UIApplicationLaunchOptionsRemoteNotificationKey NS_SWIFT_NAME(UIApplicationLaunchOptionsKey.remoteNotification);
// page: uikit/uiuseractivityrestoring
NS_SWIFT_UI_ACTOR
@protocol UIUserActivityRestoring <NSObject>
- (void)restoreUserActivityState:(NSUserActivity *)activity;
@end
// page: uikit/uiresponder
@interface UIResponder (ActivityContinuation) <UIUserActivityRestoring>
@property (nullable, nonatomic, strong) NSUserActivity *userActivity;
@end

// page: uikit/uiapplicationdelegate
NS_SWIFT_UI_ACTOR
@protocol UIApplicationDelegate <NSObject>
@optional
@property (nullable, nonatomic, strong) UIWindow *window;
- (BOOL)application:(UIApplication *)application willFinishLaunchingWithOptions:(nullable NSDictionary<UIApplicationLaunchOptionsKey, id> *)options;
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(nullable NSDictionary<UIApplicationLaunchOptionsKey, id> *)options;
- (void)applicationDidBecomeActive:(UIApplication *)application;
- (void)applicationWillResignActive:(UIApplication *)application;
- (BOOL)application:(UIApplication *)application openURL:(NSURL *)url options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options;
- (void)applicationDidEnterBackground:(UIApplication *)application;
- (void)applicationWillEnterForeground:(UIApplication *)application;
- (void)applicationWillTerminate:(UIApplication *)application;
- (void)application:(UIApplication *)application didRegisterForRemoteNotificationsWithDeviceToken:(NSData *)token;
- (void)application:(UIApplication *)application didFailToRegisterForRemoteNotificationsWithError:(NSError *)error;
- (void)application:(UIApplication *)application didReceiveRemoteNotification:(NSDictionary *)info fetchCompletionHandler:(void (^)(UIBackgroundFetchResult result))handler NS_SWIFT_ASYNC(3);
- (void)application:(UIApplication *)application handleEventsForBackgroundURLSession:(NSString *)identifier completionHandler:(void (^)(void))handler;
- (UIInterfaceOrientationMask)application:(UIApplication *)application supportedInterfaceOrientationsForWindow:(nullable UIWindow *)window API_UNAVAILABLE(tvos);
- (BOOL)application:(UIApplication *)application continueUserActivity:(NSUserActivity *)activity restorationHandler:(void (^)(NSArray<id<UIUserActivityRestoring>> *_Nullable objects))handler;
- (UISceneConfiguration *)application:(UIApplication *)application configurationForConnectingSceneSession:(UISceneSession *)session options:(UISceneConnectionOptions *)options;
- (void)application:(UIApplication *)application didDiscardSceneSessions:(NSSet<UISceneSession *> *)sessions;
@end

// page: uikit/uiapplication
NS_SWIFT_UI_ACTOR
@interface UIApplication : UIResponder
@property (class, nonatomic, readonly) UIApplication *sharedApplication NS_SWIFT_NAME(shared) NS_EXTENSION_UNAVAILABLE_IOS("Use a view controller based solution where appropriate.");
@property (nullable, nonatomic, assign) id<UIApplicationDelegate> delegate;
@property (nonatomic, getter=isIdleTimerDisabled) BOOL idleTimerDisabled;
- (void)openURL:(NSURL *)url options:(NSDictionary<UIApplicationOpenExternalURLOptionsKey, id> *)options completionHandler:(void (^_Nullable NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(BOOL success))completion NS_EXTENSION_UNAVAILABLE_IOS("");
- (BOOL)canOpenURL:(NSURL *)url NS_SWIFT_NAME(canOpenURL(_:));
@property (nullable, nonatomic, readonly) UIWindow *keyWindow API_DEPRECATED("Should not be used for applications that support multiple scenes", ios(2.0, 13.0), tvos(9.0, 13.0), visionos(1.0, 1.0));
@property (nonatomic, readonly) NSArray<__kindof UIWindow *> *windows API_DEPRECATED("Use UIWindowScene.windows on a relevant window scene instead", ios(2.0, 15.0), tvos(9.0, 15.0), visionos(1.0, 1.0));
- (BOOL)sendAction:(SEL)action to:(nullable id)target from:(nullable id)sender forEvent:(nullable UIEvent *)event;
@property (nonatomic, readonly) UIApplicationState applicationState;
@property (nonatomic, readonly) NSTimeInterval backgroundTimeRemaining;
- (UIBackgroundTaskIdentifier)beginBackgroundTaskWithExpirationHandler:(void (^_Nullable NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(void))handler NS_SWIFT_NONISOLATED;
- (UIBackgroundTaskIdentifier)beginBackgroundTaskWithName:(nullable NSString *)name expirationHandler:(void (^_Nullable NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(void))handler NS_SWIFT_NONISOLATED;
- (void)endBackgroundTask:(UIBackgroundTaskIdentifier)identifier NS_SWIFT_NONISOLATED;
@property (nonatomic, readonly, getter=isProtectedDataAvailable) BOOL protectedDataAvailable;
@property (nonatomic, readonly) UIUserInterfaceLayoutDirection userInterfaceLayoutDirection;
@property (nonatomic, readonly) UIContentSizeCategory preferredContentSizeCategory;
@property (nonatomic, readonly) NSSet<UIScene *> *connectedScenes;
@property (nonatomic, readonly) NSSet<UISceneSession *> *openSessions;
@property (nonatomic, readonly) BOOL supportsMultipleScenes;
- (UIInterfaceOrientationMask)supportedInterfaceOrientationsForWindow:(nullable UIWindow *)window API_UNAVAILABLE(tvos);
- (void)registerForRemoteNotifications;
- (void)unregisterForRemoteNotifications;
@property (nonatomic, readonly, getter=isRegisteredForRemoteNotifications) BOOL registeredForRemoteNotifications;
@end
// page: uikit/uiapplication/opensettingsurlstring
extern NSString *const UIApplicationOpenSettingsURLString NS_SWIFT_NAME(UIApplication.openSettingsURLString);
// page: uikit/uiapplication/opennotificationsettingsurlstring
extern NSString *const UIApplicationOpenNotificationSettingsURLString NS_SWIFT_NAME(UIApplication.openNotificationSettingsURLString) API_UNAVAILABLE(tvos);
// page: uikit/uiapplication/didenterbackgroundnotification
extern NSNotificationName const UIApplicationDidEnterBackgroundNotification NS_SWIFT_NAME(UIApplication.didEnterBackgroundNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiapplication/willenterforegroundnotification
extern NSNotificationName const UIApplicationWillEnterForegroundNotification NS_SWIFT_NAME(UIApplication.willEnterForegroundNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiapplication/didfinishlaunchingnotification
extern NSNotificationName const UIApplicationDidFinishLaunchingNotification NS_SWIFT_NAME(UIApplication.didFinishLaunchingNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiapplication/didbecomeactivenotification
extern NSNotificationName const UIApplicationDidBecomeActiveNotification NS_SWIFT_NAME(UIApplication.didBecomeActiveNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiapplication/willresignactivenotification
extern NSNotificationName const UIApplicationWillResignActiveNotification NS_SWIFT_NAME(UIApplication.willResignActiveNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiapplication/didreceivememorywarningnotification
extern NSNotificationName const UIApplicationDidReceiveMemoryWarningNotification NS_SWIFT_NAME(UIApplication.didReceiveMemoryWarningNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiapplication/willterminatenotification
extern NSNotificationName const UIApplicationWillTerminateNotification NS_SWIFT_NAME(UIApplication.willTerminateNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiapplication/protecteddatawillbecomeunavailablenotification
extern NSNotificationName const UIApplicationProtectedDataWillBecomeUnavailable NS_SWIFT_NAME(UIApplication.protectedDataWillBecomeUnavailableNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiapplication/protecteddatadidbecomeavailablenotification
extern NSNotificationName const UIApplicationProtectedDataDidBecomeAvailable NS_SWIFT_NAME(UIApplication.protectedDataDidBecomeAvailableNotification) NS_SWIFT_NONISOLATED;
NS_ASSUME_NONNULL_END
