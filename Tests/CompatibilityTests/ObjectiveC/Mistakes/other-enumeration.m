// wanted: implicit conversion from enumeration type
@implementation AppDelegate (Mistake)
- (void)mistake:(BRZInAppMessageRaw *)message {
  message.slideFrom = BRZInAppMessageRawTypeModal;
}
@end
