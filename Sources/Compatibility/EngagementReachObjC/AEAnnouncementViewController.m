// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEAnnouncementViewController.h"

@implementation AEAnnouncementViewController

- (id)initWithAnnouncement:(AEReachAnnouncement *)announcement {
  self = [super initWithNibName:nil bundle:nil];
  if (self != nil) {
    _announcement = announcement;
  }
  return self;
}

- (AEInteractiveContent *)content {
  return self.announcement;
}

- (void)action {
  [self.announcement actionContent];
}

- (void)actionButtonClicked:(id)sender {
  [self action];
}

@end
#endif
