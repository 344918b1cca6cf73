// Responders, and what the keyboard says.
#pragma once
#import <UIKit/UIKeys.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/uiresponder
NS_SWIFT_UI_ACTOR
@interface UIResponder : NSObject
@property (nonatomic, readonly, nullable) UIResponder *nextResponder;
@property (nonatomic, readonly) BOOL canBecomeFirstResponder;
- (BOOL)becomeFirstResponder NS_SWIFT_DISCARDABLE;
@property (nonatomic, readonly) BOOL canResignFirstResponder;
- (BOOL)resignFirstResponder NS_SWIFT_DISCARDABLE;
@property (nonatomic, readonly) BOOL isFirstResponder;
- (void)touchesBegan:(NSSet<UITouch *> *)touches withEvent:(nullable UIEvent *)event;
- (void)touchesMoved:(NSSet<UITouch *> *)touches withEvent:(nullable UIEvent *)event;
- (void)touchesEnded:(NSSet<UITouch *> *)touches withEvent:(nullable UIEvent *)event;
- (void)touchesCancelled:(NSSet<UITouch *> *)touches withEvent:(nullable UIEvent *)event;
- (void)pressesBegan:(NSSet<UIPress *> *)presses withEvent:(nullable UIPressesEvent *)event;
- (void)pressesChanged:(NSSet<UIPress *> *)presses withEvent:(nullable UIPressesEvent *)event;
- (void)pressesEnded:(NSSet<UIPress *> *)presses withEvent:(nullable UIPressesEvent *)event;
- (void)pressesCancelled:(NSSet<UIPress *> *)presses withEvent:(nullable UIPressesEvent *)event;
- (BOOL)canPerformAction:(SEL)action withSender:(nullable id)sender;
@end
// page: uikit/uiresponder
@interface UIResponder (UIResponderKeyCommands)
@property (nullable, nonatomic, readonly) NSArray<UIKeyCommand *> *keyCommands;
@end

// page: uikit/uiresponder/keyboardwillshownotification
extern NSNotificationName const UIKeyboardWillShowNotification NS_SWIFT_NAME(UIResponder.keyboardWillShowNotification) API_UNAVAILABLE(tvos) NS_SWIFT_NONISOLATED;
// page: uikit/uiresponder/keyboarddidshownotification
extern NSNotificationName const UIKeyboardDidShowNotification NS_SWIFT_NAME(UIResponder.keyboardDidShowNotification) API_UNAVAILABLE(tvos) NS_SWIFT_NONISOLATED;
// page: uikit/uiresponder/keyboardwillhidenotification
extern NSNotificationName const UIKeyboardWillHideNotification NS_SWIFT_NAME(UIResponder.keyboardWillHideNotification) API_UNAVAILABLE(tvos) NS_SWIFT_NONISOLATED;
// page: uikit/uiresponder/keyboarddidhidenotification
extern NSNotificationName const UIKeyboardDidHideNotification NS_SWIFT_NAME(UIResponder.keyboardDidHideNotification) API_UNAVAILABLE(tvos) NS_SWIFT_NONISOLATED;
// page: uikit/uiresponder/keyboardwillchangeframenotification
extern NSNotificationName const UIKeyboardWillChangeFrameNotification NS_SWIFT_NAME(UIResponder.keyboardWillChangeFrameNotification) API_UNAVAILABLE(tvos) NS_SWIFT_NONISOLATED;
// page: uikit/uiresponder/keyboardframebeginuserinfokey
extern NSString *const UIKeyboardFrameBeginUserInfoKey NS_SWIFT_NAME(UIResponder.keyboardFrameBeginUserInfoKey) API_UNAVAILABLE(tvos);
// page: uikit/uiresponder/keyboardframeenduserinfokey
extern NSString *const UIKeyboardFrameEndUserInfoKey NS_SWIFT_NAME(UIResponder.keyboardFrameEndUserInfoKey) API_UNAVAILABLE(tvos);
// page: uikit/uiresponder/keyboardanimationdurationuserinfokey
extern NSString *const UIKeyboardAnimationDurationUserInfoKey NS_SWIFT_NAME(UIResponder.keyboardAnimationDurationUserInfoKey) API_UNAVAILABLE(tvos);
// page: uikit/uiresponder/keyboardanimationcurveuserinfokey
extern NSString *const UIKeyboardAnimationCurveUserInfoKey NS_SWIFT_NAME(UIResponder.keyboardAnimationCurveUserInfoKey) API_UNAVAILABLE(tvos);
// page: uikit/uiresponder/keyboardislocaluserinfokey
extern NSString *const UIKeyboardIsLocalUserInfoKey NS_SWIFT_NAME(UIResponder.keyboardIsLocalUserInfoKey) API_UNAVAILABLE(tvos);
NS_ASSUME_NONNULL_END
