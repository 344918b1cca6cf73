// What is decided before a web view exists: scripts, data, schemes.
#pragma once
#import <UIKit/UIKit.h>
#import <WebKit/WKScripts.h>

NS_ASSUME_NONNULL_BEGIN
@class WKWebView, WKHTTPCookieStore;

// page: webkit/wkaudiovisualmediatypes
typedef NS_OPTIONS(NSUInteger, WKAudiovisualMediaTypes) {
  WKAudiovisualMediaTypeNone = 0,
  WKAudiovisualMediaTypeAudio = 1 << 0,
  WKAudiovisualMediaTypeVideo = 1 << 1,
  WKAudiovisualMediaTypeAll = ~0UL,
};
// page: webkit/wkwebpagepreferences/contentmode
typedef NS_ENUM(NSInteger, WKContentMode) {
  WKContentModeRecommended,
  WKContentModeMobile,
  WKContentModeDesktop,
} NS_SWIFT_NAME(WKWebpagePreferences.ContentMode);
// page: webkit/wkwebpagepreferences
NS_SWIFT_UI_ACTOR
@interface WKWebpagePreferences : NSObject
@property (nonatomic) WKContentMode preferredContentMode;
@property (nonatomic) BOOL allowsContentJavaScript;
@end
// page: webkit/wkpreferences
NS_SWIFT_UI_ACTOR
@interface WKPreferences : NSObject <NSSecureCoding>
@property (nonatomic) CGFloat minimumFontSize;
@property (nonatomic) BOOL javaScriptCanOpenWindowsAutomatically;
@property (nonatomic, getter=isFraudulentWebsiteWarningEnabled) BOOL fraudulentWebsiteWarningEnabled;
@property (nonatomic, getter=isElementFullscreenEnabled) BOOL elementFullscreenEnabled;
@end
// page: webkit/wkwebsitedatastore
NS_SWIFT_UI_ACTOR
@interface WKWebsiteDataStore : NSObject <NSSecureCoding>
+ (WKWebsiteDataStore *)defaultDataStore;
+ (WKWebsiteDataStore *)nonPersistentDataStore;
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly, getter=isPersistent) BOOL persistent;
@end

// page: webkit/wkurlschemetask
@protocol WKURLSchemeTask <NSObject>
@property (nonatomic, readonly, copy) NSURLRequest *request;
- (void)didReceiveResponse:(NSURLResponse *)response;
- (void)didReceiveData:(NSData *)data;
- (void)didFinish;
- (void)didFailWithError:(NSError *)error;
@end
// page: webkit/wkurlschemehandler
NS_SWIFT_UI_ACTOR
@protocol WKURLSchemeHandler <NSObject>
- (void)webView:(WKWebView *)webView startURLSchemeTask:(id<WKURLSchemeTask>)task;
- (void)webView:(WKWebView *)webView stopURLSchemeTask:(id<WKURLSchemeTask>)task;
@end

// page: webkit/wkwebviewconfiguration
NS_SWIFT_UI_ACTOR
@interface WKWebViewConfiguration : NSObject <NSSecureCoding, NSCopying>
@property (nonatomic, strong) WKPreferences *preferences;
@property (nonatomic, strong) WKUserContentController *userContentController;
@property (nonatomic, strong) WKWebsiteDataStore *websiteDataStore;
@property (nonatomic) BOOL suppressesIncrementalRendering;
@property (nullable, nonatomic, copy) NSString *applicationNameForUserAgent;
@property (nonatomic) BOOL limitsNavigationsToAppBoundDomains;
@property (null_resettable, nonatomic, copy) WKWebpagePreferences *defaultWebpagePreferences;
@property (nonatomic) BOOL allowsInlineMediaPlayback;
@property (nonatomic) WKAudiovisualMediaTypes mediaTypesRequiringUserActionForPlayback;
- (void)setURLSchemeHandler:(nullable id<WKURLSchemeHandler>)handler forURLScheme:(NSString *)scheme;
- (nullable id<WKURLSchemeHandler>)urlSchemeHandlerForURLScheme:(NSString *)scheme;
@end
NS_ASSUME_NONNULL_END
