// Statements in a controller of the app.
@interface ShopController : UIViewController
@end
@implementation ShopController
- (void)viewDidLoad {
@snippet
}
@end
