// Colours.
#pragma once
#import <UIKit/UIGeometry.h>

NS_ASSUME_NONNULL_BEGIN
@class UITraitCollection;

// page: uikit/uicolor
NS_SWIFT_SENDABLE
@interface UIColor : NSObject <NSSecureCoding, NSCopying>
- (UIColor *)initWithWhite:(CGFloat)white alpha:(CGFloat)alpha;
- (UIColor *)initWithRed:(CGFloat)red green:(CGFloat)green blue:(CGFloat)blue alpha:(CGFloat)alpha;
- (UIColor *)initWithCGColor:(CGColorRef)color;
+ (UIColor *)colorWithWhite:(CGFloat)white alpha:(CGFloat)alpha;
+ (UIColor *)colorWithRed:(CGFloat)red green:(CGFloat)green blue:(CGFloat)blue alpha:(CGFloat)alpha;
+ (nullable UIColor *)colorNamed:(NSString *)name;
@property (class, nonatomic, readonly) UIColor *blackColor;
@property (class, nonatomic, readonly) UIColor *darkGrayColor;
@property (class, nonatomic, readonly) UIColor *lightGrayColor;
@property (class, nonatomic, readonly) UIColor *whiteColor;
@property (class, nonatomic, readonly) UIColor *grayColor;
@property (class, nonatomic, readonly) UIColor *redColor;
@property (class, nonatomic, readonly) UIColor *clearColor;
- (BOOL)getRed:(nullable CGFloat *)red green:(nullable CGFloat *)green blue:(nullable CGFloat *)blue alpha:(nullable CGFloat *)alpha;
- (BOOL)getWhite:(nullable CGFloat *)white alpha:(nullable CGFloat *)alpha;
- (UIColor *)colorWithAlphaComponent:(CGFloat)alpha;
@property (nonatomic, readonly) CGColorRef CGColor;
@end
// page: uikit/uicolor
@interface UIColor (DynamicColors)
- (UIColor *)initWithDynamicProvider:(NS_SWIFT_SENDABLE UIColor * (^)(UITraitCollection *traitCollection))provider;
+ (UIColor *)colorWithDynamicProvider:(NS_SWIFT_SENDABLE UIColor * (^)(UITraitCollection *traitCollection))provider;
- (UIColor *)resolvedColorWithTraitCollection:(UITraitCollection *)traitCollection;
@end
// page: uikit/uicolor
@interface UIColor (UIColorSystemColors)
@property (class, nonatomic, readonly) UIColor *tintColor NS_SWIFT_NAME(tintColor);
@property (class, nonatomic, readonly) UIColor *systemRedColor;
@property (class, nonatomic, readonly) UIColor *systemBlueColor;
@property (class, nonatomic, readonly) UIColor *systemGrayColor;
@property (class, nonatomic, readonly) UIColor *labelColor;
@property (class, nonatomic, readonly) UIColor *secondaryLabelColor;
@property (class, nonatomic, readonly) UIColor *linkColor;
@property (class, nonatomic, readonly) UIColor *separatorColor;
@property (class, nonatomic, readonly) UIColor *systemBackgroundColor API_UNAVAILABLE(tvos);
@property (class, nonatomic, readonly) UIColor *secondarySystemBackgroundColor API_UNAVAILABLE(tvos);
@end
NS_ASSUME_NONNULL_END
