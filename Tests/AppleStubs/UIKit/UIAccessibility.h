// Accessibility of views, and large content for small controls.
#pragma once
#import <UIKit/UIView.h>

NS_ASSUME_NONNULL_BEGIN
@class UIAccessibilityCustomAction;

// page: uikit/uiaccessibilitytraits
typedef uint64_t UIAccessibilityTraits NS_TYPED_EXTENSIBLE_ENUM;
// page: uikit/uiaccessibilitytraits/none
extern const UIAccessibilityTraits UIAccessibilityTraitNone NS_SWIFT_NAME(none);
// page: uikit/uiaccessibilitytraits/button
extern const UIAccessibilityTraits UIAccessibilityTraitButton NS_SWIFT_NAME(button);
// page: uikit/uiaccessibilitytraits/link
extern const UIAccessibilityTraits UIAccessibilityTraitLink NS_SWIFT_NAME(link);
// page: uikit/uiaccessibilitytraits/header
extern const UIAccessibilityTraits UIAccessibilityTraitHeader NS_SWIFT_NAME(header);
// page: uikit/uiaccessibilitytraits/image
extern const UIAccessibilityTraits UIAccessibilityTraitImage NS_SWIFT_NAME(image);
// page: uikit/uiaccessibilitytraits/statictext
extern const UIAccessibilityTraits UIAccessibilityTraitStaticText NS_SWIFT_NAME(staticText);
// page: uikit/uiaccessibilitytraits/selected
extern const UIAccessibilityTraits UIAccessibilityTraitSelected NS_SWIFT_NAME(selected);
// page: uikit/uiaccessibilitytraits/notenabled
extern const UIAccessibilityTraits UIAccessibilityTraitNotEnabled NS_SWIFT_NAME(notEnabled);
// page: uikit/uiaccessibilitytraits/updatesfrequently
extern const UIAccessibilityTraits UIAccessibilityTraitUpdatesFrequently NS_SWIFT_NAME(updatesFrequently);
// page: uikit/uiaccessibilitycontainertype
typedef NS_ENUM(NSInteger, UIAccessibilityContainerType) {
  UIAccessibilityContainerTypeNone = 0,
  UIAccessibilityContainerTypeDataTable,
  UIAccessibilityContainerTypeList,
  UIAccessibilityContainerTypeLandmark,
  UIAccessibilityContainerTypeSemanticGroup,
};
// page: uikit/uiaccessibilityscrolldirection
typedef NS_ENUM(NSInteger, UIAccessibilityScrollDirection) {
  UIAccessibilityScrollDirectionRight = 1,
  UIAccessibilityScrollDirectionLeft,
  UIAccessibilityScrollDirectionUp,
  UIAccessibilityScrollDirectionDown,
  UIAccessibilityScrollDirectionNext,
  UIAccessibilityScrollDirectionPrevious,
};

