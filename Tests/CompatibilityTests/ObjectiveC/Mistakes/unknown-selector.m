// wanted: no visible @interface for 'BrazeInAppMessageUI' declares the selector 'presentTwice'
@implementation AppDelegate (Mistake)
- (void)mistake:(BrazeInAppMessageUI *)ui {
  [ui presentTwice];
}
@end
