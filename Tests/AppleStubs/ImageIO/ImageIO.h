// Images in files, and animated images.
#pragma once
#import <CoreGraphics/CoreGraphics.h>
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_BEGIN
// page: imageio/cgimagesource
typedef struct CF_BRIDGED(id) CGImageSource *CGImageSourceRef;
// page: imageio/cgimagesourcecreatewithurl(_:_:)
extern CGImageSourceRef _Nullable CGImageSourceCreateWithURL(CFURLRef url, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
// page: imageio/cgimagesourcecreatewithdata(_:_:)
extern CGImageSourceRef _Nullable CGImageSourceCreateWithData(CFDataRef data, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
// page: imageio/cgimagesourcegetcount(_:)
extern size_t CGImageSourceGetCount(CGImageSourceRef source);
// page: imageio/cgimagesourcecreateimageatindex(_:_:_:)
extern CGImageRef _Nullable CGImageSourceCreateImageAtIndex(CGImageSourceRef source, size_t index, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
// page: imageio/cgimagesourcecreatethumbnailatindex(_:_:_:)
extern CGImageRef _Nullable CGImageSourceCreateThumbnailAtIndex(CGImageSourceRef source, size_t index, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
// page: imageio/cgimagesourcecopypropertiesatindex(_:_:_:)
extern CFDictionaryRef _Nullable CGImageSourceCopyPropertiesAtIndex(CGImageSourceRef source, size_t index, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
// page: imageio/kcgimagesourceshouldcache
extern const CFStringRef kCGImageSourceShouldCache;
// page: imageio/kcgimagesourcecreatethumbnailfromimagealways
extern const CFStringRef kCGImageSourceCreateThumbnailFromImageAlways;
// page: imageio/kcgimagesourcecreatethumbnailwithtransform
extern const CFStringRef kCGImageSourceCreateThumbnailWithTransform;
// page: imageio/kcgimagesourcethumbnailmaxpixelsize
extern const CFStringRef kCGImageSourceThumbnailMaxPixelSize;
// page: imageio/kcgimagepropertypixelwidth
extern const CFStringRef kCGImagePropertyPixelWidth;
// page: imageio/kcgimagepropertypixelheight
extern const CFStringRef kCGImagePropertyPixelHeight;

// page: imageio/cgimagesourceanimationblock
typedef void (^CGImageSourceAnimationBlock)(size_t index, CGImageRef image, bool *stop);
// page: imageio/cganimateimagedatawithblock(_:_:_:)
extern int CGAnimateImageDataWithBlock(CFDataRef data, CFDictionaryRef _Nullable options, CGImageSourceAnimationBlock block);
// page: imageio/cganimateimageaturlwithblock(_:_:_:)
extern int CGAnimateImageAtURLWithBlock(CFURLRef url, CFDictionaryRef _Nullable options, CGImageSourceAnimationBlock block);
// page: imageio/kcgimageanimationstartindex
extern const CFStringRef kCGImageAnimationStartIndex;
// page: imageio/kcgimageanimationdelaytime
extern const CFStringRef kCGImageAnimationDelayTime;
// page: imageio/kcgimageanimationloopcount
extern const CFStringRef kCGImageAnimationLoopCount;
CF_IMPLICIT_BRIDGING_END
NS_ASSUME_NONNULL_END
