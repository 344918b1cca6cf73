// Numbers, bytes, dates, addresses, identifiers, errors.
#pragma once
#import <Foundation/NSCollections.h>

NS_ASSUME_NONNULL_BEGIN
// page: foundation/nsvalue
@interface NSValue : NSObject <NSCopying, NSSecureCoding>
@property (readonly) const char *objCType;
@end
// page: foundation/nsnumber
@interface NSNumber : NSValue
- (NSNumber *)initWithBool:(BOOL)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithInteger:(NSInteger)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithDouble:(double)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
+ (NSNumber *)numberWithBool:(BOOL)value NS_SWIFT_UNAVAILABLE("use 'NSNumber(value:)'");
+ (NSNumber *)numberWithInt:(int)value NS_SWIFT_UNAVAILABLE("use 'NSNumber(value:)'");
+ (NSNumber *)numberWithInteger:(NSInteger)value NS_SWIFT_UNAVAILABLE("use 'NSNumber(value:)'");
+ (NSNumber *)numberWithLongLong:(long long)value NS_SWIFT_UNAVAILABLE("use 'NSNumber(value:)'");
+ (NSNumber *)numberWithDouble:(double)value NS_SWIFT_UNAVAILABLE("use 'NSNumber(value:)'");
@property (readonly) BOOL boolValue;
@property (readonly) float floatValue;
@property (readonly) double doubleValue;
@property (readonly) long long longLongValue NS_SWIFT_NAME(int64Value);
@property (readonly) unsigned long long unsignedLongLongValue NS_SWIFT_NAME(uint64Value);
@property (readonly) NSInteger integerValue NS_SWIFT_NAME(intValue);
@property (readonly) NSUInteger unsignedIntegerValue NS_SWIFT_NAME(uintValue);
@property (readonly, copy) NSString *stringValue;
@end
// page: foundation/nsnull
@interface NSNull : NSObject <NSCopying, NSSecureCoding>
+ (NSNull *)null;
@end

// page: foundation/nsdata
NS_SWIFT_BRIDGE(FoundationEssentials.Data)
@interface NSData : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property (readonly) NSUInteger length;
@property (readonly) const void *bytes;
+ (instancetype)data;
@end
// page: foundation/nsdate
NS_SWIFT_SENDABLE NS_SWIFT_BRIDGE(FoundationEssentials.Date)
@interface NSDate : NSObject <NSCopying, NSSecureCoding>
@property (readonly) NSTimeInterval timeIntervalSinceReferenceDate;
@property (readonly) NSTimeInterval timeIntervalSince1970;
+ (instancetype)date;
+ (instancetype)dateWithTimeIntervalSince1970:(NSTimeInterval)seconds;
@end
// page: foundation/nsurl
NS_SWIFT_SENDABLE NS_SWIFT_BRIDGE(FoundationEssentials.URL)
@interface NSURL : NSObject <NSCopying, NSSecureCoding>
- (nullable instancetype)initWithString:(NSString *)string;
+ (nullable instancetype)URLWithString:(NSString *)string;
+ (NSURL *)fileURLWithPath:(NSString *)path;
@property (nullable, readonly, copy) NSString *absoluteString;
@property (nullable, readonly, copy) NSString *scheme;
@property (nullable, readonly, copy) NSString *host;
@property (nullable, readonly, copy) NSString *path;
@end
// page: foundation/nsuuid
NS_SWIFT_SENDABLE NS_SWIFT_BRIDGE(FoundationEssentials.UUID)
@interface NSUUID : NSObject <NSCopying, NSSecureCoding>
+ (instancetype)UUID;
@property (readonly, copy) NSString *UUIDString;
@end

// page: foundation/nserrordomain
typedef NSString *NSErrorDomain;
// page: foundation/nserroruserinfokey
typedef NSString *NSErrorUserInfoKey;
// page: foundation/nslocalizeddescriptionkey
extern NSErrorUserInfoKey const NSLocalizedDescriptionKey;
// page: foundation/nshelpanchorerrorkey
extern NSErrorUserInfoKey const NSHelpAnchorErrorKey;
// page: foundation/nsunderlyingerrorkey
extern NSErrorUserInfoKey const NSUnderlyingErrorKey;
// page: foundation/nserror
NS_SWIFT_SENDABLE NS_SWIFT_BRIDGE(Swift.Error)
@interface NSError : NSObject <NSCopying, NSSecureCoding>
- (instancetype)initWithDomain:(NSErrorDomain)domain code:(NSInteger)code userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)info NS_DESIGNATED_INITIALIZER;
+ (instancetype)errorWithDomain:(NSErrorDomain)domain code:(NSInteger)code userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)info;
@property (readonly, copy) NSErrorDomain domain;
@property (readonly) NSInteger code;
@property (readonly, copy) NSDictionary<NSErrorUserInfoKey, id> *userInfo;
@property (readonly, copy) NSString *localizedDescription;
@end
NS_ASSUME_NONNULL_END
