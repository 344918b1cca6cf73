// wanted: cannot subclass a class that was declared with the 'objc_subclassing_restricted' attribute
@interface MyContent : AEReachAnnouncement
@end
@implementation MyContent
@end
