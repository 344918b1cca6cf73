// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "EngagementReachTypes.h"

NS_ASSUME_NONNULL_BEGIN
/// Starts an activity each time it appears.
@interface EngagementTableViewController : UITableViewController
/// The name of the activity. By default that of the class, without "ViewController" at its end.
- (NSString *)engagementActivityName;
/// The extras of the activity. nil by default.
- (nullable NSDictionary *)engagementActivityExtra;
@end
NS_ASSUME_NONNULL_END
#endif
