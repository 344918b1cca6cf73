// Asking for a review. The rest of StoreKit is not used, and of macOS only that the module is there.
#pragma once
#if !TARGET_OS_OSX
#import <UIKit/UIKit.h>

NS_ASSUME_NONNULL_BEGIN
// page: storekit/skstorereviewcontroller
API_UNAVAILABLE(tvos) NS_SWIFT_UI_ACTOR
@interface SKStoreReviewController : NSObject
+ (void)requestReview API_DEPRECATED("Use AppStore.requestReview(in:) instead", ios(10.3, 14.0), visionos(1.0, 1.0));
+ (void)requestReviewInScene:(UIWindowScene *)scene API_DEPRECATED("Use AppStore.requestReview(in:) instead", ios(14.0, 18.0), visionos(1.0, 2.0));
@end
NS_ASSUME_NONNULL_END
#endif
