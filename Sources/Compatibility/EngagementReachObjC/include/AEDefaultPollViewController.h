// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEPollViewController.h"

NS_ASSUME_NONNULL_BEGIN
/// Shows all questions of a survey at once. The answers can be submitted when each question has one.
///
/// It loads the nib named after its class without "Controller", if the app has one. Without a nib, it makes the parts itself.
@interface AEDefaultPollViewController : AEPollViewController <UITableViewDataSource, UITableViewDelegate>
@property (nonatomic, strong, nullable) IBOutlet UINavigationBar *titleBar;
@property (nonatomic, strong, nullable) IBOutlet UITableView *tableView;
@property (nonatomic, strong, nullable) IBOutlet UIToolbar *toolbar;
/// Submits the answers. Made with the toolbar.
@property (nonatomic, strong, nullable) UIBarButtonItem *submitButton;
@end
NS_ASSUME_NONNULL_END
#endif
