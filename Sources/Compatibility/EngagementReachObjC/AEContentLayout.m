// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEContentLayout.h"

@implementation AEContentLayout

+ (NSString *)nibNameForClass:(Class)controllerClass {
  NSString *name = [NSStringFromClass(controllerClass) stringByReplacingOccurrencesOfString:@"Controller" withString:@""];
  return [NSBundle.mainBundle pathForResource:name ofType:@"nib"] == nil ? nil : name;
}

+ (UIView *)partOfClass:(Class)partClass in:(UIView *)view {
  if ([view isKindOfClass:partClass]) {
    return view;
  }
  for (UIView *subview in view.subviews) {
    UIView *part = [self partOfClass:partClass in:subview];
    if (part != nil) {
      return part;
    }
  }
  return nil;
}

+ (void)showTitle:(NSString *)title in:(UINavigationBar *)bar {
  bar.hidden = title.length == 0;
  bar.items = title.length == 0 ? @[] : @[ [[UINavigationItem alloc] initWithTitle:title] ];
}

+ (void)stack:(NSArray<UIView *> *)parts in:(UIView *)view {
  UIStackView *stack = [[UIStackView alloc] initWithArrangedSubviews:parts];
  stack.axis = UILayoutConstraintAxisVertical;
  stack.translatesAutoresizingMaskIntoConstraints = NO;
  [view addSubview:stack];
  UILayoutGuide *room = view.safeAreaLayoutGuide;
  [NSLayoutConstraint activateConstraints:@[
    [stack.topAnchor constraintEqualToAnchor:room.topAnchor], [stack.bottomAnchor constraintEqualToAnchor:room.bottomAnchor],
    [stack.leadingAnchor constraintEqualToAnchor:room.leadingAnchor], [stack.trailingAnchor constraintEqualToAnchor:room.trailingAnchor]
  ]];
}

@end
#endif
