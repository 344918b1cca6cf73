// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "AEWebAnnouncementJsBridge.h"

static NSString *const handlerName = @"engagementReach";
static NSString *const script =
    @"(() => { const send = (command) => webkit.messageHandlers.engagementReach.postMessage(command);"
     "const content = Object.freeze({ actionContent: () => send('action'), exitContent: () => send('exit') });"
     "for (const name of ['engagementReachContent', 'ReachContent', 'capptainReachContent']) window[name] = content; })()";

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
  WKUserScript *start = [[WKUserScript alloc] initWithSource:script
                                               injectionTime:WKUserScriptInjectionTimeAtDocumentStart
                                            forMainFrameOnly:YES];
  [configuration.userContentController addUserScript:start];
  [configuration.userContentController addScriptMessageHandler:self name:handlerName];
}

- (void)userContentController:(WKUserContentController *)controller didReceiveScriptMessage:(WKScriptMessage *)message {
  if ([message.body isEqual:@"action"]) {
    [self.delegate action];
  } else if ([message.body isEqual:@"exit"]) {
    [self.delegate exit];
  }
}

@end
