// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEPollViewController.h"

@implementation AEPollViewController

- (id)initWithPoll:(AEReachPoll *)poll {
  self = [super initWithNibName:nil bundle:nil];
  if (self != nil) {
    _poll = poll;
  }
  return self;
}

- (AEInteractiveContent *)content {
  return self.poll;
}

- (void)submitAnswers:(NSDictionary<NSString *, NSString *> *)answers {
  for (NSString *question in answers) {
    [self.poll fillAnswerWithQuestionId:question choiceId:answers[question]];
  }
  [self.poll actionContent];
}

@end
#endif
