// Requests, responses and sessions.
#pragma once
#import <Foundation/NSFiles.h>

NS_ASSUME_NONNULL_BEGIN
@class NSURLSession, NSURLSessionDataTask, NSURLSessionDownloadTask;

// page: foundation/nsurlerrordomain
extern NSErrorDomain const NSURLErrorDomain;
// page: foundation/1508628-url-loading-system-error-codes
enum : NSInteger {
  NSURLErrorUnknown = -1,
  NSURLErrorCancelled = -999,
  NSURLErrorBadURL = -1000,
  NSURLErrorTimedOut = -1001,
  NSURLErrorNotConnectedToInternet = -1009,
};
// page: foundation/nsurlrequest/cachepolicy-swift.enum
typedef NS_ENUM(NSUInteger, NSURLRequestCachePolicy) {
  NSURLRequestUseProtocolCachePolicy = 0,
  NSURLRequestReloadIgnoringLocalCacheData = 1,
  NSURLRequestReturnCacheDataElseLoad = 2,
  NSURLRequestReturnCacheDataDontLoad = 3,
} NS_SWIFT_NAME(NSURLRequest.CachePolicy);
// page: foundation/nsurlrequest
NS_SWIFT_BRIDGE(Foundation.URLRequest)
@interface NSURLRequest : NSObject <NSSecureCoding, NSCopying, NSMutableCopying>
+ (instancetype)requestWithURL:(NSURL *)url;
- (instancetype)initWithURL:(NSURL *)url;
@property (nullable, readonly, copy) NSURL *URL;
@property (nullable, readonly, copy) NSString *HTTPMethod NS_SWIFT_NAME(httpMethod);
@end
// page: foundation/urlresponse
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLResponse)
@interface NSURLResponse : NSObject <NSSecureCoding, NSCopying>
- (instancetype)initWithURL:(NSURL *)url MIMEType:(nullable NSString *)type expectedContentLength:(NSInteger)length textEncodingName:(nullable NSString *)name NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(url:mimeType:expectedContentLength:textEncodingName:));
@property (nullable, readonly, copy) NSURL *URL;
@property (nullable, readonly, copy) NSString *MIMEType NS_SWIFT_NAME(mimeType);
@property (readonly) long long expectedContentLength;
@end
// page: foundation/httpurlresponse
NS_SWIFT_SENDABLE NS_SWIFT_NAME(HTTPURLResponse)
@interface NSHTTPURLResponse : NSURLResponse
- (nullable instancetype)initWithURL:(NSURL *)url statusCode:(NSInteger)code HTTPVersion:(nullable NSString *)version headerFields:(nullable NSDictionary<NSString *, NSString *> *)fields NS_SWIFT_NAME(init(url:statusCode:httpVersion:headerFields:));
@property (readonly) NSInteger statusCode;
@property (readonly, copy) NSDictionary *allHeaderFields;
- (nullable NSString *)valueForHTTPHeaderField:(NSString *)field NS_SWIFT_NAME(value(forHTTPHeaderField:));
@end

// page: foundation/httpcookiestorage
NS_SWIFT_SENDABLE NS_SWIFT_NAME(HTTPCookieStorage)
@interface NSHTTPCookieStorage : NSObject
@end
// page: foundation/urlcache
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLCache)
@interface NSURLCache : NSObject
@end
// page: foundation/urlcredentialstorage
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLCredentialStorage)
@interface NSURLCredentialStorage : NSObject
@end
// page: foundation/urlcredential
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLCredential)
@interface NSURLCredential : NSObject <NSSecureCoding, NSCopying>
@end
// page: foundation/urlauthenticationchallenge
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLAuthenticationChallenge)
@interface NSURLAuthenticationChallenge : NSObject <NSSecureCoding>
@property (nullable, readonly, copy) NSURLResponse *failureResponse;
@end

