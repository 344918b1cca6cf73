// wanted: missing sentinel in method dispatch
@implementation AppDelegate
- (void)applicationDidBecomeActive:(UIApplication *)application {
  AEReachModule *reach = [AEReachModule moduleWithNotificationIcon:nil];
  [EngagementAgent init:@"" modules:reach];
}
@end
