// The web view.
#pragma once
#import <UIKit/UIKit.h>
#import <WebKit/WKConfiguration.h>
#import <WebKit/WKNavigation.h>

NS_ASSUME_NONNULL_BEGIN
// page: webkit/wkwebview
NS_SWIFT_UI_ACTOR
@interface WKWebView : UIView
@property (nonatomic, readonly, copy) WKWebViewConfiguration *configuration;
@property (nullable, nonatomic, weak) id<WKNavigationDelegate> navigationDelegate;
@property (nullable, nonatomic, weak) id<WKUIDelegate> UIDelegate;
- (instancetype)initWithFrame:(CGRect)frame configuration:(WKWebViewConfiguration *)configuration NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (nullable WKNavigation *)loadRequest:(NSURLRequest *)request NS_SWIFT_DISCARDABLE;
- (nullable WKNavigation *)loadFileURL:(NSURL *)url allowingReadAccessToURL:(NSURL *)folder NS_SWIFT_DISCARDABLE;
- (nullable WKNavigation *)loadHTMLString:(NSString *)string baseURL:(nullable NSURL *)url NS_SWIFT_DISCARDABLE;
@property (nullable, nonatomic, readonly, copy) NSString *title;
@property (nullable, nonatomic, readonly, copy) NSURL *URL;
@property (nonatomic, readonly, getter=isLoading) BOOL loading;
@property (nonatomic, readonly) double estimatedProgress;
- (nullable WKNavigation *)reload NS_SWIFT_DISCARDABLE;
- (void)stopLoading NS_SWIFT_NAME(stopLoading());
- (void)evaluateJavaScript:(NSString *)script completionHandler:(void (^_Nullable NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(id _Nullable result, NSError *_Nullable error))handler;
- (void)evaluateJavaScript:(NSString *)script inFrame:(nullable WKFrameInfo *)frame inContentWorld:(WKContentWorld *)world completionHandler:(void (^_Nullable NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(id _Nullable result, NSError *_Nullable error))handler NS_REFINED_FOR_SWIFT;
- (void)callAsyncJavaScript:(NSString *)body arguments:(nullable NSDictionary<NSString *, id> *)arguments inFrame:(nullable WKFrameInfo *)frame inContentWorld:(WKContentWorld *)world completionHandler:(void (^_Nullable NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(id _Nullable result, NSError *_Nullable error))handler NS_REFINED_FOR_SWIFT;
@property (nonatomic) BOOL allowsBackForwardNavigationGestures;
@property (nullable, nonatomic, copy) NSString *customUserAgent;
@property (nonatomic) BOOL allowsLinkPreview;
@property (nonatomic, readonly, strong) UIScrollView *scrollView;
@property (null_resettable, nonatomic, copy) UIColor *underPageBackgroundColor;
@property (nonatomic, getter=isInspectable) BOOL inspectable API_AVAILABLE(ios(16.4), visionos(1.0));
+ (BOOL)handlesURLScheme:(NSString *)scheme;
@end
NS_ASSUME_NONNULL_END
