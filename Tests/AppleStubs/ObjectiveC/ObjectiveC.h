// The root of Objective-C: its types, and NSObject.
#pragma once
#import <ObjectiveC/Macros.h>

#include <stdbool.h>

// page: objectivec/bool
typedef bool BOOL;
// page: objectivec/yes
#define YES ((BOOL)1)
#define NO ((BOOL)0)
// page: objectivec/nil
#define nil ((id)0)
// page: objectivec/nsinteger
typedef long NSInteger;
// page: objectivec/nsuinteger
typedef unsigned long NSUInteger;
// page: foundation/nszone
typedef struct _NSZone NSZone;

NS_ASSUME_NONNULL_BEGIN
@class NSString, NSMethodSignature;

// page: objectivec/nsobjectprotocol
@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@property (readonly) NSUInteger hash;
@property (readonly) Class superclass;
- (Class)class NS_SWIFT_UNAVAILABLE("use 'type(of: anObject)' instead");
- (instancetype)self;
- (BOOL)isKindOfClass:(Class)type;
- (BOOL)isMemberOfClass:(Class)type;
- (BOOL)conformsToProtocol:(Protocol *)protocol;
- (BOOL)respondsToSelector:(SEL)selector;
@property (readonly, copy) NSString *description;
@optional
@property (readonly, copy) NSString *debugDescription;
@end

// page: objectivec/nsobject-swift.class
__attribute__((objc_root_class)) @interface NSObject <NSObject>
+ (void)load;
+ (void)initialize;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
+ (instancetype)new NS_SWIFT_UNAVAILABLE("use object initializers instead");
+ (instancetype)alloc NS_SWIFT_UNAVAILABLE("use object initializers instead");
- (void)dealloc NS_SWIFT_UNAVAILABLE("use 'deinit' to define a de-initializer");
- (id)copy;
- (id)mutableCopy;
+ (BOOL)instancesRespondToSelector:(SEL)selector;
+ (BOOL)conformsToProtocol:(Protocol *)protocol;
+ (BOOL)isSubclassOfClass:(Class)type NS_SWIFT_UNAVAILABLE("");
+ (Class)superclass;
+ (Class)class NS_SWIFT_UNAVAILABLE("use 'aClass.self' instead");
@end
NS_ASSUME_NONNULL_END
