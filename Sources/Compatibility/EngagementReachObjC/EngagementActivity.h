// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import <UIKit/UIKit.h>

/// The activity of a controller: the name of its class, without "ViewController" at its end.
NSString *_Nonnull EngagementActivityName(Class _Nonnull controllerClass);
#endif
