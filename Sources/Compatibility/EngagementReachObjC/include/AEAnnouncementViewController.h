// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEContentViewController.h"
#import "AEReachAnnouncement.h"

NS_ASSUME_NONNULL_BEGIN
/// Shows an announcement. Extend it, and call `action` or `exit` once.
@interface AEAnnouncementViewController : AEContentViewController
/// Called for each announcement of the category that the class is registered for.
- (nullable id)initWithAnnouncement:(AEReachAnnouncement *)announcement;
@property (nonatomic, strong) AEReachAnnouncement *announcement;
/// The person used the action. Its URL opens.
- (void)action;
@end
NS_ASSUME_NONNULL_END
#endif
