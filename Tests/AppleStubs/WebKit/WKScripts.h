// Scripts in a page, and their messages.
#pragma once
#import <UIKit/UIKit.h>

NS_ASSUME_NONNULL_BEGIN
@class WKWebView, WKUserContentController;

// page: webkit/wksecurityorigin
NS_SWIFT_UI_ACTOR
@interface WKSecurityOrigin : NSObject
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly, copy) NSString *protocol;
@property (nonatomic, readonly, copy) NSString *host;
@property (nonatomic, readonly) NSInteger port;
@end
// page: webkit/wkframeinfo
NS_SWIFT_UI_ACTOR
@interface WKFrameInfo : NSObject <NSCopying>
@property (nonatomic, readonly, getter=isMainFrame) BOOL mainFrame;
@property (nonatomic, readonly, copy) NSURLRequest *request;
@property (nonatomic, readonly) WKSecurityOrigin *securityOrigin;
@property (nonatomic, readonly, weak, nullable) WKWebView *webView;
@end
// page: webkit/wkcontentworld
NS_SWIFT_UI_ACTOR
@interface WKContentWorld : NSObject
- (instancetype)init NS_UNAVAILABLE;
@property (class, nonatomic, readonly) WKContentWorld *pageWorld NS_SWIFT_NAME(page);
@property (class, nonatomic, readonly) WKContentWorld *defaultClientWorld NS_SWIFT_NAME(defaultClient);
+ (WKContentWorld *)worldWithName:(NSString *)name NS_SWIFT_NAME(world(name:));
@property (nullable, nonatomic, readonly, copy) NSString *name;
@end
// page: webkit/wkuserscriptinjectiontime
typedef NS_ENUM(NSInteger, WKUserScriptInjectionTime) {
  WKUserScriptInjectionTimeAtDocumentStart,
  WKUserScriptInjectionTimeAtDocumentEnd,
};
// page: webkit/wkuserscript
NS_SWIFT_UI_ACTOR
@interface WKUserScript : NSObject <NSCopying>
@property (nonatomic, readonly, copy) NSString *source;
@property (nonatomic, readonly) WKUserScriptInjectionTime injectionTime;
@property (nonatomic, readonly, getter=isForMainFrameOnly) BOOL forMainFrameOnly;
- (instancetype)initWithSource:(NSString *)source injectionTime:(WKUserScriptInjectionTime)time forMainFrameOnly:(BOOL)mainFrameOnly;
- (instancetype)initWithSource:(NSString *)source injectionTime:(WKUserScriptInjectionTime)time forMainFrameOnly:(BOOL)mainFrameOnly inContentWorld:(WKContentWorld *)world;
@end
// page: webkit/wkscriptmessage
NS_SWIFT_UI_ACTOR
@interface WKScriptMessage : NSObject
@property (nonatomic, readonly, copy) id body;
@property (nullable, nonatomic, readonly, weak) WKWebView *webView;
@property (nonatomic, readonly, copy) WKFrameInfo *frameInfo;
@property (nonatomic, readonly, copy) NSString *name;
@property (nonatomic, readonly) WKContentWorld *world;
@end
// page: webkit/wkscriptmessagehandler
NS_SWIFT_UI_ACTOR
@protocol WKScriptMessageHandler <NSObject>
- (void)userContentController:(WKUserContentController *)controller didReceiveScriptMessage:(WKScriptMessage *)message;
@end
// page: webkit/wkscriptmessagehandlerwithreply
NS_SWIFT_UI_ACTOR
@protocol WKScriptMessageHandlerWithReply <NSObject>
- (void)userContentController:(WKUserContentController *)controller didReceiveScriptMessage:(WKScriptMessage *)message replyHandler:(void (^NS_SWIFT_UI_ACTOR)(id _Nullable reply, NSString *_Nullable error))handler NS_SWIFT_ASYNC(3);
@end
// page: webkit/wkcontentrulelist
NS_SWIFT_UI_ACTOR
@interface WKContentRuleList : NSObject
@property (nonatomic, readonly, copy) NSString *identifier;
@end
// page: webkit/wkcontentruleliststore
NS_SWIFT_UI_ACTOR
@interface WKContentRuleListStore : NSObject
+ (null_unspecified instancetype)defaultStore;
- (void)compileContentRuleListForIdentifier:(null_unspecified NSString *)identifier encodedContentRuleList:(null_unspecified NSString *)list completionHandler:(void (^NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(WKContentRuleList *_Nullable list, NSError *_Nullable error))handler;
- (void)lookUpContentRuleListForIdentifier:(null_unspecified NSString *)identifier completionHandler:(void (^NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(WKContentRuleList *_Nullable list, NSError *_Nullable error))handler;
@end
// page: webkit/wkusercontentcontroller
NS_SWIFT_UI_ACTOR
@interface WKUserContentController : NSObject <NSSecureCoding>
@property (nonatomic, readonly, copy) NSArray<WKUserScript *> *userScripts;
- (void)addUserScript:(WKUserScript *)script NS_SWIFT_NAME(addUserScript(_:));
- (void)removeAllUserScripts;
- (void)addScriptMessageHandler:(id<WKScriptMessageHandler>)handler contentWorld:(WKContentWorld *)world name:(NSString *)name NS_SWIFT_NAME(add(_:contentWorld:name:));
- (void)addScriptMessageHandlerWithReply:(id<WKScriptMessageHandlerWithReply>)handler contentWorld:(WKContentWorld *)world name:(NSString *)name NS_SWIFT_NAME(addScriptMessageHandler(_:contentWorld:name:));
- (void)addScriptMessageHandler:(id<WKScriptMessageHandler>)handler name:(NSString *)name NS_SWIFT_NAME(add(_:name:));
- (void)removeScriptMessageHandlerForName:(NSString *)name contentWorld:(WKContentWorld *)world;
- (void)removeScriptMessageHandlerForName:(NSString *)name;
- (void)removeAllScriptMessageHandlers;
- (void)addContentRuleList:(WKContentRuleList *)list NS_SWIFT_NAME(add(_:));
- (void)removeAllContentRuleLists;
@end
NS_ASSUME_NONNULL_END
