// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import <UIKit/UIKit.h>

NS_ASSUME_NONNULL_BEGIN
/// What the default controllers have in common.
@interface AEContentLayout : NSObject
/// The nib of a class: its name without "Controller". nil if the app has no such nib.
+ (nullable NSString *)nibNameForClass:(Class)controllerClass;
/// The first view of a class in another one, which may be that view itself.
+ (nullable __kindof UIView *)partOfClass:(Class)partClass in:(UIView *)view;
/// Shows a title, or hides the bar if it is empty.
+ (void)showTitle:(nullable NSString *)title in:(nullable UINavigationBar *)bar;
/// Puts parts below each other, in the safe area.
+ (void)stack:(NSArray<UIView *> *)parts in:(UIView *)view;
@end
NS_ASSUME_NONNULL_END
#endif
