// wanted: conflicting parameter types
@interface AppDelegate () <BrazeInAppMessageUIDelegate>
@end
@implementation AppDelegate
- (void)inAppMessage:(BrazeInAppMessageUI *)ui prepareWith:(BRZInAppMessageRaw *)context {
}
@end
