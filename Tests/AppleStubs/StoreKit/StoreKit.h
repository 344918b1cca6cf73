#pragma once
#import <Foundation/Foundation.h>
// page: storekit/skstorereviewcontroller
@interface SKStoreReviewController : NSObject
+ (void)requestReview API_DEPRECATED("Use requestReviewInScene:", ios(10.3, 14.0));
+ (void)requestReviewInScene:(id)scene API_AVAILABLE(ios(14.0));
@end
