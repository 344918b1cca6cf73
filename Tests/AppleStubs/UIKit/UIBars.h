// Bars and their items.
#pragma once
#import <UIKit/UIView.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/uibarbuttonitem/style-swift.enum
typedef NS_ENUM(NSInteger, UIBarButtonItemStyle) {
  UIBarButtonItemStylePlain,
  UIBarButtonItemStyleDone = 2,
} NS_SWIFT_NAME(UIBarButtonItem.Style);
// page: uikit/uibarbuttonitem/systemitem
typedef NS_ENUM(NSInteger, UIBarButtonSystemItem) {
  UIBarButtonSystemItemDone,
  UIBarButtonSystemItemCancel,
  UIBarButtonSystemItemFlexibleSpace = 5,
} NS_SWIFT_NAME(UIBarButtonItem.SystemItem);
// page: uikit/uibaritem
NS_SWIFT_UI_ACTOR
@interface UIBarItem : NSObject
@property (nonatomic, getter=isEnabled) BOOL enabled;
@property (nullable, nonatomic, copy) NSString *title;
@end
// page: uikit/uibarbuttonitem
NS_SWIFT_UI_ACTOR
@interface UIBarButtonItem : UIBarItem
- (instancetype)initWithTitle:(nullable NSString *)title style:(UIBarButtonItemStyle)style target:(nullable id)target action:(nullable SEL)action;
- (instancetype)initWithBarButtonSystemItem:(UIBarButtonSystemItem)item target:(nullable id)target action:(nullable SEL)action;
@end
// page: uikit/uinavigationitem
NS_SWIFT_UI_ACTOR
@interface UINavigationItem : NSObject
- (instancetype)initWithTitle:(NSString *)title NS_DESIGNATED_INITIALIZER;
@property (nullable, nonatomic, copy) NSString *title;
@end
// page: uikit/uinavigationbar
NS_SWIFT_UI_ACTOR
@interface UINavigationBar : UIView
@property (nullable, nonatomic, copy) NSArray<UINavigationItem *> *items;
@end
// page: uikit/uitoolbar
NS_SWIFT_UI_ACTOR API_UNAVAILABLE(tvos)
@interface UIToolbar : UIView
@property (nullable, nonatomic, copy) NSArray<UIBarButtonItem *> *items;
@end
NS_ASSUME_NONNULL_END
