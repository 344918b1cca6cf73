// Methods of the app delegate. The protocols find a wrong type of a parameter.
@implementation AppDelegate
@snippet
@end
