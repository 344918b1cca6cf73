#pragma once
#import <Foundation/Foundation.h>
@interface SKStoreReviewController : NSObject
+ (void)requestReview API_DEPRECATED_IOS("Use requestReviewInScene:", 10.3, 14.0);
+ (void)requestReviewInScene:(id)scene API_AVAILABLE(ios(14.0));
@end
