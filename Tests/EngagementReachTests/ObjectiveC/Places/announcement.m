// Methods of a controller of announcements.
@implementation MyCustomAnnouncementViewController
@snippet
@end
