// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEWebAnnouncementJsBridge.h"

#import "AEReachModule.h"

@interface AEWebAnnouncementJsBridge ()
@property (nonatomic, weak) id<AEWebAnnouncementActionDelegate> delegate;
@end

@implementation AEWebAnnouncementJsBridge

+ (instancetype)jsBridgeWithDelegate:(id<AEWebAnnouncementActionDelegate>)delegate {
  AEWebAnnouncementJsBridge *bridge = [[self alloc] init];
  bridge.delegate = delegate;
  return bridge;
}

- (void)addTo:(WKWebViewConfiguration *)configuration {
  WKUserScript *start = [[WKUserScript alloc] initWithSource:AEReachModule.pageScript
                                               injectionTime:WKUserScriptInjectionTimeAtDocumentStart
                                            forMainFrameOnly:YES];
  [configuration.userContentController addUserScript:start];
  [configuration.userContentController addScriptMessageHandler:self name:AEReachModule.pageHandler];
}

- (void)userContentController:(WKUserContentController *)controller didReceiveScriptMessage:(WKScriptMessage *)message {
  if ([message.body isEqual:@"action"]) {
    [self.delegate action];
  } else if ([message.body isEqual:@"exit"]) {
    [self.delegate exit];
  }
}

@end
#endif
