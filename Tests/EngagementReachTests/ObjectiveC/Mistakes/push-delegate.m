// wanted: 'setPushDelegate:' is deprecated
@implementation AppDelegate
- (void)applicationDidBecomeActive:(UIApplication *)application {
  [[EngagementAgent shared] setPushDelegate:self];
}
@end
