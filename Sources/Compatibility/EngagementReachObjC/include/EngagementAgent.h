// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEModule.h"
#import "EngagementReachTypes.h"

NS_ASSUME_NONNULL_BEGIN
/// The key of the agent's switch in the user defaults. An app can have it in its settings bundle. Without a value, the agent is on.
extern NSString *const kEngagementAgentEnabled;

@interface EngagementAgent (Modules)
/// Starts the agent with its modules, which end with nil.
+ (void)init:(NSString *)connectionString modules:(nullable id<AEModule>)firstModule, ... NS_REQUIRES_NIL_TERMINATION;
@end
NS_ASSUME_NONNULL_END
#endif
