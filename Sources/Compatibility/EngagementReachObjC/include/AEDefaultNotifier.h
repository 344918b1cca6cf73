// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AENotifier.h"

NS_ASSUME_NONNULL_BEGIN
/// The tag of a view that banners go into, in place of lying over the window.
#define NOTIFICATION_AREA_VIEW_TAG 36822491
/// The tags of the parts of a banner's view.
#define NOTIFICATION_ICON_TAG 1
#define NOTIFICATION_TITLE_TAG 2
#define NOTIFICATION_MESSAGE_TAG 3
#define NOTIFICATION_IMAGE_TAG 4
#define NOTIFICATION_BUTTON_TAG 5
#define NOTIFICATION_CLOSE_TAG 6

/// Shows banners over the window, or in a view with the tag `NOTIFICATION_AREA_VIEW_TAG`. Extend it to change how they look and move.
@interface AEDefaultNotifier : NSObject <AENotifier>
/// A notifier whose banners can show an icon.
+ (instancetype)notifierWithIcon:(nullable UIImage *)icon;
- (instancetype)initWithIcon:(nullable UIImage *)icon NS_DESIGNATED_INITIALIZER;
- (instancetype)init;
/// What puts the views on the screen.
@property (nonatomic, readonly) AENotificationStage *stage;

/// The nib with the view. By default `AENotificationView`, which the app need not have.
- (NSString *)nibNameForCategory:(nullable NSString *)category;
/// Loads the view, and prepares it. nil drops the campaign.
- (nullable UIView *)notificationViewForContent:(AEInteractiveContent *)content;
/// Fills the parts of the view, which are found by their tags, and connects its buttons.
- (void)prepareNotificationView:(UIView *)view forContent:(AEInteractiveContent *)content;
/// The view is on the screen. Does nothing.
- (void)notificationViewDidAppear:(UIView *)view;
/// The view is no longer on the screen. Does nothing.
- (void)notificationViewDidDisappear:(UIView *)view;
/// Lets the view fade in.
- (void)animateAreaNoticationView:(UIView *)view;
/// Moves the view in from its edge.
- (void)animateOverlayNotificationView:(UIView *)view;
/// The person tapped the banner.
- (void)onNotificationActioned;
/// The person closed the banner.
- (void)onNotificationExited;
@end
NS_ASSUME_NONNULL_END
#endif
