// Locks and operation queues.
#pragma once
#import <Foundation/NSValues.h>

NS_ASSUME_NONNULL_BEGIN
// page: foundation/nslocking
@protocol NSLocking
- (void)lock;
- (void)unlock;
@end
// page: foundation/nslock
NS_SWIFT_SENDABLE
@interface NSLock : NSObject <NSLocking>
- (BOOL)tryLock NS_SWIFT_NAME(try());
@property (nullable, copy) NSString *name;
@end
// page: foundation/nsrecursivelock
NS_SWIFT_SENDABLE
@interface NSRecursiveLock : NSObject <NSLocking>
- (BOOL)tryLock NS_SWIFT_NAME(try());
@property (nullable, copy) NSString *name;
@end
// page: foundation/operationqueue
NS_SWIFT_SENDABLE NS_SWIFT_NAME(OperationQueue)
@interface NSOperationQueue : NSObject
@property (class, readonly, strong) NSOperationQueue *mainQueue NS_SWIFT_NAME(main);
@property (class, readonly, strong, nullable) NSOperationQueue *currentQueue NS_SWIFT_NAME(current);
@property NSInteger maxConcurrentOperationCount;
@property (nullable, copy) NSString *name;
- (void)addOperationWithBlock:(NS_SWIFT_SENDABLE void (^)(void))block NS_SWIFT_DISABLE_ASYNC;
@end
NS_ASSUME_NONNULL_END
