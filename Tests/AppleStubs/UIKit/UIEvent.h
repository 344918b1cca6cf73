// Touches and presses.
#pragma once
#import <UIKit/UIGeometry.h>

NS_ASSUME_NONNULL_BEGIN
@class UIView, UIWindow, UIResponder, UIGestureRecognizer, UIKey;

// page: uikit/uikeymodifierflags
typedef NS_OPTIONS(NSInteger, UIKeyModifierFlags) {
  UIKeyModifierAlphaShift = 1 << 16,
  UIKeyModifierShift = 1 << 17,
  UIKeyModifierControl = 1 << 18,
  UIKeyModifierAlternate = 1 << 19,
  UIKeyModifierCommand = 1 << 20,
  UIKeyModifierNumericPad = 1 << 21,
};
// page: uikit/uievent/eventtype
typedef NS_ENUM(NSInteger, UIEventType) {
  UIEventTypeTouches,
  UIEventTypeMotion,
  UIEventTypeRemoteControl,
  UIEventTypePresses,
  UIEventTypeScroll = 10,
  UIEventTypeHover = 11,
  UIEventTypeTransform = 14,
} NS_SWIFT_NAME(UIEvent.EventType);
// page: uikit/uitouch/phase-swift.enum
typedef NS_ENUM(NSInteger, UITouchPhase) {
  UITouchPhaseBegan,
  UITouchPhaseMoved,
  UITouchPhaseStationary,
  UITouchPhaseEnded,
  UITouchPhaseCancelled,
  UITouchPhaseRegionEntered,
  UITouchPhaseRegionMoved,
  UITouchPhaseRegionExited,
} NS_SWIFT_NAME(UITouch.Phase);
// page: uikit/uitouch
NS_SWIFT_UI_ACTOR
@interface UITouch : NSObject
@property (nonatomic, readonly) NSTimeInterval timestamp;
@property (nonatomic, readonly) UITouchPhase phase;
@property (nonatomic, readonly) NSUInteger tapCount;
@property (nullable, nonatomic, readonly, strong) UIWindow *window;
@property (nullable, nonatomic, readonly, strong) UIView *view;
@property (nullable, nonatomic, readonly, copy) NSArray<UIGestureRecognizer *> *gestureRecognizers;
- (CGPoint)locationInView:(nullable UIView *)view;
- (CGPoint)previousLocationInView:(nullable UIView *)view;
@end
// page: uikit/uievent
NS_SWIFT_UI_ACTOR
@interface UIEvent : NSObject
@property (nonatomic, readonly) UIEventType type;
@property (nonatomic, readonly) NSTimeInterval timestamp;
@property (nonatomic, readonly) UIKeyModifierFlags modifierFlags;
@property (nonatomic, readonly, nullable) NSSet<UITouch *> *allTouches;
- (nullable NSSet<UITouch *> *)touchesForView:(UIView *)view;
- (nullable NSSet<UITouch *> *)touchesForWindow:(UIWindow *)window;
@end

// page: uikit/uipress/phase-swift.enum
typedef NS_ENUM(NSInteger, UIPressPhase) {
  UIPressPhaseBegan,
  UIPressPhaseChanged,
  UIPressPhaseStationary,
  UIPressPhaseEnded,
  UIPressPhaseCancelled,
} NS_SWIFT_NAME(UIPress.Phase);
// page: uikit/uipress/presstype
typedef NS_ENUM(NSInteger, UIPressType) {
  UIPressTypeUpArrow,
  UIPressTypeDownArrow,
  UIPressTypeLeftArrow,
  UIPressTypeRightArrow,
  UIPressTypeSelect,
  UIPressTypeMenu,
  UIPressTypePlayPause,
} NS_SWIFT_NAME(UIPress.PressType);
// page: uikit/uipress
NS_SWIFT_UI_ACTOR
@interface UIPress : NSObject
@property (nonatomic, readonly) NSTimeInterval timestamp;
@property (nonatomic, readonly) UIPressPhase phase;
@property (nonatomic, readonly) UIPressType type;
@property (nullable, nonatomic, readonly, strong) UIWindow *window;
@property (nullable, nonatomic, readonly, strong) UIResponder *responder;
@property (nonatomic, nullable, readonly) UIKey *key;
@end
// page: uikit/uipressesevent
NS_SWIFT_UI_ACTOR
@interface UIPressesEvent : UIEvent
@property (nonatomic, readonly) NSSet<UIPress *> *allPresses;
@end
NS_ASSUME_NONNULL_END
