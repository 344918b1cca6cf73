// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "EngagementReachTypes.h"

NS_ASSUME_NONNULL_BEGIN
/// Shows an announcement or a survey. It ends with `exit`, or with the action of its subclass.
@interface AEContentViewController : UIViewController
/// What it shows. Subclasses have one.
@property (nonatomic, readonly, nullable) AEInteractiveContent *content;
/// The person closed it.
- (void)exit;
/// Fills a toolbar: a button for each label that is not empty.
- (void)loadToolbar:(UIToolbar *)toolbar;
/// The person pressed the button with the label of the action. Does nothing.
- (void)actionButtonClicked:(nullable id)sender;
/// The person pressed the button with the label of the exit. Calls `exit`.
- (void)exitButtonClicked:(nullable id)sender;
/// The buttons of the toolbar, to be changed before they appear. Both do nothing.
- (void)actionButtonLoaded:(UIBarButtonItem *)button;
- (void)exitButtonLoaded:(UIBarButtonItem *)button;
@end
NS_ASSUME_NONNULL_END
#endif
