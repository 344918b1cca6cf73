// The C types below Foundation, and the geometry that all frameworks share.
#pragma once
#import <Darwin/Darwin.h>
#import <ObjectiveC/ObjectiveC.h>

// compiler: the attributes of types and functions of C
#define CF_BRIDGED(type) __attribute__((objc_bridge(type)))
#define CF_RETURNS_RETAINED __attribute__((cf_returns_retained))
#define CF_IMPLICIT_BRIDGING_BEGIN _Pragma("clang arc_cf_code_audited begin")
#define CF_IMPLICIT_BRIDGING_END _Pragma("clang arc_cf_code_audited end")

NS_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_BEGIN
@class NSString, NSArray, NSDictionary, NSData, NSURL;

// page: corefoundation/cftyperef
typedef const void *CFTypeRef;
// page: corefoundation/cftypeid
typedef unsigned long CFTypeID;
// page: corefoundation/cfindex
typedef long CFIndex;
// page: corefoundation/cftimeinterval
typedef double CFTimeInterval;
// page: corefoundation/cfstring
typedef const struct CF_BRIDGED(NSString) __CFString *CFStringRef;
// page: corefoundation/cfdictionary
typedef const struct CF_BRIDGED(NSDictionary) __CFDictionary *CFDictionaryRef;
// page: corefoundation/cfdata
typedef const struct CF_BRIDGED(NSData) __CFData *CFDataRef;
// page: corefoundation/cfurl
typedef const struct CF_BRIDGED(NSURL) __CFURL *CFURLRef;
// page: corefoundation/cfgettypeid(_:)
extern CFTypeID CFGetTypeID(CFTypeRef value);
// page: corefoundation/cfbooleangettypeid()
extern CFTypeID CFBooleanGetTypeID(void);

// page: corefoundation/cgfloat
typedef double CGFloat;
// page: corefoundation/cgpoint
struct CGPoint { CGFloat x; CGFloat y; };
// page: corefoundation/cgpoint
typedef struct CGPoint CGPoint;
// page: corefoundation/cgsize
struct CGSize { CGFloat width; CGFloat height; };
// page: corefoundation/cgsize
typedef struct CGSize CGSize;
// page: corefoundation/cgvector
struct CGVector { CGFloat dx; CGFloat dy; };
// page: corefoundation/cgvector
typedef struct CGVector CGVector;
// page: corefoundation/cgrect
struct CGRect { CGPoint origin; CGSize size; };
// page: corefoundation/cgrect
typedef struct CGRect CGRect;
// page: corefoundation/cgaffinetransform
struct CGAffineTransform { CGFloat a, b, c, d; CGFloat tx, ty; };
// page: corefoundation/cgaffinetransform
typedef struct CGAffineTransform CGAffineTransform;
CF_IMPLICIT_BRIDGING_END
NS_ASSUME_NONNULL_END
