// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "EngagementActivity.h"

NSString *EngagementActivityName(Class controllerClass) {
  NSString *name = NSStringFromClass(controllerClass);
  NSString *ending = @"ViewController";
  return [name hasSuffix:ending] && name.length > ending.length ? [name substringToIndex:name.length - ending.length] : name;
}
#endif
