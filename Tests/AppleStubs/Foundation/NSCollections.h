// Arrays, dictionaries and sets, and enumerators.
#pragma once
#import <Foundation/NSString.h>

NS_ASSUME_NONNULL_BEGIN

// page: foundation/nsenumerator
@interface NSEnumerator<Element> : NSObject <NSFastEnumeration>
- (nullable Element)nextObject;
@property (readonly, copy) NSArray<Element> *allObjects;
@end

// page: foundation/nsarray
NS_SWIFT_BRIDGE(Swift.Array)
@interface NSArray<__covariant Element> : NSObject <NSCopying, NSMutableCopying, NSSecureCoding, NSFastEnumeration>
@property (readonly) NSUInteger count;
- (Element)objectAtIndex:(NSUInteger)index;
- (Element)objectAtIndexedSubscript:(NSUInteger)index;
@property (nullable, nonatomic, readonly) Element firstObject;
@property (nullable, nonatomic, readonly) Element lastObject;
- (BOOL)containsObject:(Element)object;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithObjects:(const Element _Nonnull [_Nullable])objects count:(NSUInteger)count NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
+ (instancetype)array;
+ (instancetype)arrayWithObject:(Element)object;
+ (instancetype)arrayWithObjects:(const Element _Nonnull [_Nonnull])objects count:(NSUInteger)count;
@end
// page: foundation/nsmutablearray
@interface NSMutableArray<Element> : NSArray<Element>
- (void)addObject:(Element)object;
- (void)insertObject:(Element)object atIndex:(NSUInteger)index;
- (void)removeObjectAtIndex:(NSUInteger)index;
- (void)removeAllObjects;
- (void)removeObject:(Element)object;
- (instancetype)initWithCapacity:(NSUInteger)count NS_DESIGNATED_INITIALIZER;
+ (instancetype)arrayWithCapacity:(NSUInteger)count;
@end

// page: foundation/nsdictionary
NS_SWIFT_BRIDGE(Swift.Dictionary)
@interface NSDictionary<__covariant Key, __covariant Value> : NSObject <NSCopying, NSMutableCopying, NSSecureCoding, NSFastEnumeration>
@property (readonly) NSUInteger count;
- (nullable Value)objectForKey:(Key)key;
- (nullable Value)objectForKeyedSubscript:(Key)key;
@property (readonly, copy) NSArray<Key> *allKeys;
@property (readonly, copy) NSArray<Value> *allValues;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
+ (instancetype)dictionary;
+ (instancetype)dictionaryWithObjects:(const Value _Nonnull [_Nullable])objects forKeys:(const Key <NSCopying> _Nonnull [_Nullable])keys count:(NSUInteger)count;
@end
// page: foundation/nsmutabledictionary
@interface NSMutableDictionary<Key, Value> : NSDictionary<Key, Value>
- (void)removeObjectForKey:(Key)key;
- (void)setObject:(Value)object forKey:(Key <NSCopying>)key;
- (void)setObject:(nullable Value)object forKeyedSubscript:(Key <NSCopying>)key;
- (void)addEntriesFromDictionary:(NSDictionary<Key, Value> *)other;
- (void)removeAllObjects;
@end

// page: foundation/nsset
NS_SWIFT_BRIDGE(Swift.Set)
@interface NSSet<__covariant Element> : NSObject <NSCopying, NSMutableCopying, NSSecureCoding, NSFastEnumeration>
@property (readonly) NSUInteger count;
@property (readonly, copy) NSArray<Element> *allObjects;
- (nullable Element)anyObject;
- (BOOL)containsObject:(Element)object;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
+ (instancetype)set;
+ (instancetype)setWithObject:(Element)object;
+ (instancetype)setWithArray:(NSArray<Element> *)array;
@end
// page: foundation/nsmutableset
@interface NSMutableSet<Element> : NSSet<Element>
- (void)addObject:(Element)object;
- (void)removeObject:(Element)object;
@end
NS_ASSUME_NONNULL_END
