// What Foundation's other headers need: copying, coding, enumeration.
#pragma once
#import <ObjectiveC/ObjectiveC.h>

NS_ASSUME_NONNULL_BEGIN
@class NSString, NSData, NSDate, NSURL, NSError, NSCoder;

// page: foundation/timeinterval
typedef double NSTimeInterval NS_SWIFT_NAME(TimeInterval);
// page: foundation/nsrange-c.struct
typedef struct _NSRange { NSUInteger location; NSUInteger length; } NSRange;
// page: foundation/nscomparisonresult
typedef NS_CLOSED_ENUM(NSInteger, NSComparisonResult) { NSOrderedAscending = -1L, NSOrderedSame, NSOrderedDescending } NS_SWIFT_NAME(ComparisonResult);
// page: foundation/nslog
extern void NSLog(NSString *format, ...);

// page: foundation/nscopying
@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end
// page: foundation/nsmutablecopying
@protocol NSMutableCopying
- (id)mutableCopyWithZone:(nullable NSZone *)zone;
@end
// page: foundation/nscoding
@protocol NSCoding
- (void)encodeWithCoder:(NSCoder *)coder;
- (nullable instancetype)initWithCoder:(NSCoder *)coder;
@end
// page: foundation/nssecurecoding
@protocol NSSecureCoding <NSCoding>
@property (class, readonly) BOOL supportsSecureCoding;
@end
// page: foundation/nscoder
@interface NSCoder : NSObject
@end

// page: foundation/nsfastenumerationstate
typedef struct { unsigned long state; id __unsafe_unretained _Nullable *_Nullable itemsPtr; unsigned long *_Nullable mutationsPtr; unsigned long extra[5]; } NSFastEnumerationState;
// page: foundation/nsfastenumeration
@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state objects:(id __unsafe_unretained _Nullable [_Nonnull])buffer count:(NSUInteger)count;
@end
NS_ASSUME_NONNULL_END
