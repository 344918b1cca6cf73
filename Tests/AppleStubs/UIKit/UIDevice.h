// The device and its screen.
#pragma once
#import <UIKit/UIView.h>

NS_ASSUME_NONNULL_BEGIN
// page: uikit/uidevice
NS_SWIFT_UI_ACTOR
@interface UIDevice : NSObject
@property (class, nonatomic, readonly) UIDevice *currentDevice NS_SWIFT_NAME(current);
@property (nonatomic, readonly, strong) NSString *model;
@property (nonatomic, readonly, strong) NSString *systemName;
@property (nonatomic, readonly, strong) NSString *systemVersion;
@property (nullable, nonatomic, readonly, strong) NSUUID *identifierForVendor;
@property (nonatomic, readonly) UIUserInterfaceIdiom userInterfaceIdiom;
@end
// page: uikit/uiscreen
API_UNAVAILABLE(visionos) NS_SWIFT_UI_ACTOR
@interface UIScreen : NSObject <UITraitEnvironment>
@property (class, nonatomic, readonly) UIScreen *mainScreen NS_SWIFT_NAME(main) API_DEPRECATED("Use a UIScreen instance found through context instead", ios(2.0, 16.0), tvos(9.0, 16.0));
@property (nonatomic, readonly) CGRect bounds;
@property (nonatomic, readonly) CGFloat scale;
@property (readonly) id<UICoordinateSpace> coordinateSpace;
@property (readonly) id<UICoordinateSpace> fixedCoordinateSpace;
@property (nonatomic, readonly) NSInteger maximumFramesPerSecond;
@end
NS_ASSUME_NONNULL_END
