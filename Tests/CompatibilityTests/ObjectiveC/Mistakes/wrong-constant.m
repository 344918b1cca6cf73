// wanted: use of undeclared identifier 'BRZInAppMessageRawTypeBanner'
@implementation AppDelegate (Mistake)
- (void)mistake:(BRZInAppMessageRaw *)message {
  message.type = BRZInAppMessageRawTypeBanner;
}
@end
