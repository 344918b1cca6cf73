// What an environment looks like: its size, style, direction, text size.
#pragma once
#import <UIKit/UIGeometry.h>

NS_ASSUME_NONNULL_BEGIN
@class UITraitCollection;

// page: uikit/uiuserinterfacestyle
typedef NS_ENUM(NSInteger, UIUserInterfaceStyle) {
  UIUserInterfaceStyleUnspecified,
  UIUserInterfaceStyleLight,
  UIUserInterfaceStyleDark,
};
// page: uikit/uiuserinterfacesizeclass
typedef NS_ENUM(NSInteger, UIUserInterfaceSizeClass) {
  UIUserInterfaceSizeClassUnspecified = 0,
  UIUserInterfaceSizeClassCompact = 1,
  UIUserInterfaceSizeClassRegular = 2,
};
// page: uikit/uiuserinterfaceidiom
typedef NS_ENUM(NSInteger, UIUserInterfaceIdiom) {
  UIUserInterfaceIdiomUnspecified = -1,
  UIUserInterfaceIdiomPhone,
  UIUserInterfaceIdiomPad,
  // page: uikit/uiuserinterfaceidiom/tv
  UIUserInterfaceIdiomTV NS_SWIFT_NAME(tv),
  UIUserInterfaceIdiomCarPlay,
  UIUserInterfaceIdiomMac = 5,
  UIUserInterfaceIdiomVision API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0)) = 6,
};
// page: uikit/uiuserinterfacelayoutdirection
typedef NS_ENUM(NSInteger, UIUserInterfaceLayoutDirection) {
  UIUserInterfaceLayoutDirectionLeftToRight,
  UIUserInterfaceLayoutDirectionRightToLeft,
};
// page: uikit/uitraitenvironmentlayoutdirection
typedef NS_ENUM(NSInteger, UITraitEnvironmentLayoutDirection) {
  UITraitEnvironmentLayoutDirectionUnspecified = -1,
  UITraitEnvironmentLayoutDirectionLeftToRight = UIUserInterfaceLayoutDirectionLeftToRight,
  UITraitEnvironmentLayoutDirectionRightToLeft = UIUserInterfaceLayoutDirectionRightToLeft,
};
// page: uikit/uiaccessibilitycontrast
typedef NS_ENUM(NSInteger, UIAccessibilityContrast) {
  UIAccessibilityContrastUnspecified = -1,
  UIAccessibilityContrastNormal,
  UIAccessibilityContrastHigh,
};
// page: uikit/uilegibilityweight
typedef NS_ENUM(NSInteger, UILegibilityWeight) {
  UILegibilityWeightUnspecified = -1,
  UILegibilityWeightRegular,
  UILegibilityWeightBold,
};

// page: uikit/uicontentsizecategory
typedef NSString *UIContentSizeCategory NS_TYPED_ENUM;
// page: uikit/uicontentsizecategory/unspecified
extern UIContentSizeCategory const UIContentSizeCategoryUnspecified;
// page: uikit/uicontentsizecategory/extrasmall
extern UIContentSizeCategory const UIContentSizeCategoryExtraSmall;
// page: uikit/uicontentsizecategory/small
extern UIContentSizeCategory const UIContentSizeCategorySmall;
// page: uikit/uicontentsizecategory/medium
extern UIContentSizeCategory const UIContentSizeCategoryMedium;
// page: uikit/uicontentsizecategory/large
extern UIContentSizeCategory const UIContentSizeCategoryLarge;
// page: uikit/uicontentsizecategory/extralarge
extern UIContentSizeCategory const UIContentSizeCategoryExtraLarge;
// page: uikit/uicontentsizecategory/extraextralarge
extern UIContentSizeCategory const UIContentSizeCategoryExtraExtraLarge;
// page: uikit/uicontentsizecategory/extraextraextralarge
extern UIContentSizeCategory const UIContentSizeCategoryExtraExtraExtraLarge;
// page: uikit/uicontentsizecategory/accessibilitymedium
extern UIContentSizeCategory const UIContentSizeCategoryAccessibilityMedium;
// page: uikit/uicontentsizecategory/accessibilitylarge
extern UIContentSizeCategory const UIContentSizeCategoryAccessibilityLarge;
// page: uikit/uicontentsizecategory/accessibilityextralarge
extern UIContentSizeCategory const UIContentSizeCategoryAccessibilityExtraLarge;
// page: uikit/uicontentsizecategory/accessibilityextraextralarge
extern UIContentSizeCategory const UIContentSizeCategoryAccessibilityExtraExtraLarge;
// page: uikit/uicontentsizecategory/accessibilityextraextraextralarge
extern UIContentSizeCategory const UIContentSizeCategoryAccessibilityExtraExtraExtraLarge;
// page: uikit/uicontentsizecategory/didchangenotification
extern NSNotificationName const UIContentSizeCategoryDidChangeNotification NS_SWIFT_NAME(UIContentSizeCategory.didChangeNotification) NS_SWIFT_NONISOLATED;
// page: uikit/uicontentsizecategoryadjusting
NS_SWIFT_UI_ACTOR
@protocol UIContentSizeCategoryAdjusting <NSObject>
@property (nonatomic) BOOL adjustsFontForContentSizeCategory;
@end

