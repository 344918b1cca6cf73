// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "EngagementReachTypes.h"

NS_ASSUME_NONNULL_BEGIN
/// Shows the banners of a category.
@protocol AENotifier <NSObject>
/// Shows the banner. YES: it is shown, and counted. NO: the campaign is offered again at the next occasion. An exception drops it.
- (BOOL)handleNotification:(AEInteractiveContent *)content;
/// Takes any visible banner of the category away.
- (void)clearNotification:(NSString *)category;
@end
NS_ASSUME_NONNULL_END
#endif
