// Labels, images, text fields, spinners, and blurred backgrounds.
#pragma once
#import <UIKit/NSText.h>
#import <UIKit/UIControl.h>
#import <UIKit/UIScrollView.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/uilabel
NS_SWIFT_UI_ACTOR
@interface UILabel : UIView <NSCoding, UIContentSizeCategoryAdjusting>
@property (nullable, nonatomic, copy) NSString *text;
@property (null_resettable, nonatomic, strong) UIFont *font;
@property (null_resettable, nonatomic, strong) UIColor *textColor;
@property (nonatomic) NSTextAlignment textAlignment;
@property (nonatomic) NSLineBreakMode lineBreakMode;
@property (nonatomic) NSLineBreakStrategy lineBreakStrategy;
@property (nullable, nonatomic, copy) NSAttributedString *attributedText;
@property (nonatomic, getter=isEnabled) BOOL enabled;
@property (nonatomic) NSInteger numberOfLines;
@property (nonatomic) BOOL adjustsFontSizeToFitWidth;
@property (nonatomic) CGFloat minimumScaleFactor;
@property (nonatomic) CGFloat preferredMaxLayoutWidth;
@end

// page: uikit/uiaccessibilitycontentsizecategoryimageadjusting
NS_SWIFT_UI_ACTOR
@protocol UIAccessibilityContentSizeCategoryImageAdjusting <NSObject>
@property (nonatomic) BOOL adjustsImageSizeForAccessibilityContentSizeCategory;
@end
// page: uikit/uiimageview
NS_SWIFT_UI_ACTOR
@interface UIImageView : UIView <UIAccessibilityContentSizeCategoryImageAdjusting>
- (instancetype)initWithImage:(nullable UIImage *)image;
@property (nullable, nonatomic, strong) UIImage *image;
@property (nullable, nonatomic, strong) UIImageSymbolConfiguration *preferredSymbolConfiguration;
@property (nullable, nonatomic, copy) NSArray<UIImage *> *animationImages;
@property (nonatomic) NSTimeInterval animationDuration;
@property (nonatomic) NSInteger animationRepeatCount;
- (void)startAnimating;
- (void)stopAnimating;
@property (nonatomic, readonly, getter=isAnimating) BOOL animating;
@end

// page: uikit/uitextfield
NS_SWIFT_UI_ACTOR
@interface UITextField : UIControl <NSCoding, UIContentSizeCategoryAdjusting>
@property (nullable, nonatomic, copy) NSString *text;
@property (nullable, nonatomic, strong) UIFont *font;
@property (nullable, nonatomic, strong) UIColor *textColor;
@property (nullable, nonatomic, copy) NSString *placeholder;
@property (nonatomic, readonly, getter=isEditing) BOOL editing;
@end

// page: uikit/nstextcontainer
NS_SWIFT_UI_ACTOR
@interface NSTextContainer : NSObject
@property (nonatomic) CGFloat lineFragmentPadding;
@end
// page: uikit/uitextrange
NS_SWIFT_UI_ACTOR
@interface UITextRange : NSObject
@property (nonatomic, readonly, getter=isEmpty) BOOL empty;
@end
@class UITextView;
// page: uikit/uitextviewdelegate
NS_SWIFT_UI_ACTOR
@protocol UITextViewDelegate <NSObject, UIScrollViewDelegate>
@optional
- (void)textViewDidChange:(UITextView *)textView;
@end
// page: uikit/uitextview
NS_SWIFT_UI_ACTOR
@interface UITextView : UIScrollView <UIContentSizeCategoryAdjusting>
- (instancetype)initWithFrame:(CGRect)frame textContainer:(nullable NSTextContainer *)textContainer NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (nullable, nonatomic, weak) id<UITextViewDelegate> delegate;
@property (null_resettable, nonatomic, copy) NSString *text;
@property (nonatomic, getter=isEditable) BOOL editable API_UNAVAILABLE(tvos);
@property (nullable, nonatomic, strong) UIFont *font;
@property (nullable, nonatomic, strong) UIColor *textColor;
@property (nonatomic) NSTextAlignment textAlignment;
@property (nonatomic) UIEdgeInsets textContainerInset;
@property (nonatomic, readonly) NSTextContainer *textContainer;
@property (nullable, nonatomic, readonly) UITextRange *markedTextRange;
@end

// page: uikit/uiactivityindicatorview/style-swift.enum
typedef NS_ENUM(NSInteger, UIActivityIndicatorViewStyle) {
  UIActivityIndicatorViewStyleMedium = 100,
  UIActivityIndicatorViewStyleLarge = 101,
} NS_SWIFT_NAME(UIActivityIndicatorView.Style);
// page: uikit/uiactivityindicatorview
NS_SWIFT_UI_ACTOR
@interface UIActivityIndicatorView : UIView <NSCoding>
- (instancetype)initWithActivityIndicatorStyle:(UIActivityIndicatorViewStyle)style NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(style:));
- (instancetype)initWithFrame:(CGRect)frame NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (nonatomic) UIActivityIndicatorViewStyle activityIndicatorViewStyle NS_SWIFT_NAME(style);
@property (nonatomic) BOOL hidesWhenStopped;
@property (null_resettable, nonatomic, strong) UIColor *color;
- (void)startAnimating;
- (void)stopAnimating;
@property (nonatomic, readonly, getter=isAnimating) BOOL animating;
@end

// page: uikit/uiblureffect/style
typedef NS_ENUM(NSInteger, UIBlurEffectStyle) {
  UIBlurEffectStyleExtraLight,
  UIBlurEffectStyleLight,
  UIBlurEffectStyleDark,
  UIBlurEffectStyleRegular,
  UIBlurEffectStyleProminent,
  UIBlurEffectStyleSystemThinMaterial API_UNAVAILABLE(tvos) = 7,
  UIBlurEffectStyleSystemMaterial API_UNAVAILABLE(tvos) = 8,
} NS_SWIFT_NAME(UIBlurEffect.Style);
// page: uikit/uivisualeffect
NS_SWIFT_UI_ACTOR
@interface UIVisualEffect : NSObject <NSCopying, NSSecureCoding>
@end
// page: uikit/uiblureffect
NS_SWIFT_UI_ACTOR
@interface UIBlurEffect : UIVisualEffect
+ (UIBlurEffect *)effectWithStyle:(UIBlurEffectStyle)style;
@end
// page: uikit/uivisualeffectview
NS_SWIFT_UI_ACTOR
@interface UIVisualEffectView : UIView <NSSecureCoding>
@property (nonatomic, strong, readonly) UIView *contentView;
@property (nonatomic, copy, nullable) UIVisualEffect *effect;
- (instancetype)initWithEffect:(nullable UIVisualEffect *)effect NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
NS_ASSUME_NONNULL_END