// page: uikit/uitraitcollection
NS_SWIFT_SENDABLE
@interface UITraitCollection : NSObject <NSCopying, NSSecureCoding>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
+ (UITraitCollection *)traitCollectionWithUserInterfaceStyle:(UIUserInterfaceStyle)style;
+ (UITraitCollection *)traitCollectionWithLayoutDirection:(UITraitEnvironmentLayoutDirection)direction;
+ (UITraitCollection *)traitCollectionWithHorizontalSizeClass:(UIUserInterfaceSizeClass)sizeClass;
+ (UITraitCollection *)traitCollectionWithPreferredContentSizeCategory:(UIContentSizeCategory)category;
@property (nonatomic, readonly) UIUserInterfaceIdiom userInterfaceIdiom;
@property (nonatomic, readonly) UIUserInterfaceStyle userInterfaceStyle;
@property (nonatomic, readonly) UITraitEnvironmentLayoutDirection layoutDirection;
@property (nonatomic, readonly) CGFloat displayScale;
@property (nonatomic, readonly) UIUserInterfaceSizeClass horizontalSizeClass;
@property (nonatomic, readonly) UIUserInterfaceSizeClass verticalSizeClass;
@property (nonatomic, copy, readonly) UIContentSizeCategory preferredContentSizeCategory;
@property (nonatomic, readonly) UIAccessibilityContrast accessibilityContrast;
@property (nonatomic, readonly) UILegibilityWeight legibilityWeight;
@property (class, nonatomic, strong) UITraitCollection *currentTraitCollection NS_SWIFT_NAME(current);
- (void)performAsCurrentTraitCollection:(void (NS_NOESCAPE ^)(void))actions NS_SWIFT_NAME(performAsCurrent(_:));
- (BOOL)hasDifferentColorAppearanceComparedToTraitCollection:(nullable UITraitCollection *)other NS_SWIFT_NAME(hasDifferentColorAppearance(comparedTo:));
@end
// page: uikit/uitraitenvironment
NS_SWIFT_UI_ACTOR
@protocol UITraitEnvironment <NSObject>
@property (nonatomic, readonly) UITraitCollection *traitCollection;
- (void)traitCollectionDidChange:(nullable UITraitCollection *)previous API_DEPRECATED("Use the trait change registration APIs declared in the UITraitChangeObservable protocol", ios(8.0, 17.0), tvos(9.0, 17.0), visionos(1.0, 1.0));
@end
// page: uikit/uitraitchangeregistration
API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0)) NS_SWIFT_UI_ACTOR
@protocol UITraitChangeRegistration <NSObject, NSCopying>
@end
// page: uikit/uitraitchangeobservable-67e94
API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0)) NS_SWIFT_UI_ACTOR
@protocol UITraitChangeObservable <NSObject>
- (void)unregisterForTraitChanges:(id<UITraitChangeRegistration>)registration NS_SWIFT_NAME(unregisterForTraitChanges(_:));
@end
NS_ASSUME_NONNULL_END
