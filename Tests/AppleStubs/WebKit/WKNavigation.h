// Where a page may go, and what it may ask.
#pragma once
#import <UIKit/UIKit.h>
#import <WebKit/WKScripts.h>

NS_ASSUME_NONNULL_BEGIN
@class WKWebView, WKWebViewConfiguration, WKWebpagePreferences;

// page: webkit/wknavigation
NS_SWIFT_UI_ACTOR
@interface WKNavigation : NSObject
@end
// page: webkit/wknavigationtype
typedef NS_ENUM(NSInteger, WKNavigationType) {
  WKNavigationTypeLinkActivated,
  WKNavigationTypeFormSubmitted,
  WKNavigationTypeBackForward,
  WKNavigationTypeReload,
  WKNavigationTypeFormResubmitted,
  WKNavigationTypeOther = -1,
};
// page: webkit/wknavigationactionpolicy
typedef NS_ENUM(NSInteger, WKNavigationActionPolicy) {
  WKNavigationActionPolicyCancel,
  WKNavigationActionPolicyAllow,
  WKNavigationActionPolicyDownload,
};
// page: webkit/wknavigationresponsepolicy
typedef NS_ENUM(NSInteger, WKNavigationResponsePolicy) {
  WKNavigationResponsePolicyCancel,
  WKNavigationResponsePolicyAllow,
  WKNavigationResponsePolicyDownload,
};
// page: webkit/wknavigationaction
NS_SWIFT_UI_ACTOR
@interface WKNavigationAction : NSObject
@property (nonatomic, readonly, copy) WKFrameInfo *sourceFrame;
@property (nullable, nonatomic, readonly, copy) WKFrameInfo *targetFrame;
@property (nonatomic, readonly) WKNavigationType navigationType;
@property (nonatomic, readonly, copy) NSURLRequest *request;
@property (nonatomic, readonly) BOOL shouldPerformDownload;
@end
// page: webkit/wknavigationresponse
NS_SWIFT_UI_ACTOR
@interface WKNavigationResponse : NSObject
@property (nonatomic, readonly, getter=isForMainFrame) BOOL forMainFrame;
@property (nonatomic, readonly, copy) NSURLResponse *response;
@property (nonatomic, readonly) BOOL canShowMIMEType;
@end
// page: webkit/wknavigationdelegate
NS_SWIFT_UI_ACTOR
@protocol WKNavigationDelegate <NSObject>
@optional
- (void)webView:(WKWebView *)webView decidePolicyForNavigationAction:(WKNavigationAction *)action decisionHandler:(void (^NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(WKNavigationActionPolicy policy))handler NS_SWIFT_ASYNC(3);
- (void)webView:(WKWebView *)webView decidePolicyForNavigationAction:(WKNavigationAction *)action preferences:(WKWebpagePreferences *)preferences decisionHandler:(void (^NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(WKNavigationActionPolicy policy, WKWebpagePreferences *preferences))handler NS_SWIFT_ASYNC(4);
- (void)webView:(WKWebView *)webView decidePolicyForNavigationResponse:(WKNavigationResponse *)response decisionHandler:(void (^NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(WKNavigationResponsePolicy policy))handler NS_SWIFT_ASYNC(3);
- (void)webView:(WKWebView *)webView didStartProvisionalNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didReceiveServerRedirectForProvisionalNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didFailProvisionalNavigation:(null_unspecified WKNavigation *)navigation withError:(NSError *)error;
- (void)webView:(WKWebView *)webView didCommitNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didFinishNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didFailNavigation:(null_unspecified WKNavigation *)navigation withError:(NSError *)error;
- (void)webView:(WKWebView *)webView didReceiveAuthenticationChallenge:(NSURLAuthenticationChallenge *)challenge completionHandler:(void (^NS_SWIFT_UI_ACTOR NS_SWIFT_SENDABLE)(NSURLSessionAuthChallengeDisposition disposition, NSURLCredential *_Nullable credential))handler NS_SWIFT_ASYNC_NAME(webView(_:respondTo:));
- (void)webViewWebContentProcessDidTerminate:(WKWebView *)webView;
@end

// page: webkit/wkwindowfeatures
NS_SWIFT_UI_ACTOR
@interface WKWindowFeatures : NSObject
@end
// page: webkit/wkpermissiondecision
typedef NS_ENUM(NSInteger, WKPermissionDecision) {
  WKPermissionDecisionPrompt,
  WKPermissionDecisionGrant,
  WKPermissionDecisionDeny,
};
// page: webkit/wkmediacapturetype
typedef NS_ENUM(NSInteger, WKMediaCaptureType) {
  WKMediaCaptureTypeCamera,
  WKMediaCaptureTypeMicrophone,
  WKMediaCaptureTypeCameraAndMicrophone,
};
// page: webkit/wkuidelegate
NS_SWIFT_UI_ACTOR
@protocol WKUIDelegate <NSObject>
@optional
- (nullable WKWebView *)webView:(WKWebView *)webView createWebViewWithConfiguration:(WKWebViewConfiguration *)configuration forNavigationAction:(WKNavigationAction *)action windowFeatures:(WKWindowFeatures *)features;
- (void)webViewDidClose:(WKWebView *)webView;
- (void)webView:(WKWebView *)webView runJavaScriptAlertPanelWithMessage:(NSString *)message initiatedByFrame:(WKFrameInfo *)frame completionHandler:(void (^NS_SWIFT_UI_ACTOR)(void))handler;
- (void)webView:(WKWebView *)webView runJavaScriptConfirmPanelWithMessage:(NSString *)message initiatedByFrame:(WKFrameInfo *)frame completionHandler:(void (^NS_SWIFT_UI_ACTOR)(BOOL result))handler;
- (void)webView:(WKWebView *)webView runJavaScriptTextInputPanelWithPrompt:(NSString *)prompt defaultText:(nullable NSString *)text initiatedByFrame:(WKFrameInfo *)frame completionHandler:(void (^NS_SWIFT_UI_ACTOR)(NSString *_Nullable result))handler;
- (void)webView:(WKWebView *)webView requestMediaCapturePermissionForOrigin:(WKSecurityOrigin *)origin initiatedByFrame:(WKFrameInfo *)frame type:(WKMediaCaptureType)type decisionHandler:(void (^NS_SWIFT_UI_ACTOR)(WKPermissionDecision decision))handler NS_SWIFT_ASYNC_NAME(webView(_:decideMediaCapturePermissionsFor:initiatedBy:type:)) NS_SWIFT_ASYNC(5);
@end
NS_ASSUME_NONNULL_END
