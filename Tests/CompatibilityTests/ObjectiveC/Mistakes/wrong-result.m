// wanted: conflicting return type
@interface AppDelegate () <BrazeInAppMessageUIDelegate>
@end
@implementation AppDelegate
- (BOOL)inAppMessage:(BrazeInAppMessageUI *)ui displayChoiceForMessage:(BRZInAppMessageRaw *)message {
  return YES;
}
@end
