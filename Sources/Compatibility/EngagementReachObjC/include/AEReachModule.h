// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEModule.h"
#import "AENotifier.h"
#import "AEReachDataPushDelegate.h"
#import "EngagementReachTypes.h"

NS_ASSUME_NONNULL_BEGIN
/// The name of the Reach module.
extern NSString *const kAEReachModuleName;
/// The name space of Reach.
extern NSString *const kAEReachNamespace;
/// The category of campaigns that have none, or one that nothing is registered for.
extern NSString *const kAEReachDefaultCategory;
/// The kinds of contents.
extern NSString *const kAEAnnouncementKind;
extern NSString *const kAEPollKind;
extern NSString *const kAEDatapushKind;

@interface AEReachModule (Registering) <AEModule>
/// Registers a notifier for a category, at any time. It replaces the one before.
- (void)registerNotifier:(id<AENotifier>)notifier forCategory:(NSString *)category;
/// Registers a subclass of `AEAnnouncementViewController`, before the agent starts. Raises `NSInvalidArgumentException` for any other class, and
/// `NSInternalInconsistencyException` after the start.
- (void)registerAnnouncementController:(Class)controllerClass forCategory:(NSString *)category;
/// Registers a subclass of `AEPollViewController`. As for announcements.
- (void)registerPollController:(Class)controllerClass forCategory:(NSString *)category;
@end
NS_ASSUME_NONNULL_END
#endif
