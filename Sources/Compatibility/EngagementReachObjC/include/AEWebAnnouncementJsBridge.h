// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import <WebKit/WebKit.h>

NS_ASSUME_NONNULL_BEGIN
/// What a page can do with its announcement.
@protocol AEWebAnnouncementActionDelegate <NSObject>
- (void)action;
- (void)exit;
@end

/// Offers `actionContent()` and `exitContent()` to a page, as members of `engagementReachContent`, `ReachContent` and `capptainReachContent`. They are
/// there before any script of the page runs. Other commands have no effect.
@interface AEWebAnnouncementJsBridge : NSObject <WKScriptMessageHandler>
/// - Parameter delegate: held weakly.
+ (instancetype)jsBridgeWithDelegate:(id<AEWebAnnouncementActionDelegate>)delegate;
/// Adds the members to the pages of a web view that is made with this configuration.
- (void)addTo:(WKWebViewConfiguration *)configuration;
@end
NS_ASSUME_NONNULL_END
#endif
