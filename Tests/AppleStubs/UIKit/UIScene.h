// Scenes and their sessions.
#pragma once
#import <UIKit/UIViewController.h>
#import <UserNotifications/UserNotifications.h>

NS_ASSUME_NONNULL_BEGIN
@class UIScene, UISceneSession, UISceneConnectionOptions, UIWindow, UIWindowScene, UIScreen, UIOpenURLContext;

// page: uikit/uiscene/activationstate-swift.enum
typedef NS_ENUM(NSInteger, UISceneActivationState) {
  UISceneActivationStateUnattached = -1,
  UISceneActivationStateForegroundActive,
  UISceneActivationStateForegroundInactive,
  UISceneActivationStateBackground,
} NS_SWIFT_NAME(UIScene.ActivationState);
// page: uikit/uiscenesession/role-swift.struct
typedef NSString *UISceneSessionRole NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UISceneSession.Role);
// page: uikit/uiscenesession/role-swift.struct/windowapplication
extern UISceneSessionRole const UIWindowSceneSessionRoleApplication NS_SWIFT_NAME(UISceneSessionRole.windowApplication);
// page: uikit/uiscenesession/role-swift.struct/windowexternaldisplaynoninteractive
extern UISceneSessionRole const UIWindowSceneSessionRoleExternalDisplayNonInteractive NS_SWIFT_NAME(UISceneSessionRole.windowExternalDisplayNonInteractive);
// page: uikit/uisceneerrordomain
extern NSErrorDomain const UISceneErrorDomain;

// page: uikit/uiscene/openexternalurloptions
NS_SWIFT_UI_ACTOR NS_SWIFT_NAME(UIScene.OpenExternalURLOptions)
@interface UISceneOpenExternalURLOptions : NSObject
@property (nonatomic) BOOL universalLinksOnly;
@end
// page: uikit/uisceneconfiguration
NS_SWIFT_UI_ACTOR
@interface UISceneConfiguration : NSObject <NSCopying, NSSecureCoding>
- (instancetype)initWithName:(nullable NSString *)name sessionRole:(UISceneSessionRole)role NS_DESIGNATED_INITIALIZER;
@property (nonatomic, nullable) Class delegateClass;
@end
// page: uikit/uiscenesession
NS_SWIFT_UI_ACTOR
@interface UISceneSession : NSObject <NSSecureCoding>
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly, nullable) UIScene *scene;
@property (nonatomic, readonly) UISceneSessionRole role;
@property (nonatomic, readonly, copy) UISceneConfiguration *configuration;
@property (nonatomic, readonly) NSString *persistentIdentifier;
@end
// page: uikit/uiscene/connectionoptions
NS_SWIFT_UI_ACTOR NS_SWIFT_NAME(UIScene.ConnectionOptions)
@interface UISceneConnectionOptions : NSObject
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly, copy) NSSet<UIOpenURLContext *> *URLContexts;
@property (nonatomic, readonly, nullable) UNNotificationResponse *notificationResponse API_UNAVAILABLE(tvos);
@property (nonatomic, readonly, copy) NSSet<NSUserActivity *> *userActivities;
@end
// page: uikit/uiopenurlcontext
NS_SWIFT_UI_ACTOR
@interface UIOpenURLContext : NSObject
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly, copy) NSURL *URL;
@end

