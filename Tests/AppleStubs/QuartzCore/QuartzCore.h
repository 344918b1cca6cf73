// Layers and their animations. Nothing here is on the main actor.
#pragma once
#import <CoreGraphics/CoreGraphics.h>
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN
@class CALayer, CAAnimation;

// page: quartzcore/calayercornercurve
typedef NSString *CALayerCornerCurve NS_TYPED_ENUM;
// page: quartzcore/calayercornercurve/circular
extern CALayerCornerCurve const kCACornerCurveCircular NS_SWIFT_NAME(CALayerCornerCurve.circular);
// page: quartzcore/calayercornercurve/continuous
extern CALayerCornerCurve const kCACornerCurveContinuous NS_SWIFT_NAME(CALayerCornerCurve.continuous);
// page: quartzcore/cacornermask
typedef NS_OPTIONS(NSUInteger, CACornerMask) {
  kCALayerMinXMinYCorner = 1U << 0,
  kCALayerMaxXMinYCorner = 1U << 1,
  kCALayerMinXMaxYCorner = 1U << 2,
  kCALayerMaxXMaxYCorner = 1U << 3,
};

// page: quartzcore/calayer
@interface CALayer : NSObject <NSSecureCoding>
+ (instancetype)layer;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithLayer:(id)layer NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)presentationLayer;
- (instancetype)modelLayer;
@property CGRect bounds;
@property CGPoint position;
@property CGFloat zPosition;
@property CGPoint anchorPoint;
@property CGRect frame;
- (CGAffineTransform)affineTransform;
- (void)setAffineTransform:(CGAffineTransform)transform;
@property (getter=isHidden) BOOL hidden;
@property (nullable, readonly) CALayer *superlayer;
@property (nullable, copy) NSArray<__kindof CALayer *> *sublayers;
- (void)addSublayer:(CALayer *)layer;
- (void)insertSublayer:(CALayer *)layer atIndex:(unsigned)index;
- (void)removeFromSuperlayer;
@property (nullable, strong) __kindof CALayer *mask;
@property BOOL masksToBounds;
@property (nullable, strong) id contents;
@property (nullable) CGColorRef backgroundColor;
@property CGFloat cornerRadius;
@property CACornerMask maskedCorners;
@property (copy) CALayerCornerCurve cornerCurve;
@property CGFloat borderWidth;
@property (nullable) CGColorRef borderColor;
@property float opacity;
@property BOOL allowsGroupOpacity;
@property (nullable) CGColorRef shadowColor;
@property float shadowOpacity;
@property CGSize shadowOffset;
@property CGFloat shadowRadius;
@property (nullable) CGPathRef shadowPath;
- (void)setNeedsDisplay;
- (void)setNeedsLayout;
- (void)layoutIfNeeded;
- (void)layoutSublayers;
- (void)addAnimation:(CAAnimation *)animation forKey:(nullable NSString *)key;
- (void)removeAllAnimations;
- (void)removeAnimationForKey:(NSString *)key;
@property (nullable, copy) NSString *name;
@end

// page: quartzcore/cashapelayer
@interface CAShapeLayer : CALayer
@property (nullable) CGPathRef path;
@property (nullable) CGColorRef fillColor;
@property (nullable) CGColorRef strokeColor;
@property CGFloat lineWidth;
@end
// page: quartzcore/cagradientlayer
@interface CAGradientLayer : CALayer
@property (nullable, copy) NSArray *colors;
@property (nullable, copy) NSArray<NSNumber *> *locations;
@property CGPoint startPoint;
@property CGPoint endPoint;
@end

// page: quartzcore/caanimation
@interface CAAnimation : NSObject <NSSecureCoding, NSCopying>
+ (instancetype)animation;
@property (getter=isRemovedOnCompletion) BOOL removedOnCompletion;
@end
// page: quartzcore/capropertyanimation
@interface CAPropertyAnimation : CAAnimation
+ (instancetype)animationWithKeyPath:(nullable NSString *)path;
@property (nullable, copy) NSString *keyPath;
@end
// page: quartzcore/cabasicanimation
@interface CABasicAnimation : CAPropertyAnimation
@property (nullable, strong) id fromValue;
@property (nullable, strong) id toValue;
@end
// page: quartzcore/catransaction
@interface CATransaction : NSObject
+ (void)begin;
+ (void)commit;
+ (void)flush;
+ (void)setDisableActions:(BOOL)disables;
+ (void)setCompletionBlock:(nullable void (^)(void))block;
@end
// page: quartzcore/cacurrentmediatime()
extern CFTimeInterval CACurrentMediaTime(void);
NS_ASSUME_NONNULL_END
