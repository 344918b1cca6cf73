// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import <UIKit/UIKit.h>
#import <UserNotifications/UserNotifications.h>

// What Swift declares for Objective-C: the agent, the module and the contents.
#if __has_include(<EngagementReach/EngagementReach-Swift.h>)
#import <EngagementReach/EngagementReach-Swift.h>
#elif __has_include("EngagementReach-Swift.h")
#import "EngagementReach-Swift.h"
#else
@import EngagementReach;
#endif
#endif
