// Tables and their cells.
#pragma once
#import <UIKit/UIScrollView.h>
#import <UIKit/UIViewController.h>

NS_ASSUME_NONNULL_BEGIN
@class UITableView, UITableViewCell;

// page: uikit/uitableview/style-swift.enum
typedef NS_ENUM(NSInteger, UITableViewStyle) {
  UITableViewStylePlain,
  UITableViewStyleGrouped,
  UITableViewStyleInsetGrouped API_UNAVAILABLE(tvos),
} NS_SWIFT_NAME(UITableView.Style);
// page: uikit/uitableviewcell/accessorytype-swift.enum
typedef NS_ENUM(NSInteger, UITableViewCellAccessoryType) {
  UITableViewCellAccessoryNone,
  UITableViewCellAccessoryCheckmark = 3,
} NS_SWIFT_NAME(UITableViewCell.AccessoryType);
// page: foundation/nsindexpath
@interface NSIndexPath (UITableView)
@property (nonatomic, readonly) NSInteger section;
@property (nonatomic, readonly) NSInteger row;
@end
// page: uikit/uicontentconfiguration-1g6kq
NS_SWIFT_NAME(__UIContentConfiguration)
@protocol UIContentConfiguration <NSObject, NSCopying>
@end
// page: uikit/uilistcontentconfiguration-swift.struct
NS_SWIFT_UI_ACTOR NS_SWIFT_NAME(__UIListContentConfiguration)
@interface UIListContentConfiguration : NSObject <UIContentConfiguration>
+ (instancetype)cellConfiguration;
@property (nonatomic, copy, nullable) NSString *text;
@end
// page: uikit/uitableviewdatasource
NS_SWIFT_UI_ACTOR
@protocol UITableViewDataSource <NSObject>
@required
- (NSInteger)tableView:(UITableView *)tableView numberOfRowsInSection:(NSInteger)section;
- (UITableViewCell *)tableView:(UITableView *)tableView cellForRowAtIndexPath:(NSIndexPath *)indexPath;
@optional
- (NSInteger)numberOfSectionsInTableView:(UITableView *)tableView;
- (nullable NSString *)tableView:(UITableView *)tableView titleForHeaderInSection:(NSInteger)section;
@end
// page: uikit/uitableviewdelegate
NS_SWIFT_UI_ACTOR
@protocol UITableViewDelegate <NSObject, UIScrollViewDelegate>
@optional
- (void)tableView:(UITableView *)tableView didSelectRowAtIndexPath:(NSIndexPath *)indexPath;
@end
// page: uikit/uitableview
NS_SWIFT_UI_ACTOR
@interface UITableView : UIScrollView
- (instancetype)initWithFrame:(CGRect)frame style:(UITableViewStyle)style NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (nonatomic, weak, nullable) id<UITableViewDataSource> dataSource;
@property (nonatomic, weak, nullable) id<UITableViewDelegate> delegate;
- (void)reloadData;
- (void)registerClass:(nullable Class)cellClass forCellReuseIdentifier:(NSString *)identifier;
- (__kindof UITableViewCell *)dequeueReusableCellWithIdentifier:(NSString *)identifier forIndexPath:(NSIndexPath *)indexPath;
@end
// page: uikit/uitableviewcell
NS_SWIFT_UI_ACTOR
@interface UITableViewCell : UIView
@property (nonatomic) UITableViewCellAccessoryType accessoryType;
@property (nonatomic, copy, nullable) id<UIContentConfiguration> contentConfiguration NS_REFINED_FOR_SWIFT;
@end
// page: uikit/uitableviewcontroller
NS_SWIFT_UI_ACTOR
@interface UITableViewController : UIViewController
@property (nonatomic, strong, null_resettable) UITableView *tableView;
@end
NS_ASSUME_NONNULL_END
