// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEAnnouncementViewController.h"
#import "AEWebAnnouncementJsBridge.h"

NS_ASSUME_NONNULL_BEGIN
/// Shows an announcement with a title bar, a text or a page, and a toolbar.
///
/// It loads the nib named after its class without "Controller", if the app has one. The parts of the nib are connected as outlets, or have the tags 1 (title
/// bar), 2 (text), 3 (page) and 4 (toolbar). Without a nib, it makes the parts itself.
@interface AEDefaultAnnouncementViewController : AEAnnouncementViewController <AEWebAnnouncementActionDelegate>
@property (nonatomic, strong, nullable) IBOutlet UINavigationBar *titleBar;
@property (nonatomic, strong, nullable) IBOutlet UITextView *textView;
@property (nonatomic, strong, nullable) IBOutlet WKWebView *webView;
@property (nonatomic, strong, nullable) IBOutlet UIToolbar *toolbar;
@property (nonatomic, strong, nullable) AEWebAnnouncementJsBridge *jsBridge;
@end
NS_ASSUME_NONNULL_END
#endif
