// Exceptions and index paths.
#pragma once
#import <Foundation/NSString.h>

NS_ASSUME_NONNULL_BEGIN
// page: foundation/nsexceptionname
typedef NSString *NSExceptionName NS_TYPED_EXTENSIBLE_ENUM;
// page: foundation/nsexceptionname/invalidargumentexception
extern NSExceptionName const NSInvalidArgumentException;
// page: foundation/nsexceptionname/internalinconsistencyexception
extern NSExceptionName const NSInternalInconsistencyException;
// page: foundation/nsexception
NS_SWIFT_SENDABLE
@interface NSException : NSObject
@property (readonly, copy) NSExceptionName name;
@property (nullable, readonly, copy) NSString *reason;
+ (void)raise:(NSExceptionName)name format:(NSString *)format, ...;
@end
// page: foundation/nsindexpath
NS_SWIFT_BRIDGE(FoundationEssentials.IndexPath)
@interface NSIndexPath : NSObject <NSCopying>
@property (readonly) NSUInteger length;
@end
NS_ASSUME_NONNULL_END
