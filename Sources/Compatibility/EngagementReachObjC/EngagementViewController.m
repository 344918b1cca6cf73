// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "EngagementViewController.h"

#import "EngagementActivity.h"

@implementation EngagementViewController

- (void)viewDidAppear:(BOOL)animated {
  [super viewDidAppear:animated];
  [[EngagementAgent shared] startActivity:[self engagementActivityName] extras:[self engagementActivityExtra]];
}

- (NSString *)engagementActivityName {
  return EngagementActivityName([self class]);
}

- (NSDictionary *)engagementActivityExtra {
  return nil;
}

@end
#endif
