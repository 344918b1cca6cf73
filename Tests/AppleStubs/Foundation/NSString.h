// Text.
#pragma once
#import <Foundation/NSBase.h>

NS_ASSUME_NONNULL_BEGIN
@class NSDictionary<Key, Value>, NSArray<Element>;

// page: foundation/nsstring/compareoptions
typedef NS_OPTIONS(NSUInteger, NSStringCompareOptions) {
  NSCaseInsensitiveSearch NS_SWIFT_NAME(caseInsensitive) = 1,
  NSLiteralSearch NS_SWIFT_NAME(literal) = 2,
  NSBackwardsSearch NS_SWIFT_NAME(backwards) = 4,
  NSAnchoredSearch NS_SWIFT_NAME(anchored) = 8,
  NSNumericSearch NS_SWIFT_NAME(numeric) = 64,
  NSDiacriticInsensitiveSearch NS_SWIFT_NAME(diacriticInsensitive) = 128,
  NSWidthInsensitiveSearch NS_SWIFT_NAME(widthInsensitive) = 256,
  NSForcedOrderingSearch NS_SWIFT_NAME(forcedOrdering) = 512,
  NSRegularExpressionSearch NS_SWIFT_NAME(regularExpression) = 1024,
} NS_SWIFT_NAME(NSString.CompareOptions);
// page: foundation/nsstring
NS_SWIFT_BRIDGE(Swift.String)
@interface NSString : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property (readonly) NSUInteger length;
- (unsigned short)characterAtIndex:(NSUInteger)index;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
+ (instancetype)string;
+ (instancetype)stringWithFormat:(NSString *)format, ... NS_SWIFT_UNAVAILABLE("use 'String(format:)'");
- (NSString *)stringByAppendingString:(NSString *)string;
- (NSString *)stringByAppendingFormat:(NSString *)format, ... NS_SWIFT_UNAVAILABLE("use 'appendingFormat(_:_:)'");
- (NSString *)substringFromIndex:(NSUInteger)from;
- (NSString *)substringToIndex:(NSUInteger)to;
- (NSString *)stringByReplacingOccurrencesOfString:(NSString *)target withString:(NSString *)replacement;
- (BOOL)hasPrefix:(NSString *)prefix;
- (BOOL)hasSuffix:(NSString *)suffix;
- (BOOL)containsString:(NSString *)string;
- (BOOL)isEqualToString:(NSString *)string;
@property (readonly, copy) NSString *lowercaseString NS_SWIFT_NAME(lowercased);
@property (readonly, copy) NSString *uppercaseString NS_SWIFT_NAME(uppercased);
@property (readonly, copy) NSString *lastPathComponent;
@property (readonly, copy) NSString *pathExtension;
@property (readonly) NSInteger integerValue;
@property (readonly) double doubleValue;
@property (readonly) BOOL boolValue;
@property (nullable, readonly, copy) NSString *stringByRemovingPercentEncoding;
@end
// page: foundation/nsmutablestring
@interface NSMutableString : NSString
- (void)appendString:(NSString *)string;
- (void)setString:(NSString *)string;
@end

// page: foundation/nsattributedstring/key
typedef NSString *NSAttributedStringKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSAttributedString.Key);
// page: foundation/nsattributedstring
@interface NSAttributedString : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property (readonly, copy) NSString *string;
@property (readonly) NSUInteger length;
- (instancetype)initWithString:(NSString *)string;
- (instancetype)initWithString:(NSString *)string attributes:(nullable NSDictionary<NSAttributedStringKey, id> *)attributes;
- (instancetype)initWithAttributedString:(NSAttributedString *)string;
@end
// page: foundation/nsmutableattributedstring
@interface NSMutableAttributedString : NSAttributedString
- (void)setAttributes:(nullable NSDictionary<NSAttributedStringKey, id> *)attributes range:(NSRange)range;
- (void)addAttribute:(NSAttributedStringKey)name value:(id)value range:(NSRange)range;
- (void)addAttributes:(NSDictionary<NSAttributedStringKey, id> *)attributes range:(NSRange)range;
- (void)appendAttributedString:(NSAttributedString *)string;
@end
// page: foundation/nsstringfromclass(_:)
extern NSString *NSStringFromClass(Class type);
NS_ASSUME_NONNULL_END
