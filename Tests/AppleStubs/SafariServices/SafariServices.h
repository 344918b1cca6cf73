// Safari inside an app. Nothing of tvOS, and of macOS only that the module is there.
#pragma once
#if !TARGET_OS_OSX
#import <UIKit/UIKit.h>

NS_ASSUME_NONNULL_BEGIN
@class SFSafariViewController;

// page: safariservices/sfsafariviewcontroller/configuration-swift.class
NS_SWIFT_UI_ACTOR NS_SWIFT_NAME(SFSafariViewController.Configuration)
@interface SFSafariViewControllerConfiguration : NSObject <NSCopying>
@property (nonatomic) BOOL entersReaderIfAvailable;
@property (nonatomic) BOOL barCollapsingEnabled;
@end
// page: safariservices/sfsafariviewcontrollerdelegate
NS_SWIFT_UI_ACTOR
@protocol SFSafariViewControllerDelegate <NSObject>
@optional
- (void)safariViewControllerDidFinish:(SFSafariViewController *)controller;
- (void)safariViewController:(SFSafariViewController *)controller didCompleteInitialLoad:(BOOL)didLoadSuccessfully;
- (void)safariViewController:(SFSafariViewController *)controller initialLoadDidRedirectToURL:(NSURL *)url;
@end
// page: safariservices/sfsafariviewcontroller
NS_SWIFT_UI_ACTOR
@interface SFSafariViewController : UIViewController
@property (nonatomic, weak, nullable) id<SFSafariViewControllerDelegate> delegate;
- (instancetype)initWithURL:(NSURL *)url configuration:(SFSafariViewControllerConfiguration *)configuration NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithURL:(NSURL *)url;
- (instancetype)initWithNibName:(nullable NSString *)name bundle:(nullable NSBundle *)bundle NS_UNAVAILABLE;
@property (nonatomic, copy, readonly) SFSafariViewControllerConfiguration *configuration;
@end
NS_ASSUME_NONNULL_END
#endif
