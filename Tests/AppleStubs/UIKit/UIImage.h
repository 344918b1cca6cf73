// Images and symbols.
#pragma once
#import <UIKit/UIColor.h>
#import <UIKit/UIFont.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/uiimage/orientation
typedef NS_ENUM(NSInteger, UIImageOrientation) {
  UIImageOrientationUp,
  UIImageOrientationDown,
  UIImageOrientationLeft,
  UIImageOrientationRight,
} NS_SWIFT_NAME(UIImage.Orientation);
// page: uikit/uiimage/renderingmode-swift.enum
typedef NS_ENUM(NSInteger, UIImageRenderingMode) {
  UIImageRenderingModeAutomatic,
  UIImageRenderingModeAlwaysOriginal,
  UIImageRenderingModeAlwaysTemplate,
} NS_SWIFT_NAME(UIImage.RenderingMode);
// page: uikit/uiimage/symbolweight
typedef NS_ENUM(NSInteger, UIImageSymbolWeight) {
  UIImageSymbolWeightUnspecified = 0,
  UIImageSymbolWeightLight = 3,
  UIImageSymbolWeightRegular = 4,
  UIImageSymbolWeightMedium = 5,
  UIImageSymbolWeightSemibold = 6,
  UIImageSymbolWeightBold = 7,
} NS_SWIFT_NAME(UIImage.SymbolWeight);
// page: uikit/uiimage/symbolscale
typedef NS_ENUM(NSInteger, UIImageSymbolScale) {
  UIImageSymbolScaleDefault = -1,
  UIImageSymbolScaleUnspecified = 0,
  UIImageSymbolScaleSmall = 1,
  UIImageSymbolScaleMedium,
  UIImageSymbolScaleLarge,
} NS_SWIFT_NAME(UIImage.SymbolScale);
// page: uikit/uiimage/configuration-swift.class
NS_SWIFT_SENDABLE NS_SWIFT_NAME(UIImage.Configuration)
@interface UIImageConfiguration : NSObject <NSCopying, NSSecureCoding>
- (instancetype)init NS_UNAVAILABLE;
+ (instancetype)new NS_UNAVAILABLE;
@end
// page: uikit/uiimage/symbolconfiguration-swift.class
NS_SWIFT_SENDABLE NS_SWIFT_NAME(UIImage.SymbolConfiguration)
@interface UIImageSymbolConfiguration : UIImageConfiguration
+ (instancetype)configurationWithPointSize:(CGFloat)size;
+ (instancetype)configurationWithPointSize:(CGFloat)size weight:(UIImageSymbolWeight)weight;
+ (instancetype)configurationWithPointSize:(CGFloat)size weight:(UIImageSymbolWeight)weight scale:(UIImageSymbolScale)scale;
+ (instancetype)configurationWithTextStyle:(UIFontTextStyle)style;
+ (instancetype)configurationWithFont:(UIFont *)font;
@end

// page: uikit/uiimage
NS_SWIFT_SENDABLE
@interface UIImage : NSObject <NSSecureCoding>
+ (nullable UIImage *)systemImageNamed:(NSString *)name NS_SWIFT_NAME(init(systemName:));
+ (nullable UIImage *)systemImageNamed:(NSString *)name withConfiguration:(nullable UIImageConfiguration *)configuration NS_SWIFT_NAME(init(systemName:withConfiguration:));
+ (nullable UIImage *)imageNamed:(NSString *)name;
+ (nullable UIImage *)imageNamed:(NSString *)name inBundle:(nullable NSBundle *)bundle compatibleWithTraitCollection:(nullable UITraitCollection *)traits;
- (nullable instancetype)initWithContentsOfFile:(NSString *)path;
- (nullable instancetype)initWithData:(NSData *)data;
- (nullable instancetype)initWithData:(NSData *)data scale:(CGFloat)scale;
- (instancetype)initWithCGImage:(CGImageRef)image;
- (instancetype)initWithCGImage:(CGImageRef)image scale:(CGFloat)scale orientation:(UIImageOrientation)orientation;
@property (nonatomic, readonly) CGSize size;
@property (nonatomic, readonly) CGFloat scale;
@property (nonatomic, readonly) UIImageOrientation imageOrientation;
@property (nullable, nonatomic, readonly) CGImageRef CGImage;
@property (nonatomic, readonly) UIImageRenderingMode renderingMode;
- (UIImage *)imageWithRenderingMode:(UIImageRenderingMode)mode;
- (UIImage *)imageFlippedForRightToLeftLayoutDirection;
@property (nonatomic, readonly) BOOL flipsForRightToLeftLayoutDirection;
- (nullable UIImage *)imageByApplyingSymbolConfiguration:(UIImageSymbolConfiguration *)configuration NS_SWIFT_NAME(applyingSymbolConfiguration(_:));
- (UIImage *)imageWithTintColor:(UIColor *)color;
- (nullable UIImage *)imageByPreparingForDisplay;
- (void)prepareImageForDisplayWithCompletionHandler:(NS_SWIFT_SENDABLE void (^)(UIImage *_Nullable image))handler NS_SWIFT_ASYNC_NAME(byPreparingForDisplay()) NS_SWIFT_NAME(prepareForDisplay(completionHandler:));
- (nullable UIImage *)imageByPreparingThumbnailOfSize:(CGSize)size NS_SWIFT_NAME(preparingThumbnail(of:));
@end
// page: uikit/uiimagepngrepresentation
extern NSData *_Nullable UIImagePNGRepresentation(UIImage *image) NS_REFINED_FOR_SWIFT;
NS_ASSUME_NONNULL_END
