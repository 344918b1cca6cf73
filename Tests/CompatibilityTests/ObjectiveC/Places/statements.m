// All other snippets. The parameters are what the documents speak of before the code.
@interface AppDelegate (Snippet) <BrazeInAppMessageUIDelegate>
@end
@implementation AppDelegate (Snippet)
- (void)runWithMessage:(BRZInAppMessageRaw *)message inAppMessage:(BRZInAppMessageRaw *)inAppMessage {
@snippet
}
@end
