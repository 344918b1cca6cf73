// wanted: sending 'NSString *
@implementation AppDelegate
- (void)applicationDidBecomeActive:(UIApplication *)application {
  AEReachModule *reach = [AEReachModule moduleWithNotificationIcon:nil];
  [reach registerNotifier:@"notifier" forCategory:kAEReachDefaultCategory];
}
@end
