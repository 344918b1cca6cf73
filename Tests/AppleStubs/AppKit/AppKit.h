// The part of AppKit that a client without views uses.
#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN
// page: appkit/nsresponder
NS_SWIFT_UI_ACTOR
@interface NSResponder : NSObject <NSCoding>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
// page: appkit/nsapplication
NS_SWIFT_UI_ACTOR
@interface NSApplication : NSResponder
@property (class, readonly, strong) __kindof NSApplication *sharedApplication NS_SWIFT_NAME(shared);
@property (getter=isActive, readonly) BOOL active;
@property (getter=isHidden, readonly) BOOL hidden;
@end
// page: appkit/nsapp
extern __kindof NSApplication *_Null_unspecified NSApp NS_SWIFT_UI_ACTOR;
// page: appkit/nsapplication/didbecomeactivenotification
extern NSNotificationName const NSApplicationDidBecomeActiveNotification NS_SWIFT_NAME(NSApplication.didBecomeActiveNotification) NS_SWIFT_NONISOLATED;
// page: appkit/nsapplication/didresignactivenotification
extern NSNotificationName const NSApplicationDidResignActiveNotification NS_SWIFT_NAME(NSApplication.didResignActiveNotification) NS_SWIFT_NONISOLATED;
// page: appkit/nsapplication/didfinishlaunchingnotification
extern NSNotificationName const NSApplicationDidFinishLaunchingNotification NS_SWIFT_NAME(NSApplication.didFinishLaunchingNotification) NS_SWIFT_NONISOLATED;
// page: appkit/nsapplication/didhidenotification
extern NSNotificationName const NSApplicationDidHideNotification NS_SWIFT_NAME(NSApplication.didHideNotification) NS_SWIFT_NONISOLATED;
// page: appkit/nsapplication/didunhidenotification
extern NSNotificationName const NSApplicationDidUnhideNotification NS_SWIFT_NAME(NSApplication.didUnhideNotification) NS_SWIFT_NONISOLATED;
// page: appkit/nsapplication/willterminatenotification
extern NSNotificationName const NSApplicationWillTerminateNotification NS_SWIFT_NAME(NSApplication.willTerminateNotification) NS_SWIFT_NONISOLATED;
// page: appkit/nsworkspace
NS_SWIFT_UI_ACTOR
@interface NSWorkspace : NSObject
@property (class, readonly, strong) NSWorkspace *sharedWorkspace NS_SWIFT_NAME(shared);
- (BOOL)openURL:(NSURL *)url NS_SWIFT_DISCARDABLE;
@end
NS_ASSUME_NONNULL_END
