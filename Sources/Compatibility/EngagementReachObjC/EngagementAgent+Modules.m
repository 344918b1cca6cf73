// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "EngagementAgent.h"

#include <stdarg.h>

// The same text as in Swift, where Objective-C cannot see it.
NSString *const kEngagementAgentEnabled = @"engagement_agent_enabled";

@implementation EngagementAgent (Modules)

+ (void)init:(NSString *)connectionString modules:(id<AEModule>)firstModule, ... {
  NSMutableArray *modules = [NSMutableArray array];
  va_list list;
  va_start(list, firstModule);
  for (id module = firstModule; module != nil; module = va_arg(list, id)) {
    [modules addObject:module];
  }
  va_end(list);
  [self init:connectionString modulesArray:modules];
}

@end
#endif