// page: uikit/uiscenedelegate
NS_SWIFT_UI_ACTOR
@protocol UISceneDelegate <NSObject>
@optional
- (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session options:(UISceneConnectionOptions *)options;
- (void)sceneDidDisconnect:(UIScene *)scene;
- (void)sceneDidBecomeActive:(UIScene *)scene;
- (void)sceneWillResignActive:(UIScene *)scene;
- (void)sceneWillEnterForeground:(UIScene *)scene;
- (void)sceneDidEnterBackground:(UIScene *)scene;
- (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)contexts;
- (void)scene:(UIScene *)scene continueUserActivity:(NSUserActivity *)activity;
@end
// page: uikit/uiscene
NS_SWIFT_UI_ACTOR
@interface UIScene : UIResponder
+ (instancetype)new NS_UNAVAILABLE;
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithSession:(UISceneSession *)session connectionOptions:(UISceneConnectionOptions *)options NS_DESIGNATED_INITIALIZER;
@property (nonatomic, readonly) UISceneSession *session;
@property (nullable, nonatomic, strong) id<UISceneDelegate> delegate;
@property (nonatomic, readonly) UISceneActivationState activationState;
- (void)openURL:(NSURL *)url options:(nullable UISceneOpenExternalURLOptions *)options completionHandler:(void (^_Nullable)(BOOL success))completion;
@property (null_resettable, nonatomic, copy) NSString *title;
@end
// page: uikit/uiscene/willconnectnotification
extern NSNotificationName const UISceneWillConnectNotification NS_SWIFT_NAME(UIScene.willConnectNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiscene/diddisconnectnotification
extern NSNotificationName const UISceneDidDisconnectNotification NS_SWIFT_NAME(UIScene.didDisconnectNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiscene/didactivatenotification
extern NSNotificationName const UISceneDidActivateNotification NS_SWIFT_NAME(UIScene.didActivateNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiscene/willdeactivatenotification
extern NSNotificationName const UISceneWillDeactivateNotification NS_SWIFT_NAME(UIScene.willDeactivateNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiscene/willenterforegroundnotification
extern NSNotificationName const UISceneWillEnterForegroundNotification NS_SWIFT_NAME(UIScene.willEnterForegroundNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiscene/didenterbackgroundnotification
extern NSNotificationName const UISceneDidEnterBackgroundNotification NS_SWIFT_NAME(UIScene.didEnterBackgroundNotification) NS_SWIFT_NONISOLATED;

// page: uikit/uistatusbarmanager
API_UNAVAILABLE(tvos) NS_SWIFT_UI_ACTOR
@interface UIStatusBarManager : NSObject
+ (instancetype)new NS_UNAVAILABLE;
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly) UIStatusBarStyle statusBarStyle;
@property (nonatomic, readonly, getter=isStatusBarHidden) BOOL statusBarHidden;
@property (nonatomic, readonly) CGRect statusBarFrame;
@end
// page: uikit/uiwindowscene/geometry
NS_SWIFT_NAME(UIWindowScene.Geometry)
@interface UIWindowSceneGeometry : NSObject <NSCopying>
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly) CGRect systemFrame API_UNAVAILABLE(tvos);
@property (nonatomic, readonly) id<UICoordinateSpace> coordinateSpace;
@property (nonatomic, readonly) UIInterfaceOrientation interfaceOrientation API_UNAVAILABLE(tvos);
@property (nonatomic, readonly, getter=isInterfaceOrientationLocked) BOOL interfaceOrientationLocked API_AVAILABLE(ios(26.0), visionos(26.0)) API_UNAVAILABLE(tvos);
@end
// page: uikit/uiwindowscene/geometrypreferences
NS_SWIFT_NAME(UIWindowScene.GeometryPreferences)
@interface UIWindowSceneGeometryPreferences : NSObject
- (instancetype)init NS_UNAVAILABLE;
@end
// page: uikit/uiwindowscene/geometrypreferences/ios
API_UNAVAILABLE(tvos, visionos) NS_SWIFT_NAME(UIWindowScene.GeometryPreferences.iOS)
@interface UIWindowSceneGeometryPreferencesIOS : UIWindowSceneGeometryPreferences
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithInterfaceOrientations:(UIInterfaceOrientationMask)orientations;
@end

// page: uikit/uiwindowscene
NS_SWIFT_UI_ACTOR
@interface UIWindowScene : UIScene <UITraitEnvironment>
@property (nonatomic, readonly) UIScreen *screen API_UNAVAILABLE(visionos);
@property (nonatomic, readonly) UIInterfaceOrientation interfaceOrientation API_UNAVAILABLE(tvos) API_DEPRECATED("Use effectiveGeometry.interfaceOrientation instead", ios(13.0, 26.0), visionos(1.0, 26.0));
@property (nonatomic, readonly) id<UICoordinateSpace> coordinateSpace API_DEPRECATED("Use effectiveGeometry.coordinateSpace instead", ios(13.0, 26.0), tvos(13.0, 26.0), visionos(1.0, 26.0));
@property (nonatomic, readonly) UIWindowSceneGeometry *effectiveGeometry;
@property (nonatomic, readonly) NSArray<UIWindow *> *windows;
@property (nonatomic, readonly, nullable, strong) UIWindow *keyWindow;
@property (nonatomic, readonly, getter=isFullScreen) BOOL fullScreen;
@property (nonatomic, nullable, readonly) UIStatusBarManager *statusBarManager API_UNAVAILABLE(tvos);
- (void)requestGeometryUpdateWithPreferences:(UIWindowSceneGeometryPreferences *)preferences errorHandler:(void (^_Nullable)(NSError *error))handler NS_SWIFT_NAME(requestGeometryUpdate(_:errorHandler:));
@end
// page: usernotifications/unnotificationresponse
API_UNAVAILABLE(tvos)
@interface UNNotificationResponse (UIKitAdditions)
@property (nonatomic, readonly, nullable) UIScene *targetScene;
@end
// page: uikit/uitraitchangeobservable-67e94
API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0))
@interface UIWindowScene (UITraitChangeObservable) <UITraitChangeObservable>
@end
// page: uikit/uiwindowscenedelegate
NS_SWIFT_UI_ACTOR
@protocol UIWindowSceneDelegate <UISceneDelegate>
@optional
@property (nullable, nonatomic, strong) UIWindow *window;
- (void)windowScene:(UIWindowScene *)scene didUpdateCoordinateSpace:(id<UICoordinateSpace>)space interfaceOrientation:(UIInterfaceOrientation)orientation traitCollection:(UITraitCollection *)traits API_UNAVAILABLE(tvos) API_DEPRECATED("Use windowScene:didUpdateEffectiveGeometry: instead", ios(13.0, 26.0), visionos(1.0, 26.0));
- (void)windowScene:(UIWindowScene *)scene didUpdateEffectiveGeometry:(UIWindowSceneGeometry *)previous API_AVAILABLE(ios(26.0), tvos(26.0), visionos(26.0));
@end
NS_ASSUME_NONNULL_END
