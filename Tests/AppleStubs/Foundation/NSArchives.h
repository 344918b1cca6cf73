// Archives of objects.
#pragma once
#import <Foundation/NSValues.h>

NS_ASSUME_NONNULL_BEGIN
// page: foundation/nscoder
@interface NSCoder (Archives)
- (void)encodeObject:(nullable id)object forKey:(NSString *)key;
- (nullable id)decodeObjectForKey:(NSString *)key;
@end
// page: foundation/nscoder/decodingfailurepolicy-swift.enum
typedef NS_ENUM(NSInteger, NSDecodingFailurePolicy) {
  NSDecodingFailurePolicyRaiseException,
  NSDecodingFailurePolicySetErrorAndReturn,
} NS_SWIFT_NAME(NSCoder.DecodingFailurePolicy);
// page: foundation/nskeyedarchiverootobjectkey
extern NSString *const NSKeyedArchiveRootObjectKey;
// page: foundation/nskeyedarchiver
@interface NSKeyedArchiver : NSCoder
+ (nullable NSData *)archivedDataWithRootObject:(id)object requiringSecureCoding:(BOOL)requiresSecureCoding error:(NSError **)error;
@end
// page: foundation/nskeyedunarchiver
@interface NSKeyedUnarchiver : NSCoder
- (nullable instancetype)initForReadingFromData:(NSData *)data error:(NSError **)error NS_DESIGNATED_INITIALIZER;
@property BOOL requiresSecureCoding;
@property NSDecodingFailurePolicy decodingFailurePolicy;
- (void)finishDecoding;
@end
NS_ASSUME_NONNULL_END
