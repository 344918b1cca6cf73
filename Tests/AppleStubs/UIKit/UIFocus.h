// Focus: tvOS, keyboards.
#pragma once
#import <UIKit/NSLayout.h>

NS_ASSUME_NONNULL_BEGIN
@class UIView, UIFocusUpdateContext, UIFocusAnimationCoordinator;
@protocol UIFocusItem, UIFocusItemContainer;

// page: uikit/uifocusheading
typedef NS_OPTIONS(NSUInteger, UIFocusHeading) {
  UIFocusHeadingNone = 0,
  UIFocusHeadingUp = 1 << 0,
  UIFocusHeadingDown = 1 << 1,
  UIFocusHeadingLeft = 1 << 2,
  UIFocusHeadingRight = 1 << 3,
  UIFocusHeadingNext = 1 << 4,
  UIFocusHeadingPrevious = 1 << 5,
};
// page: uikit/uifocusenvironment
NS_SWIFT_UI_ACTOR
@protocol UIFocusEnvironment <NSObject>
@property (nonatomic, copy, readonly) NSArray<id<UIFocusEnvironment>> *preferredFocusEnvironments;
@property (nonatomic, weak, readonly, nullable) id<UIFocusEnvironment> parentFocusEnvironment NS_SWIFT_NAME(parentFocusEnvironment);
@property (nonatomic, readonly, nullable, strong) id<UIFocusItemContainer> focusItemContainer;
- (void)setNeedsFocusUpdate;
- (void)updateFocusIfNeeded;
- (BOOL)shouldUpdateFocusInContext:(UIFocusUpdateContext *)context;
- (void)didUpdateFocusInContext:(UIFocusUpdateContext *)context withAnimationCoordinator:(UIFocusAnimationCoordinator *)coordinator;
@end
// page: uikit/uifocusitem
NS_SWIFT_UI_ACTOR
@protocol UIFocusItem <UIFocusEnvironment>
@property (nonatomic, readonly) BOOL canBecomeFocused;
@property (nonatomic, readonly) CGRect frame;
@end
// page: uikit/uifocusitemcontainer
NS_SWIFT_UI_ACTOR
@protocol UIFocusItemContainer <NSObject>
- (NSArray<id<UIFocusItem>> *)focusItemsInRect:(CGRect)rect;
@end
// page: uikit/uifocusupdatecontext
NS_SWIFT_UI_ACTOR
@interface UIFocusUpdateContext : NSObject
@property (nonatomic, weak, readonly, nullable) id<UIFocusItem> previouslyFocusedItem;
@property (nonatomic, weak, readonly, nullable) id<UIFocusItem> nextFocusedItem;
@property (nonatomic, weak, readonly, nullable) UIView *previouslyFocusedView;
@property (nonatomic, weak, readonly, nullable) UIView *nextFocusedView;
@property (nonatomic, readonly) UIFocusHeading focusHeading;
@end
// page: uikit/uifocusanimationcoordinator
NS_SWIFT_UI_ACTOR
@interface UIFocusAnimationCoordinator : NSObject
- (void)addCoordinatedAnimations:(nullable void (^)(void))animations completion:(nullable void (^)(void))completion;
@end
// page: uikit/uifocusguide
NS_SWIFT_UI_ACTOR
@interface UIFocusGuide : UILayoutGuide
@property (nonatomic, getter=isEnabled) BOOL enabled;
@property (nonatomic, copy, null_resettable) NSArray<id<UIFocusEnvironment>> *preferredFocusEnvironments;
@end
NS_ASSUME_NONNULL_END
