// wanted: incompatible pointer types assigning to 'NSURL * _Nullable' from 'NSString *'
@implementation AppDelegate (Mistake)
- (void)mistake:(BRZInAppMessageRaw *)message {
  message.url = @"https://example.test";
}
@end
