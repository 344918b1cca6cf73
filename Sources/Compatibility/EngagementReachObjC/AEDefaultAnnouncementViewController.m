// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEDefaultAnnouncementViewController.h"

#import "AEContentLayout.h"

@implementation AEDefaultAnnouncementViewController

- (id)initWithAnnouncement:(AEReachAnnouncement *)announcement {
  self = [super initWithNibName:[AEContentLayout nibNameForClass:[self class]] bundle:nil];
  if (self != nil) {
    self.announcement = announcement;
  }
  return self;
}

- (void)loadView {
  if (self.nibName != nil) {
    [super loadView];
  } else {
    self.view = [[UIView alloc] initWithFrame:CGRectZero];
    self.view.backgroundColor = UIColor.systemBackgroundColor;
  }
}

- (void)viewDidLoad {
  [super viewDidLoad];
  if (self.nibName != nil) {
    self.titleBar = self.titleBar ?: [self.view viewWithTag:1];
    self.textView = self.textView ?: [self.view viewWithTag:2];
    self.webView = self.webView ?: [self.view viewWithTag:3];
    self.toolbar = self.toolbar ?: [self.view viewWithTag:4];
    [self connect:self.webView.configuration];
  } else {
    [self makeParts];
  }
  BOOL isPage = self.announcement.type == AEAnnouncementTypeHtml;
  [AEContentLayout showTitle:self.announcement.title in:self.titleBar];
  self.textView.hidden = isPage;
  self.webView.hidden = !isPage;
  if (isPage) {
    [self.webView loadHTMLString:self.announcement.body baseURL:[NSURL URLWithString:@"http://localhost/"]];
  } else {
    self.textView.text = self.announcement.body;
  }
  [self loadToolbar:self.toolbar];
}

/// A web view of a nib shares the scripts and handlers of its configuration, so they can also be added later.
- (void)connect:(WKWebViewConfiguration *)configuration {
  if (configuration == nil) {
    return;
  }
  self.jsBridge = [AEWebAnnouncementJsBridge jsBridgeWithDelegate:self];
  [self.jsBridge addTo:configuration];
}

- (void)makeParts {
  self.titleBar = [[UINavigationBar alloc] initWithFrame:CGRectZero];
  self.textView = [[UITextView alloc] initWithFrame:CGRectZero textContainer:nil];
  self.textView.editable = NO;
  self.textView.font = [UIFont preferredFontForTextStyle:UIFontTextStyleBody];
  self.textView.adjustsFontForContentSizeCategory = YES;
  WKWebViewConfiguration *configuration = [[WKWebViewConfiguration alloc] init];
  [self connect:configuration];
  self.webView = [[WKWebView alloc] initWithFrame:CGRectZero configuration:configuration];
  self.toolbar = [[UIToolbar alloc] initWithFrame:CGRectZero];
  [AEContentLayout stack:@[ self.titleBar, self.textView, self.webView, self.toolbar ] in:self.view];
}

@end
#endif
