// What the host uses of UIKit. Each declaration has the documented form; none takes more than Apple's does.
#pragma once
#import <Foundation/Foundation.h>
NS_ASSUME_NONNULL_BEGIN

@class UIView, UIWindow, UIWindowScene, UIViewController, UIImage, UIEvent, UIAction, UIGestureRecognizer, UIApplication;

NS_SWIFT_SENDABLE @interface UIImage : NSObject <NSSecureCoding>
@end

NS_SWIFT_UI_ACTOR @interface UIResponder : NSObject
@end
NS_SWIFT_UI_ACTOR @interface UIEvent : NSObject
@end

NS_SWIFT_UI_ACTOR @interface UIView : UIResponder
- (instancetype)initWithFrame:(CGRect)frame NS_DESIGNATED_INITIALIZER;
@property (nonatomic) CGRect frame;
@property (nonatomic) CGRect bounds;
@property (nonatomic, readonly, nullable) UIWindow *window;
- (void)addSubview:(UIView *)view;
- (void)removeFromSuperview;
- (void)layoutSubviews;
- (nullable UIView *)hitTest:(CGPoint)point withEvent:(nullable UIEvent *)event;
@property (nullable, nonatomic, copy) NSArray<__kindof UIGestureRecognizer *> *gestureRecognizers;
- (void)addGestureRecognizer:(UIGestureRecognizer *)recognizer;
@end
@interface NSObject (UIAccessibility)
@property (nonatomic) BOOL accessibilityViewIsModal NS_SWIFT_UI_ACTOR;
- (BOOL)accessibilityPerformEscape NS_SWIFT_UI_ACTOR;
@end
NS_SWIFT_UI_ACTOR @interface UILabel : UIView
@property (nullable, nonatomic, copy) NSString *text;
@property (nonatomic) NSInteger numberOfLines;
@end
typedef NS_ENUM(NSInteger, UILayoutConstraintAxis) {
  UILayoutConstraintAxisHorizontal = 0,
  UILayoutConstraintAxisVertical = 1,
} NS_SWIFT_NAME(NSLayoutConstraint.Axis);
@interface NSLayoutConstraint : NSObject
@end
NS_SWIFT_UI_ACTOR @interface UIStackView : UIView
- (instancetype)initWithArrangedSubviews:(NSArray<__kindof UIView *> *)views;
- (void)addArrangedSubview:(UIView *)view;
@property (nonatomic) UILayoutConstraintAxis axis;
@property (nonatomic) CGFloat spacing;
@end

typedef NSString *UIActionIdentifier NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIAction.Identifier);
typedef void (^UIActionHandler)(__kindof UIAction *action);
NS_SWIFT_UI_ACTOR @interface UIAction : NSObject
+ (instancetype)actionWithTitle:(NSString *)title image:(nullable UIImage *)image identifier:(nullable UIActionIdentifier)identifier handler:(UIActionHandler)handler NS_REFINED_FOR_SWIFT;
@end
NS_SWIFT_UI_ACTOR @interface UIControl : UIView
@end
typedef NS_ENUM(NSInteger, UIButtonType) { UIButtonTypeCustom = 0, UIButtonTypeSystem } NS_SWIFT_NAME(UIButton.ButtonType);
NS_SWIFT_UI_ACTOR @interface UIButton : UIControl
@end

typedef NS_ENUM(NSInteger, UIGestureRecognizerState) {
  UIGestureRecognizerStatePossible,
  UIGestureRecognizerStateBegan,
  UIGestureRecognizerStateChanged,
  UIGestureRecognizerStateEnded,
  UIGestureRecognizerStateCancelled,
} NS_SWIFT_NAME(UIGestureRecognizer.State);
NS_SWIFT_UI_ACTOR @interface UIGestureRecognizer : NSObject
- (instancetype)initWithTarget:(nullable id)target action:(nullable SEL)action NS_DESIGNATED_INITIALIZER;
@property (nonatomic, readonly) UIGestureRecognizerState state;
@property (nullable, nonatomic, readonly) UIView *view;
@end
NS_SWIFT_UI_ACTOR @interface UIPanGestureRecognizer : UIGestureRecognizer
@end

