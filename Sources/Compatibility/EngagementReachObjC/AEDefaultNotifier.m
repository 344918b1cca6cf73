// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEDefaultNotifier.h"

@interface AEDefaultNotifier ()
@property (nonatomic, nullable) AEInteractiveContent *content;
@end

@implementation AEDefaultNotifier

+ (instancetype)notifierWithIcon:(UIImage *)icon {
  return [[self alloc] initWithIcon:icon];
}

- (instancetype)init {
  return [self initWithIcon:nil];
}

- (instancetype)initWithIcon:(UIImage *)icon {
  self = [super init];
  if (self != nil) {
    _stage = [[AENotificationStage alloc] initWithIcon:icon];
  }
  return self;
}

- (BOOL)handleNotification:(AEInteractiveContent *)content {
  UIView *view = [self notificationViewForContent:content];
  if (view == nil) {
    [NSException raise:NSInternalInconsistencyException format:@"There is no view for the banner."];
  }
  [self takeAway];
  __weak AEDefaultNotifier *notifier = self;
  BOOL isShown = [self.stage show:view
      for:content
      animateArea:^(UIView *shown) {
        [notifier animateAreaNoticationView:shown];
      }
      animateOverlay:^(UIView *shown) {
        [notifier animateOverlayNotificationView:shown];
      }];
  if (isShown) {
    self.content = content;
    [self notificationViewDidAppear:view];
  }
  return isShown;
}

- (void)clearNotification:(NSString *)category {
  [self takeAway];
}

- (void)takeAway {
  UIView *view = self.stage.view;
  [self.stage dismiss];
  self.content = nil;
  if (view != nil) {
    [self notificationViewDidDisappear:view];
  }
}

- (NSString *)nibNameForCategory:(NSString *)category {
  return AENotificationStage.defaultNibName;
}

- (UIView *)notificationViewForContent:(AEInteractiveContent *)content {
  UIView *view = [self.stage makeViewWithNibName:[self nibNameForCategory:content.category]];
  if (view != nil) {
    [self prepareNotificationView:view forContent:content];
  }
  return view;
}

- (void)prepareNotificationView:(UIView *)view forContent:(AEInteractiveContent *)content {
  __weak AEDefaultNotifier *notifier = self;
  [self.stage prepare:view
      for:content
      actioned:^{
        [notifier onNotificationActioned];
      }
      exited:^{
        [notifier onNotificationExited];
      }];
}

- (void)notificationViewDidAppear:(UIView *)view {
}

- (void)notificationViewDidDisappear:(UIView *)view {
}

- (void)animateAreaNoticationView:(UIView *)view {
  [self.stage fadeIn:view];
}

- (void)animateOverlayNotificationView:(UIView *)view {
  [self.stage slideIn:view];
}

- (void)onNotificationActioned {
  AEInteractiveContent *content = self.content;
  [self takeAway];
  [content actionNotification];
}

- (void)onNotificationExited {
  AEInteractiveContent *content = self.content;
  [self takeAway];
  [content exitNotification];
}

@end
#endif
