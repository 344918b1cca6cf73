// Snippets that begin with - and have a body. The protocols find a wrong type of a parameter.
@interface AppDelegate () <BrazeInAppMessageUIDelegate>
@end
@implementation AppDelegate
@snippet
@end
