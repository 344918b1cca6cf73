// What only a subclass of UIGestureRecognizer sees. It stands in a submodule: import UIKit.UIGestureRecognizerSubclass.
#pragma once
#import <UIKit/UIGestureRecognizer.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/uigesturerecognizer
@interface UIGestureRecognizer (UIGestureRecognizerProtected)
@property (nonatomic, readwrite) UIGestureRecognizerState state;
- (void)ignoreTouch:(UITouch *)touch forEvent:(UIEvent *)event;
- (void)reset;
- (BOOL)canPreventGestureRecognizer:(UIGestureRecognizer *)prevented;
- (BOOL)canBePreventedByGestureRecognizer:(UIGestureRecognizer *)preventing;
- (void)touchesBegan:(NSSet<UITouch *> *)touches withEvent:(UIEvent *)event;
- (void)touchesMoved:(NSSet<UITouch *> *)touches withEvent:(UIEvent *)event;
- (void)touchesEnded:(NSSet<UITouch *> *)touches withEvent:(UIEvent *)event;
- (void)touchesCancelled:(NSSet<UITouch *> *)touches withEvent:(UIEvent *)event;
- (void)pressesBegan:(NSSet<UIPress *> *)presses withEvent:(UIPressesEvent *)event;
- (void)pressesEnded:(NSSet<UIPress *> *)presses withEvent:(UIPressesEvent *)event;
@end
NS_ASSUME_NONNULL_END
