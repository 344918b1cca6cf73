// Fonts, and how they follow the person's text size.
#pragma once
#import <UIKit/UITraits.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/uifont/textstyle
typedef NSString *UIFontTextStyle NS_TYPED_ENUM NS_SWIFT_NAME(UIFont.TextStyle);
// page: uikit/uifont/textstyle/largetitle
extern UIFontTextStyle const UIFontTextStyleLargeTitle API_UNAVAILABLE(tvos);
// page: uikit/uifont/textstyle/title1
extern UIFontTextStyle const UIFontTextStyleTitle1;
// page: uikit/uifont/textstyle/title2
extern UIFontTextStyle const UIFontTextStyleTitle2;
// page: uikit/uifont/textstyle/title3
extern UIFontTextStyle const UIFontTextStyleTitle3;
// page: uikit/uifont/textstyle/headline
extern UIFontTextStyle const UIFontTextStyleHeadline;
// page: uikit/uifont/textstyle/subheadline
extern UIFontTextStyle const UIFontTextStyleSubheadline;
// page: uikit/uifont/textstyle/body
extern UIFontTextStyle const UIFontTextStyleBody;
// page: uikit/uifont/textstyle/callout
extern UIFontTextStyle const UIFontTextStyleCallout;
// page: uikit/uifont/textstyle/footnote
extern UIFontTextStyle const UIFontTextStyleFootnote;
// page: uikit/uifont/textstyle/caption1
extern UIFontTextStyle const UIFontTextStyleCaption1;
// page: uikit/uifont/textstyle/caption2
extern UIFontTextStyle const UIFontTextStyleCaption2;

// page: uikit/uifont/weight
typedef CGFloat UIFontWeight NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIFont.Weight);
// page: uikit/uifont/weight/light
extern const UIFontWeight UIFontWeightLight;
// page: uikit/uifont/weight/regular
extern const UIFontWeight UIFontWeightRegular;
// page: uikit/uifont/weight/medium
extern const UIFontWeight UIFontWeightMedium;
// page: uikit/uifont/weight/semibold
extern const UIFontWeight UIFontWeightSemibold;
// page: uikit/uifont/weight/bold
extern const UIFontWeight UIFontWeightBold;
// page: uikit/uifont/weight/heavy
extern const UIFontWeight UIFontWeightHeavy;

// page: uikit/uifontdescriptor/symbolictraits-swift.struct
typedef NS_OPTIONS(unsigned, UIFontDescriptorSymbolicTraits) {
  UIFontDescriptorTraitItalic = 1u << 0,
  UIFontDescriptorTraitBold = 1u << 1,
  UIFontDescriptorClassMask = 0xF0000000,
} NS_SWIFT_NAME(UIFontDescriptor.SymbolicTraits);
// page: uikit/uifontdescriptor/attributename
typedef NSString *UIFontDescriptorAttributeName NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIFontDescriptor.AttributeName);
// page: uikit/uifontdescriptor/traitkey
typedef NSString *UIFontDescriptorTraitKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIFontDescriptor.TraitKey);
// page: uikit/uifontdescriptor
@interface UIFontDescriptor : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, readonly) CGFloat pointSize;
@property (nonatomic, readonly) UIFontDescriptorSymbolicTraits symbolicTraits;
- (nullable id)objectForKey:(UIFontDescriptorAttributeName)attribute;
- (nullable UIFontDescriptor *)fontDescriptorWithSymbolicTraits:(UIFontDescriptorSymbolicTraits)traits;
- (UIFontDescriptor *)fontDescriptorWithSize:(CGFloat)size;
@end

// page: uikit/uifont
@interface UIFont : NSObject <NSCopying, NSSecureCoding>
+ (UIFont *)preferredFontForTextStyle:(UIFontTextStyle)style;
+ (UIFont *)preferredFontForTextStyle:(UIFontTextStyle)style compatibleWithTraitCollection:(nullable UITraitCollection *)traits;
+ (nullable UIFont *)fontWithName:(NSString *)name size:(CGFloat)size;
+ (UIFont *)systemFontOfSize:(CGFloat)size;
+ (UIFont *)boldSystemFontOfSize:(CGFloat)size;
+ (UIFont *)italicSystemFontOfSize:(CGFloat)size;
+ (UIFont *)systemFontOfSize:(CGFloat)size weight:(UIFontWeight)weight;
+ (UIFont *)monospacedSystemFontOfSize:(CGFloat)size weight:(UIFontWeight)weight;
+ (UIFont *)fontWithDescriptor:(UIFontDescriptor *)descriptor size:(CGFloat)size;
@property (nonatomic, readonly, strong) NSString *familyName;
@property (nonatomic, readonly, strong) NSString *fontName;
@property (nonatomic, readonly) CGFloat pointSize;
@property (nonatomic, readonly) CGFloat ascender;
@property (nonatomic, readonly) CGFloat descender;
@property (nonatomic, readonly) CGFloat capHeight;
@property (nonatomic, readonly) CGFloat lineHeight;
@property (nonatomic, readonly) CGFloat leading;
- (UIFont *)fontWithSize:(CGFloat)size;
@property (nonatomic, readonly) UIFontDescriptor *fontDescriptor;
@end
// page: uikit/uifontmetrics
@interface UIFontMetrics : NSObject
@property (class, readonly, strong) UIFontMetrics *defaultMetrics NS_SWIFT_NAME(default);
- (instancetype)init NS_UNAVAILABLE;
+ (instancetype)new NS_UNAVAILABLE;
- (instancetype)initForTextStyle:(UIFontTextStyle)style NS_DESIGNATED_INITIALIZER;
- (UIFont *)scaledFontForFont:(UIFont *)font;
- (UIFont *)scaledFontForFont:(UIFont *)font maximumPointSize:(CGFloat)maximum;
- (UIFont *)scaledFontForFont:(UIFont *)font compatibleWithTraitCollection:(nullable UITraitCollection *)traits;
- (UIFont *)scaledFontForFont:(UIFont *)font maximumPointSize:(CGFloat)maximum compatibleWithTraitCollection:(nullable UITraitCollection *)traits;
- (CGFloat)scaledValueForValue:(CGFloat)value NS_SWIFT_NAME(scaledValue(for:));
- (CGFloat)scaledValueForValue:(CGFloat)value compatibleWithTraitCollection:(nullable UITraitCollection *)traits NS_SWIFT_NAME(scaledValue(for:compatibleWith:));
@end
// page: uikit/uifontdescriptor/attributename/traits
extern UIFontDescriptorAttributeName const UIFontDescriptorTraitsAttribute NS_SWIFT_NAME(UIFontDescriptorAttributeName.traits) NS_SWIFT_NONISOLATED;
// page: uikit/uifontdescriptor/attributename/textstyle
extern UIFontDescriptorAttributeName const UIFontDescriptorTextStyleAttribute NS_SWIFT_NAME(UIFontDescriptorAttributeName.textStyle) NS_SWIFT_NONISOLATED;
// page: uikit/uifontdescriptor/traitkey/weight
extern UIFontDescriptorTraitKey const UIFontWeightTrait NS_SWIFT_NAME(UIFontDescriptorTraitKey.weight) NS_SWIFT_NONISOLATED;
NS_ASSUME_NONNULL_END
