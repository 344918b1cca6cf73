// Statements in the app delegate, where the app launches.
@interface AppDelegate (Snippet)
@end
@implementation AppDelegate (Snippet)
- (void)launch:(UIApplication *)application with:(AEReachModule *)reach and:(id<AENotifier>)myNotifier {
  {
@snippet
  }
}
@end
