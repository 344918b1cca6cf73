// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import <Foundation/Foundation.h>

@class AEPushMessage;

NS_ASSUME_NONNULL_BEGIN
/// A part of the agent. `AEReachModule` is one.
@protocol AEModule <NSObject>
/// The agent starts.
- (void)start;
/// Ends what `start` began. The agent never calls it, but the app can.
- (void)stop;
/// Its name, unique in the agent.
- (NSString *)name;
@optional
/// A notification of Martlet was passed to the app delegate.
- (void)pushMessageReceived:(AEPushMessage *)message;
/// The same notification, as the system passed it.
- (void)processRemoteNotification:(NSDictionary *)userInfo;
/// The person tapped a notification of Martlet, or one of its buttons.
- (void)pushNotificationReceived:(NSDictionary *)userInfo;
/// The person sees another screen.
- (void)activityChanged:(NSString *)name;
/// The `AppId` of the connection string is another one than at the last launch. Called before `start`.
- (void)configurationChanged;
/// Never called: everything has been loaded when a campaign arrives.
- (void)dlcDownloaded:(AEPushMessage *)message;
/// Never called.
- (void)dlcDownloadFailed:(NSString *)messageId;
/// Never called: nobody polls.
- (void)campaignsPolled:(NSArray *)campaigns;
/// Never called.
- (void)campaignsPollFailed;
@end
NS_ASSUME_NONNULL_END
#endif