NS_SWIFT_UI_ACTOR @interface UIViewController : UIResponder
- (instancetype)initWithNibName:(nullable NSString *)name bundle:(nullable NSBundle *)bundle NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSObject *)coder NS_DESIGNATED_INITIALIZER;
@property (null_resettable, nonatomic, strong) UIView *view;
- (void)loadView;
- (void)viewDidLoad;
- (void)viewWillAppear:(BOOL)animated NS_REQUIRES_SUPER;
- (void)viewDidLayoutSubviews;
@property (nonatomic, readonly) BOOL prefersStatusBarHidden;
- (void)presentViewController:(UIViewController *)controller animated:(BOOL)animated completion:(nullable void (^)(void))completion NS_SWIFT_NAME(present(_:animated:completion:));
- (void)dismissViewControllerAnimated:(BOOL)animated completion:(nullable void (^)(void))completion NS_SWIFT_NAME(dismiss(animated:completion:));
- (void)setNeedsUpdateContentUnavailableConfiguration API_AVAILABLE(ios(17.0));
@end

typedef CGFloat UIWindowLevel NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIWindow.Level);
NS_SWIFT_UI_ACTOR @interface UIWindow : UIView
- (instancetype)initWithFrame:(CGRect)frame;
- (instancetype)initWithWindowScene:(UIWindowScene *)scene;
@property (nullable, nonatomic, weak) UIWindowScene *windowScene;
@property (nullable, nonatomic, strong) UIViewController *rootViewController;
@property (nonatomic) UIWindowLevel windowLevel;
- (void)makeKeyAndVisible;
@end
extern const UIWindowLevel UIWindowLevelNormal;
NS_SWIFT_UI_ACTOR @interface UIScene : UIResponder
@end
NS_SWIFT_UI_ACTOR @interface UIWindowScene : UIScene
@property (nonatomic, readonly, getter=isFullScreen) BOOL fullScreen API_AVAILABLE(ios(26.0));
@end

typedef NSString *UIApplicationOpenExternalURLOptionsKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIApplication.OpenExternalURLOptionsKey);
typedef NSString *UIApplicationOpenURLOptionsKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIApplication.OpenURLOptionsKey);
typedef NS_ENUM(NSInteger, UIApplicationState) { UIApplicationStateActive, UIApplicationStateInactive, UIApplicationStateBackground } NS_SWIFT_NAME(UIApplication.State);
NS_SWIFT_UI_ACTOR @interface UIApplication : UIResponder
@property (class, nonatomic, readonly) UIApplication *sharedApplication NS_SWIFT_NAME(shared) NS_EXTENSION_UNAVAILABLE_IOS("Use a view controller based solution where appropriate.");
@property (nonatomic, readonly) UIApplicationState applicationState;
- (void)openURL:(NSURL *)url options:(NSDictionary<UIApplicationOpenExternalURLOptionsKey, id> *)options completionHandler:(nullable void (^NS_SWIFT_UI_ACTOR)(BOOL success))handler NS_SWIFT_DISABLE_ASYNC;
@end
extern UIApplicationOpenExternalURLOptionsKey const UIApplicationOpenURLOptionUniversalLinksOnly NS_SWIFT_NAME(UIApplicationOpenExternalURLOptionsKey.universalLinksOnly);
extern NSNotificationName const UIApplicationDidBecomeActiveNotification NS_SWIFT_NAME(UIApplication.didBecomeActiveNotification) NS_SWIFT_NONISOLATED;
extern NSNotificationName const UIApplicationDidEnterBackgroundNotification NS_SWIFT_NAME(UIApplication.didEnterBackgroundNotification) NS_SWIFT_NONISOLATED;
extern NSNotificationName const UIApplicationProtectedDataDidBecomeAvailable NS_SWIFT_NAME(UIApplication.protectedDataDidBecomeAvailableNotification) NS_SWIFT_NONISOLATED;
NS_SWIFT_UI_ACTOR @protocol UIApplicationDelegate <NSObject>
@optional
- (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options;
@end
NS_ASSUME_NONNULL_END
