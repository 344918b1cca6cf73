// View controllers, their transitions, orientation and status bar.
#pragma once
#import <UIKit/UIView.h>

NS_ASSUME_NONNULL_BEGIN
@class UIViewController, UIPresentationController;

// page: uikit/uiinterfaceorientation
typedef NS_ENUM(NSInteger, UIInterfaceOrientation) {
  UIInterfaceOrientationUnknown = 0,
  UIInterfaceOrientationPortrait = 1,
  UIInterfaceOrientationPortraitUpsideDown = 2,
  UIInterfaceOrientationLandscapeLeft = 4,
  UIInterfaceOrientationLandscapeRight = 3,
} API_UNAVAILABLE(tvos);
// page: uikit/uiinterfaceorientationmask
typedef NS_OPTIONS(NSUInteger, UIInterfaceOrientationMask) {
  UIInterfaceOrientationMaskPortrait = 1 << 1,
  UIInterfaceOrientationMaskLandscapeLeft = 1 << 4,
  UIInterfaceOrientationMaskLandscapeRight = 1 << 3,
  UIInterfaceOrientationMaskPortraitUpsideDown = 1 << 2,
  UIInterfaceOrientationMaskLandscape = UIInterfaceOrientationMaskLandscapeLeft | UIInterfaceOrientationMaskLandscapeRight,
  UIInterfaceOrientationMaskAll = UIInterfaceOrientationMaskPortrait | UIInterfaceOrientationMaskLandscape | UIInterfaceOrientationMaskPortraitUpsideDown,
  UIInterfaceOrientationMaskAllButUpsideDown = UIInterfaceOrientationMaskPortrait | UIInterfaceOrientationMaskLandscape,
} API_UNAVAILABLE(tvos);
// page: uikit/uistatusbarstyle
typedef NS_ENUM(NSInteger, UIStatusBarStyle) {
  UIStatusBarStyleDefault = 0,
  UIStatusBarStyleLightContent = 1,
  UIStatusBarStyleDarkContent = 3,
} API_UNAVAILABLE(tvos);
// page: uikit/uistatusbaranimation
typedef NS_ENUM(NSInteger, UIStatusBarAnimation) {
  UIStatusBarAnimationNone,
  UIStatusBarAnimationFade,
  UIStatusBarAnimationSlide,
} API_UNAVAILABLE(tvos);
// page: uikit/uimodalpresentationstyle
typedef NS_ENUM(NSInteger, UIModalPresentationStyle) {
  UIModalPresentationFullScreen = 0,
  UIModalPresentationPageSheet API_UNAVAILABLE(tvos),
  UIModalPresentationFormSheet API_UNAVAILABLE(tvos),
  UIModalPresentationCurrentContext,
  UIModalPresentationCustom,
  UIModalPresentationOverFullScreen,
  UIModalPresentationOverCurrentContext,
  UIModalPresentationPopover API_UNAVAILABLE(tvos),
  UIModalPresentationNone = -1,
  UIModalPresentationAutomatic = -2,
};
// page: uikit/uimodaltransitionstyle
typedef NS_ENUM(NSInteger, UIModalTransitionStyle) {
  UIModalTransitionStyleCoverVertical = 0,
  UIModalTransitionStyleFlipHorizontal API_UNAVAILABLE(tvos),
  UIModalTransitionStyleCrossDissolve,
};

// page: uikit/uiviewcontrollertransitioncoordinatorcontext
NS_SWIFT_UI_ACTOR
@protocol UIViewControllerTransitionCoordinatorContext <NSObject>
@property (nonatomic, readonly, getter=isAnimated) BOOL animated;
@property (nonatomic, readonly, getter=isCancelled) BOOL cancelled;
@property (nonatomic, readonly) NSTimeInterval transitionDuration;
@property (nonatomic, readonly) UIView *containerView;
@end
// page: uikit/uiviewcontrollertransitioncoordinator
NS_SWIFT_UI_ACTOR
@protocol UIViewControllerTransitionCoordinator <UIViewControllerTransitionCoordinatorContext>
- (BOOL)animateAlongsideTransition:(void (^_Nullable)(id<UIViewControllerTransitionCoordinatorContext> context))animation completion:(void (^_Nullable)(id<UIViewControllerTransitionCoordinatorContext> context))completion NS_SWIFT_DISCARDABLE NS_SWIFT_DISABLE_ASYNC;
@end
// page: uikit/uicontentcontainer
NS_SWIFT_UI_ACTOR
@protocol UIContentContainer <NSObject>
@property (nonatomic, readonly) CGSize preferredContentSize;
- (void)preferredContentSizeDidChangeForChildContentContainer:(id<UIContentContainer>)container;
- (void)viewWillTransitionToSize:(CGSize)size withTransitionCoordinator:(id<UIViewControllerTransitionCoordinator>)coordinator;
@end

