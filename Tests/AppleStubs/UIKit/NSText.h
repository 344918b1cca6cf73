// Attributes of text, and how much room it takes.
#pragma once
#import <UIKit/UIFont.h>
#import <UIKit/UIColor.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/nstextalignment
typedef NS_ENUM(NSInteger, NSTextAlignment) {
  NSTextAlignmentLeft = 0,
  NSTextAlignmentCenter = 1,
  NSTextAlignmentRight = 2,
  NSTextAlignmentJustified = 3,
  NSTextAlignmentNatural = 4,
};
// page: uikit/nswritingdirection
typedef NS_ENUM(NSInteger, NSWritingDirection) {
  NSWritingDirectionNatural = -1,
  NSWritingDirectionLeftToRight = 0,
  NSWritingDirectionRightToLeft = 1,
};
// page: uikit/nslinebreakmode
typedef NS_ENUM(NSInteger, NSLineBreakMode) {
  NSLineBreakByWordWrapping = 0,
  NSLineBreakByCharWrapping,
  NSLineBreakByClipping,
  NSLineBreakByTruncatingHead,
  NSLineBreakByTruncatingTail,
  NSLineBreakByTruncatingMiddle,
};
// page: uikit/nsparagraphstyle/linebreakstrategy-swift.struct
typedef NS_OPTIONS(NSUInteger, NSLineBreakStrategy) {
  NSLineBreakStrategyNone = 0,
  NSLineBreakStrategyPushOut = 1 << 0,
  NSLineBreakStrategyHangulWordPriority = 1 << 1,
  NSLineBreakStrategyStandard = 0xFFFF,
} NS_SWIFT_NAME(NSParagraphStyle.LineBreakStrategy);
// page: uikit/nsunderlinestyle
typedef NS_OPTIONS(NSInteger, NSUnderlineStyle) {
  NSUnderlineStyleNone = 0x00,
  NSUnderlineStyleSingle = 0x01,
  NSUnderlineStyleThick = 0x02,
  NSUnderlineStyleDouble = 0x09,
};
// page: uikit/nsparagraphstyle
@interface NSParagraphStyle : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property (class, readonly, copy, nonatomic) NSParagraphStyle *defaultParagraphStyle NS_SWIFT_NAME(default);
@property (readonly, nonatomic) CGFloat lineSpacing;
@property (readonly, nonatomic) CGFloat paragraphSpacing;
@property (readonly, nonatomic) NSTextAlignment alignment;
@property (readonly, nonatomic) CGFloat minimumLineHeight;
@property (readonly, nonatomic) CGFloat maximumLineHeight;
@property (readonly, nonatomic) NSLineBreakMode lineBreakMode;
@property (readonly, nonatomic) NSWritingDirection baseWritingDirection;
@property (readonly, nonatomic) CGFloat lineHeightMultiple;
@property (readonly, nonatomic) float hyphenationFactor;
@property (readonly, nonatomic) NSLineBreakStrategy lineBreakStrategy;
@end
// page: uikit/nsmutableparagraphstyle
@interface NSMutableParagraphStyle : NSParagraphStyle
@property (nonatomic) CGFloat lineSpacing;
@property (nonatomic) CGFloat paragraphSpacing;
@property (nonatomic) NSTextAlignment alignment;
@property (nonatomic) CGFloat minimumLineHeight;
@property (nonatomic) CGFloat maximumLineHeight;
@property (nonatomic) NSLineBreakMode lineBreakMode;
@property (nonatomic) NSWritingDirection baseWritingDirection;
@property (nonatomic) CGFloat lineHeightMultiple;
@property (nonatomic) float hyphenationFactor;
@property (nonatomic) NSLineBreakStrategy lineBreakStrategy;
@end

// page: foundation/nsattributedstring/key/font
extern NSAttributedStringKey const NSFontAttributeName NS_SWIFT_NAME(font);
// page: foundation/nsattributedstring/key/paragraphstyle
extern NSAttributedStringKey const NSParagraphStyleAttributeName NS_SWIFT_NAME(paragraphStyle);
// page: foundation/nsattributedstring/key/foregroundcolor
extern NSAttributedStringKey const NSForegroundColorAttributeName NS_SWIFT_NAME(foregroundColor);
// page: foundation/nsattributedstring/key/backgroundcolor
extern NSAttributedStringKey const NSBackgroundColorAttributeName NS_SWIFT_NAME(backgroundColor);
// page: foundation/nsattributedstring/key/kern
extern NSAttributedStringKey const NSKernAttributeName NS_SWIFT_NAME(kern);
// page: foundation/nsattributedstring/key/underlinestyle
extern NSAttributedStringKey const NSUnderlineStyleAttributeName NS_SWIFT_NAME(underlineStyle);
// page: foundation/nsattributedstring/key/strikethroughstyle
extern NSAttributedStringKey const NSStrikethroughStyleAttributeName NS_SWIFT_NAME(strikethroughStyle);
// page: foundation/nsattributedstring/key/baselineoffset
extern NSAttributedStringKey const NSBaselineOffsetAttributeName NS_SWIFT_NAME(baselineOffset);
// page: foundation/nsattributedstring/key/link
extern NSAttributedStringKey const NSLinkAttributeName NS_SWIFT_NAME(link);

// page: uikit/nsstringdrawingoptions
typedef NS_OPTIONS(NSInteger, NSStringDrawingOptions) {
  NSStringDrawingUsesLineFragmentOrigin = 1 << 0,
  NSStringDrawingUsesFontLeading = 1 << 1,
  NSStringDrawingUsesDeviceMetrics = 1 << 3,
  NSStringDrawingTruncatesLastVisibleLine = 1 << 5,
};
// page: uikit/nsstringdrawingcontext
@interface NSStringDrawingContext : NSObject
@property (nonatomic) CGFloat minimumScaleFactor;
@property (readonly, nonatomic) CGRect totalBounds;
@end
// page: foundation/nsstring
@interface NSString (NSStringDrawing)
- (CGSize)sizeWithAttributes:(nullable NSDictionary<NSAttributedStringKey, id> *)attributes NS_SWIFT_NAME(size(withAttributes:));
- (CGRect)boundingRectWithSize:(CGSize)size options:(NSStringDrawingOptions)options attributes:(nullable NSDictionary<NSAttributedStringKey, id> *)attributes context:(nullable NSStringDrawingContext *)context;
@end
// page: foundation/nsattributedstring
@interface NSAttributedString (NSStringDrawing)
- (CGSize)size;
- (CGRect)boundingRectWithSize:(CGSize)size options:(NSStringDrawingOptions)options context:(nullable NSStringDrawingContext *)context;
@end
NS_ASSUME_NONNULL_END
