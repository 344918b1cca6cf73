// Snippets that begin with - and have no body, with or without a semicolon. They get one, because only then clang compares their types.
@interface AppDelegate () <BrazeInAppMessageUIDelegate>
@end
@implementation AppDelegate
@snippet
{
  __builtin_trap();
}
@end
