// wanted: 'requestReview' is deprecated
@implementation AppDelegate (Mistake)
- (void)mistake {
  [SKStoreReviewController requestReview];
}
@end
