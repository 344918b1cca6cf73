// Notifications inside a process.
#pragma once
#import <Foundation/NSLocks.h>

NS_ASSUME_NONNULL_BEGIN
// page: foundation/nsnotification/name-swift.struct
typedef NSString *NSNotificationName NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSNotification.Name);
// page: foundation/nsnotification
NS_SWIFT_BRIDGE(Foundation.Notification)
@interface NSNotification : NSObject <NSCopying, NSCoding>
@property (readonly, copy) NSNotificationName name;
@property (nullable, readonly, retain) id object;
@property (nullable, readonly, copy) NSDictionary *userInfo;
- (instancetype)initWithName:(NSNotificationName)name object:(nullable id)object userInfo:(nullable NSDictionary *)userInfo NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
// page: foundation/notificationcenter
NS_SWIFT_SENDABLE NS_SWIFT_NAME(NotificationCenter)
@interface NSNotificationCenter : NSObject
@property (class, readonly, strong) NSNotificationCenter *defaultCenter NS_SWIFT_NAME(default);
- (void)addObserver:(id)observer selector:(SEL)selector name:(nullable NSNotificationName)name object:(nullable id)object;
- (void)postNotification:(NSNotification *)notification NS_SWIFT_NAME(post(_:));
- (void)postNotificationName:(NSNotificationName)name object:(nullable id)object NS_SWIFT_NAME(post(name:object:));
- (void)postNotificationName:(NSNotificationName)name object:(nullable id)object userInfo:(nullable NSDictionary *)userInfo NS_SWIFT_NAME(post(name:object:userInfo:));
- (void)removeObserver:(id)observer;
- (void)removeObserver:(id)observer name:(nullable NSNotificationName)name object:(nullable id)object;
- (id<NSObject>)addObserverForName:(nullable NSNotificationName)name object:(nullable id)object queue:(nullable NSOperationQueue *)queue usingBlock:(NS_SWIFT_SENDABLE void (^)(NSNotification *notification))block;
@end
NS_ASSUME_NONNULL_END