// page: uikit/uiviewcontroller
NS_SWIFT_UI_ACTOR
@interface UIViewController : UIResponder <NSCoding, UIContentContainer, UITraitEnvironment, UIFocusEnvironment>
- (instancetype)initWithNibName:(nullable NSString *)name bundle:(nullable NSBundle *)bundle NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (nullable, nonatomic, readonly, copy) NSString *nibName;
@property (null_resettable, nonatomic, strong) UIView *view;
- (void)loadView;
- (void)loadViewIfNeeded;
@property (nullable, nonatomic, readonly, strong) UIView *viewIfLoaded;
- (void)viewDidLoad;
@property (nonatomic, readonly, getter=isViewLoaded) BOOL viewLoaded;
@property (nullable, nonatomic, copy) NSString *title;
- (void)viewWillAppear:(BOOL)animated;
- (void)viewIsAppearing:(BOOL)animated;
- (void)viewDidAppear:(BOOL)animated;
- (void)viewWillDisappear:(BOOL)animated;
- (void)viewDidDisappear:(BOOL)animated;
- (void)viewWillLayoutSubviews;
- (void)viewDidLayoutSubviews;
@property (nullable, nonatomic, weak, readonly) UIViewController *parentViewController;
@property (nullable, nonatomic, readonly) UIViewController *presentedViewController NS_SWIFT_NAME(presentedViewController);
@property (nullable, nonatomic, readonly) UIViewController *presentingViewController NS_SWIFT_NAME(presentingViewController);
@property (nonatomic) BOOL definesPresentationContext;
@property (nonatomic, readonly, getter=isBeingPresented) BOOL beingPresented;
@property (nonatomic, readonly, getter=isBeingDismissed) BOOL beingDismissed;
- (void)presentViewController:(UIViewController *)controller animated:(BOOL)animated completion:(void (^_Nullable)(void))completion;
- (void)dismissViewControllerAnimated:(BOOL)animated completion:(void (^_Nullable)(void))completion;
@property (nonatomic) UIModalTransitionStyle modalTransitionStyle;
@property (nonatomic) UIModalPresentationStyle modalPresentationStyle;
@property (nonatomic, getter=isModalInPresentation) BOOL modalInPresentation;
@property (nonatomic) BOOL modalPresentationCapturesStatusBarAppearance API_UNAVAILABLE(tvos);
@property (nonatomic) CGSize preferredContentSize;
@property (nonatomic) UIUserInterfaceStyle overrideUserInterfaceStyle;
@property (nonatomic) UIEdgeInsets additionalSafeAreaInsets;
- (void)viewSafeAreaInsetsDidChange;
- (void)viewLayoutMarginsDidChange;
- (void)setNeedsUpdateContentUnavailableConfiguration API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0));
@end
// page: uikit/uiviewcontroller
@interface UIViewController (UIStatusBar)
@property (nonatomic, readonly) UIStatusBarStyle preferredStatusBarStyle API_UNAVAILABLE(tvos) API_DEPRECATED("Has no effect", visionos(1.0, 1.0));
@property (nonatomic, readonly) BOOL prefersStatusBarHidden API_UNAVAILABLE(tvos) API_DEPRECATED("Has no effect", visionos(1.0, 1.0));
@property (nonatomic, readonly) UIStatusBarAnimation preferredStatusBarUpdateAnimation API_UNAVAILABLE(tvos) API_DEPRECATED("Has no effect", visionos(1.0, 1.0));
- (void)setNeedsStatusBarAppearanceUpdate API_UNAVAILABLE(tvos) API_DEPRECATED("Has no effect", visionos(1.0, 1.0));
@end
// page: uikit/uiviewcontroller
@interface UIViewController (UIContainerViewControllerProtectedMethods)
@property (nonatomic, readonly) NSArray<__kindof UIViewController *> *childViewControllers NS_SWIFT_NAME(children);
- (void)addChildViewController:(UIViewController *)child NS_SWIFT_NAME(addChild(_:));
- (void)removeFromParentViewController NS_SWIFT_NAME(removeFromParent());
- (void)willMoveToParentViewController:(nullable UIViewController *)parent NS_SWIFT_NAME(willMove(toParent:));
- (void)didMoveToParentViewController:(nullable UIViewController *)parent NS_SWIFT_NAME(didMove(toParent:));
@property (nonatomic, readonly, nullable) UIViewController *childViewControllerForHomeIndicatorAutoHidden NS_SWIFT_NAME(childForHomeIndicatorAutoHidden) API_UNAVAILABLE(tvos);
@property (nonatomic, readonly, nullable) UIViewController *childViewControllerForStatusBarStyle NS_SWIFT_NAME(childForStatusBarStyle) API_UNAVAILABLE(tvos) API_DEPRECATED("Has no effect", visionos(1.0, 1.0));
@property (nonatomic, readonly, nullable) UIViewController *childViewControllerForStatusBarHidden NS_SWIFT_NAME(childForStatusBarHidden) API_UNAVAILABLE(tvos) API_DEPRECATED("Has no effect", visionos(1.0, 1.0));
@end
// page: uikit/uiviewcontroller
@interface UIViewController (UIViewControllerRotation)
@property (nonatomic, readonly) UIInterfaceOrientationMask supportedInterfaceOrientations API_UNAVAILABLE(tvos);
@property (nonatomic, readonly) UIInterfaceOrientation preferredInterfaceOrientationForPresentation API_UNAVAILABLE(tvos);
- (void)setNeedsUpdateOfSupportedInterfaceOrientations API_UNAVAILABLE(tvos);
@property (nonatomic, readonly) BOOL prefersInterfaceOrientationLocked API_AVAILABLE(ios(26.0), visionos(26.0)) API_UNAVAILABLE(tvos);
@end
// page: uikit/uiviewcontroller
@interface UIViewController (UIHomeIndicatorAutoHidden)
@property (nonatomic, readonly) BOOL prefersHomeIndicatorAutoHidden API_UNAVAILABLE(tvos);
- (void)setNeedsUpdateOfHomeIndicatorAutoHidden API_UNAVAILABLE(tvos);
@end
// page: uikit/uiviewcontroller
@interface UIViewController (UIScreenEdgesDeferringSystemGestures)
@property (nonatomic, readonly) UIRectEdge preferredScreenEdgesDeferringSystemGestures API_UNAVAILABLE(tvos);
@property (nonatomic, readonly, nullable) UIViewController *childViewControllerForScreenEdgesDeferringSystemGestures NS_SWIFT_NAME(childForScreenEdgesDeferringSystemGestures) API_UNAVAILABLE(tvos);
- (void)setNeedsUpdateOfScreenEdgesDeferringSystemGestures API_UNAVAILABLE(tvos);
@end
// page: uikit/uiviewcontroller
@interface UIViewController (UIPointerLockSupport)
@property (nonatomic, readonly) BOOL prefersPointerLocked API_UNAVAILABLE(tvos);
@property (nonatomic, readonly, nullable) UIViewController *childViewControllerForPointerLock API_UNAVAILABLE(tvos);
- (void)setNeedsUpdateOfPrefersPointerLocked API_UNAVAILABLE(tvos);
@end
// page: uikit/uiviewcontroller
@interface UIViewController (UIViewControllerTransitionCoordinator)
@property (nonatomic, readonly, nullable) id<UIViewControllerTransitionCoordinator> transitionCoordinator;
@end
// page: uikit/uipresentationcontroller
NS_SWIFT_UI_ACTOR
@interface UIPresentationController : NSObject <UITraitEnvironment, UIContentContainer, UIFocusEnvironment>
@property (nonatomic, strong, readonly) UIViewController *presentingViewController;
@property (nonatomic, strong, readonly) UIViewController *presentedViewController;
@property (nonatomic, readonly, strong, nullable) UIView *containerView;
- (instancetype)initWithPresentedViewController:(UIViewController *)presented presentingViewController:(nullable UIViewController *)presenting NS_DESIGNATED_INITIALIZER;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: uikit/uipopoverpresentationcontroller
NS_SWIFT_UI_ACTOR
@interface UIPopoverPresentationController : UIPresentationController
@property (nullable, nonatomic, strong) UIView *sourceView;
@property (nonatomic) CGRect sourceRect;
@end
// page: uikit/uiviewcontroller
@interface UIViewController (UIPresentationController)
@property (nonatomic, nullable, readonly) UIPresentationController *presentationController;
@property (nonatomic, nullable, readonly) UIPopoverPresentationController *popoverPresentationController;
@end
// page: uikit/uitraitchangeobservable-67e94
API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0))
@interface UIViewController (UITraitChangeObservable) <UITraitChangeObservable>
@end
// page: foundation/bundle/loadnibnamed(_:owner:options:)
@interface NSBundle (UINibLoadingAdditions)
- (nullable NSArray *)loadNibNamed:(NSString *)name owner:(nullable id)owner options:(nullable NSDictionary *)options NS_SWIFT_UI_ACTOR;
@end
// page: uikit/uinavigationcontroller
NS_SWIFT_UI_ACTOR
@interface UINavigationController : UIViewController
- (instancetype)initWithRootViewController:(UIViewController *)root;
- (void)pushViewController:(UIViewController *)controller animated:(BOOL)animated;
- (nullable UIViewController *)popViewControllerAnimated:(BOOL)animated NS_SWIFT_DISCARDABLE;
@property (nullable, nonatomic, readonly, strong) UIViewController *topViewController;
@property (nonatomic, copy) NSArray<__kindof UIViewController *> *viewControllers;
@end
NS_ASSUME_NONNULL_END
