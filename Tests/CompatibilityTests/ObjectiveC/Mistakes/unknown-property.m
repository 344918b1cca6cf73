// wanted: property 'colour' not found on object of type 'BRZInAppMessageRaw *'
@implementation AppDelegate (Mistake)
- (void)mistake:(BRZInAppMessageRaw *)message {
  message.colour = 0xFF112233;
}
@end
