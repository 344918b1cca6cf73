// Windows.
#pragma once
#import <UIKit/UIScene.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/uiwindow/level
typedef CGFloat UIWindowLevel NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIWindow.Level);
// page: uikit/uiwindow/level/normal
extern const UIWindowLevel UIWindowLevelNormal;
// page: uikit/uiwindow/level/alert
extern const UIWindowLevel UIWindowLevelAlert;
// page: uikit/uiwindow/level/statusbar
extern const UIWindowLevel UIWindowLevelStatusBar API_UNAVAILABLE(tvos);
// page: uikit/uiwindow
NS_SWIFT_UI_ACTOR
@interface UIWindow : UIView
- (instancetype)initWithWindowScene:(UIWindowScene *)scene NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithFrame:(CGRect)frame NS_DESIGNATED_INITIALIZER API_DEPRECATED("Use init(windowScene:) instead.", ios(2.0, 26.0), tvos(9.0, 26.0), visionos(1.0, 26.0));
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (nullable, nonatomic, weak) UIWindowScene *windowScene;
@property (nonatomic) UIWindowLevel windowLevel;
@property (nonatomic, readonly, getter=isKeyWindow) BOOL keyWindow;
@property (nonatomic, readonly) BOOL canBecomeKeyWindow NS_SWIFT_NAME(canBecomeKey);
- (void)becomeKeyWindow NS_SWIFT_NAME(becomeKey());
- (void)resignKeyWindow NS_SWIFT_NAME(resignKey());
- (void)makeKeyWindow NS_SWIFT_NAME(makeKey());
- (void)makeKeyAndVisible;
@property (nullable, nonatomic, strong) UIViewController *rootViewController;
- (void)sendEvent:(UIEvent *)event NS_SWIFT_NAME(sendEvent(_:));
- (CGPoint)convertPoint:(CGPoint)point toWindow:(nullable UIWindow *)window;
- (CGPoint)convertPoint:(CGPoint)point fromWindow:(nullable UIWindow *)window;
- (CGRect)convertRect:(CGRect)rect toWindow:(nullable UIWindow *)window;
- (CGRect)convertRect:(CGRect)rect fromWindow:(nullable UIWindow *)window;
@end
// page: uikit/uiwindow/didbecomevisiblenotification
extern NSNotificationName const UIWindowDidBecomeVisibleNotification NS_SWIFT_NAME(UIWindow.didBecomeVisibleNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiwindow/didbecomehiddennotification
extern NSNotificationName const UIWindowDidBecomeHiddenNotification NS_SWIFT_NAME(UIWindow.didBecomeHiddenNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiwindow/didbecomekeynotification
extern NSNotificationName const UIWindowDidBecomeKeyNotification NS_SWIFT_NAME(UIWindow.didBecomeKeyNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uiwindow/didresignkeynotification
extern NSNotificationName const UIWindowDidResignKeyNotification NS_SWIFT_NAME(UIWindow.didResignKeyNotification) NS_SWIFT_NONISOLATED;
NS_ASSUME_NONNULL_END
