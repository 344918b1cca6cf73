// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "EngagementReachTypes.h"

NS_ASSUME_NONNULL_BEGIN
/// Takes the notifications of Martlet, and leaves all others to the app. Extend it, and call super.
@interface AEUserNotificationHandler : NSObject <UNUserNotificationCenterDelegate>
@end
NS_ASSUME_NONNULL_END
#endif
