// Drawing: colours, images, paths.
#pragma once
#import <CoreFoundation/CoreFoundation.h>

NS_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_BEGIN
// page: coregraphics/cgrectzero
extern const CGRect CGRectZero NS_SWIFT_UNAVAILABLE("use CGRect.zero");
// page: coregraphics/cgrectmake(_:_:_:_:)
static inline CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat width, CGFloat height) NS_SWIFT_UNAVAILABLE("use CGRect(x:y:width:height:)") { return (CGRect){{x, y}, {width, height}}; }
// page: coregraphics/cgcolor
typedef struct CF_BRIDGED(id) CGColor *CGColorRef;
// page: coregraphics/cgcolor/alpha
extern CGFloat CGColorGetAlpha(CGColorRef _Nullable color) NS_SWIFT_NAME(getter:CGColorRef.alpha(self:));
// page: coregraphics/cgimage
typedef struct CF_BRIDGED(id) CGImage *CGImageRef;
// page: coregraphics/cgimage/width
extern size_t CGImageGetWidth(CGImageRef _Nullable image) NS_SWIFT_NAME(getter:CGImageRef.width(self:));
// page: coregraphics/cgimage/height
extern size_t CGImageGetHeight(CGImageRef _Nullable image) NS_SWIFT_NAME(getter:CGImageRef.height(self:));
// page: coregraphics/cgpath
typedef const struct CF_BRIDGED(id) CGPath *CGPathRef;
// page: coregraphics/cgpath/boundingboxofpath
extern CGRect CGPathGetPathBoundingBox(CGPathRef _Nullable path) NS_SWIFT_NAME(getter:CGPathRef.boundingBoxOfPath(self:));
CF_IMPLICIT_BRIDGING_END
NS_ASSUME_NONNULL_END