// page: foundation/urlsessionconfiguration
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionConfiguration)
@interface NSURLSessionConfiguration : NSObject <NSCopying>
@property (class, readonly, strong) NSURLSessionConfiguration *defaultSessionConfiguration NS_SWIFT_NAME(default);
@property (class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration NS_SWIFT_NAME(ephemeral);
@property NSURLRequestCachePolicy requestCachePolicy;
@property NSTimeInterval timeoutIntervalForRequest;
@property NSTimeInterval timeoutIntervalForResource;
@property BOOL allowsCellularAccess;
@property BOOL waitsForConnectivity;
@property (nullable, copy) NSDictionary *HTTPAdditionalHeaders NS_SWIFT_NAME(httpAdditionalHeaders);
@property BOOL HTTPShouldSetCookies NS_SWIFT_NAME(httpShouldSetCookies);
@property (nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage NS_SWIFT_NAME(httpCookieStorage);
@property (nullable, retain) NSURLCredentialStorage *URLCredentialStorage NS_SWIFT_NAME(urlCredentialStorage);
@property (nullable, retain) NSURLCache *URLCache NS_SWIFT_NAME(urlCache);
@end
// page: foundation/urlsession/authchallengedisposition
typedef NS_ENUM(NSInteger, NSURLSessionAuthChallengeDisposition) {
  NSURLSessionAuthChallengeUseCredential = 0,
  NSURLSessionAuthChallengePerformDefaultHandling = 1,
  NSURLSessionAuthChallengeCancelAuthenticationChallenge = 2,
  NSURLSessionAuthChallengeRejectProtectionSpace = 3,
} NS_SWIFT_NAME(NSURLSession.AuthChallengeDisposition);
// page: foundation/urlsession/responsedisposition
typedef NS_ENUM(NSInteger, NSURLSessionResponseDisposition) {
  NSURLSessionResponseCancel = 0,
  NSURLSessionResponseAllow = 1,
  NSURLSessionResponseBecomeDownload = 2,
  NSURLSessionResponseBecomeStream = 3,
} NS_SWIFT_NAME(NSURLSession.ResponseDisposition);

// page: foundation/urlsessiontask
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionTask)
@interface NSURLSessionTask : NSObject <NSCopying>
@property (readonly) NSUInteger taskIdentifier;
@property (nullable, readonly, copy) NSURLRequest *originalRequest;
@property (nullable, readonly, copy) NSURLRequest *currentRequest;
@property (nullable, readonly, copy) NSURLResponse *response;
@property (nullable, readonly, copy) NSError *error;
- (void)resume;
- (void)suspend;
- (void)cancel;
@end
// page: foundation/urlsessiondatatask
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDataTask)
@interface NSURLSessionDataTask : NSURLSessionTask
@end
// page: foundation/urlsessiondownloadtask
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDownloadTask)
@interface NSURLSessionDownloadTask : NSURLSessionTask
@end

// page: foundation/urlsessiondelegate
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDelegate)
@protocol NSURLSessionDelegate <NSObject>
@optional
- (void)URLSession:(NSURLSession *)session didBecomeInvalidWithError:(nullable NSError *)error;
@end
// page: foundation/urlsessiontaskdelegate
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionTaskDelegate)
@protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task willPerformHTTPRedirection:(NSHTTPURLResponse *)response newRequest:(NSURLRequest *)request completionHandler:(NS_SWIFT_SENDABLE void (^)(NSURLRequest *_Nullable))handler;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge completionHandler:(NS_SWIFT_SENDABLE void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *_Nullable))handler;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didCompleteWithError:(nullable NSError *)error;
@end
// page: foundation/urlsessiondatadelegate
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDataDelegate)
@protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@optional
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)task didReceiveResponse:(NSURLResponse *)response completionHandler:(NS_SWIFT_SENDABLE void (^)(NSURLSessionResponseDisposition))handler;
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)task didReceiveData:(NSData *)data;
@end
// page: foundation/urlsessiondownloaddelegate
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDownloadDelegate)
@protocol NSURLSessionDownloadDelegate <NSURLSessionTaskDelegate>
- (void)URLSession:(NSURLSession *)session downloadTask:(NSURLSessionDownloadTask *)task didFinishDownloadingToURL:(NSURL *)location;
@optional
- (void)URLSession:(NSURLSession *)session downloadTask:(NSURLSessionDownloadTask *)task didWriteData:(long long)bytes totalBytesWritten:(long long)total totalBytesExpectedToWrite:(long long)expected;
@end
// page: foundation/urlsession
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSession)
@interface NSURLSession : NSObject
@property (class, readonly, strong) NSURLSession *sharedSession NS_SWIFT_NAME(shared);
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration;
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration delegate:(nullable id<NSURLSessionDelegate>)delegate delegateQueue:(nullable NSOperationQueue *)queue;
@property (readonly, retain) NSOperationQueue *delegateQueue;
@property (nullable, readonly, retain) id<NSURLSessionDelegate> delegate;
@property (readonly, copy) NSURLSessionConfiguration *configuration;
- (void)finishTasksAndInvalidate;
- (void)invalidateAndCancel;
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request;
- (NSURLSessionDownloadTask *)downloadTaskWithURL:(NSURL *)url;
- (NSURLSessionDownloadTask *)downloadTaskWithURL:(NSURL *)url completionHandler:(NS_SWIFT_SENDABLE void (^)(NSURL *_Nullable location, NSURLResponse *_Nullable response, NSError *_Nullable error))handler NS_SWIFT_DISABLE_ASYNC;
@end
NS_ASSUME_NONNULL_END