// page: objectivec/nsobject-swift.class
@interface NSObject (UIAccessibility)
@property (nonatomic) BOOL isAccessibilityElement NS_SWIFT_UI_ACTOR;
@property (nullable, nonatomic, copy) NSString *accessibilityLabel NS_SWIFT_UI_ACTOR;
@property (nullable, nonatomic, copy) NSString *accessibilityHint NS_SWIFT_UI_ACTOR;
@property (nullable, nonatomic, copy) NSString *accessibilityValue NS_SWIFT_UI_ACTOR;
@property (nonatomic) UIAccessibilityTraits accessibilityTraits NS_SWIFT_UI_ACTOR;
@property (nonatomic) CGRect accessibilityFrame NS_SWIFT_UI_ACTOR;
@property (nullable, nonatomic, strong) NSString *accessibilityLanguage NS_SWIFT_UI_ACTOR;
@property (nonatomic) BOOL accessibilityElementsHidden NS_SWIFT_UI_ACTOR;
@property (nonatomic) BOOL accessibilityViewIsModal NS_SWIFT_UI_ACTOR;
@property (nonatomic) BOOL shouldGroupAccessibilityChildren NS_SWIFT_UI_ACTOR;
@property (null_resettable, nonatomic, strong) NSArray<NSString *> *accessibilityUserInputLabels NS_SWIFT_UI_ACTOR;
@property (nonatomic) BOOL accessibilityRespondsToUserInteraction NS_SWIFT_UI_ACTOR;
- (BOOL)accessibilityActivate NS_SWIFT_UI_ACTOR;
- (BOOL)accessibilityScroll:(UIAccessibilityScrollDirection)direction NS_SWIFT_UI_ACTOR;
- (BOOL)accessibilityPerformEscape NS_SWIFT_UI_ACTOR;
- (BOOL)accessibilityPerformMagicTap NS_SWIFT_UI_ACTOR;
@property (nullable, nonatomic, strong) NSArray<UIAccessibilityCustomAction *> *accessibilityCustomActions NS_SWIFT_UI_ACTOR;
@property (nullable, nonatomic, strong) NSArray *accessibilityElements NS_SWIFT_UI_ACTOR;
@property (nonatomic) UIAccessibilityContainerType accessibilityContainerType NS_SWIFT_UI_ACTOR;
@end
// page: uikit/uiaccessibilityidentification
NS_SWIFT_UI_ACTOR
@protocol UIAccessibilityIdentification <NSObject>
@property (nullable, nonatomic, copy) NSString *accessibilityIdentifier;
@end
// page: uikit/uiview
@interface UIView (UIAccessibilityIdentification) <UIAccessibilityIdentification>
@end
// page: uikit/uiaccessibilityelement
NS_SWIFT_UI_ACTOR
@interface UIAccessibilityElement : UIResponder <UIAccessibilityIdentification>
- (instancetype)initWithAccessibilityContainer:(id)container;
@property (nullable, nonatomic, weak) id accessibilityContainer;
@property (nonatomic) CGRect accessibilityFrameInContainerSpace;
@end
// page: uikit/uiaccessibilitycustomaction/handler
typedef BOOL (^UIAccessibilityCustomActionHandler)(UIAccessibilityCustomAction *action) NS_SWIFT_NAME(UIAccessibilityCustomAction.Handler);
// page: uikit/uiaccessibilitycustomaction
NS_SWIFT_UI_ACTOR
@interface UIAccessibilityCustomAction : NSObject
- (instancetype)initWithName:(NSString *)name actionHandler:(nullable UIAccessibilityCustomActionHandler)handler;
- (instancetype)initWithName:(NSString *)name target:(nullable id)target selector:(SEL)selector;
@property (nonatomic, copy) NSString *name;
@end

// page: uikit/uiaccessibilitypriority
typedef NSString *UIAccessibilityPriority NS_TYPED_ENUM API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0));
// page: uikit/uiaccessibilitypriority/high
extern UIAccessibilityPriority const UIAccessibilityPriorityHigh API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0));
// page: uikit/uiaccessibilitypriority/default
extern UIAccessibilityPriority const UIAccessibilityPriorityDefault API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0));
// page: uikit/uiaccessibilitypriority/low
extern UIAccessibilityPriority const UIAccessibilityPriorityLow API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0));
// page: foundation/nsattributedstring/key/accessibilityspeechannouncementpriority
extern NSAttributedStringKey const UIAccessibilitySpeechAttributeAnnouncementPriority NS_SWIFT_NAME(accessibilitySpeechAnnouncementPriority) API_AVAILABLE(ios(17.0), tvos(17.0), visionos(1.0));

// page: uikit/uilargecontentvieweritem
API_UNAVAILABLE(tvos) NS_SWIFT_UI_ACTOR
@protocol UILargeContentViewerItem <NSObject>
@property (nonatomic, readonly) BOOL showsLargeContentViewer;
@property (nullable, nonatomic, copy, readonly) NSString *largeContentTitle;
@property (nullable, nonatomic, strong, readonly) UIImage *largeContentImage;
@property (nonatomic, readonly) BOOL scalesLargeContentImage;
@property (nonatomic, readonly) UIEdgeInsets largeContentImageInsets;
@end
// page: uikit/uiview
API_UNAVAILABLE(tvos)
@interface UIView (UILargeContentViewer) <UILargeContentViewerItem>
@property (nonatomic) BOOL showsLargeContentViewer;
@property (nullable, nonatomic, copy) NSString *largeContentTitle;
@property (nullable, nonatomic, strong) UIImage *largeContentImage;
@property (nonatomic) BOOL scalesLargeContentImage;
@property (nonatomic) UIEdgeInsets largeContentImageInsets;
@end
// page: uikit/uilargecontentviewerinteractiondelegate
API_UNAVAILABLE(tvos) NS_SWIFT_UI_ACTOR
@protocol UILargeContentViewerInteractionDelegate <NSObject>
@end
// page: uikit/uilargecontentviewerinteraction
API_UNAVAILABLE(tvos) NS_SWIFT_UI_ACTOR
@interface UILargeContentViewerInteraction : NSObject <UIInteraction>
- (instancetype)initWithDelegate:(nullable id<UILargeContentViewerInteractionDelegate>)delegate NS_DESIGNATED_INITIALIZER;
@property (class, nonatomic, readonly, getter=isEnabled) BOOL enabled;
@end
NS_ASSUME_NONNULL_END
