// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEContentViewController.h"
#import "AEReachPoll.h"

NS_ASSUME_NONNULL_BEGIN
/// Shows a survey. Extend it, and call `submitAnswers:` or `exit` once.
@interface AEPollViewController : AEContentViewController
/// Called for each survey of the category that the class is registered for.
- (nullable id)initWithPoll:(AEReachPoll *)poll;
@property (nonatomic, strong) AEReachPoll *poll;
/// The person submitted the answers: the ids of the choices, by the ids of the questions.
- (void)submitAnswers:(NSDictionary<NSString *, NSString *> *)answers;
@end
NS_ASSUME_NONNULL_END
#endif
