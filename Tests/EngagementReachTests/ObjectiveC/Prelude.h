// What stands before each piece of Objective-C: the app that the document presumes, and what Apple had when it was written.
#import <UIKit/UIKit.h>
#import <UserNotifications/UserNotifications.h>

#import "AEDefaultAnnouncementViewController.h"
#import "AEDefaultNotifier.h"
#import "AEDefaultPollViewController.h"
#import "AEReachModule.h"
#import "AEUserNotificationHandler.h"
#import "EngagementAgent.h"
#import "EngagementTableViewController.h"
#import "EngagementViewController.h"

// Deprecated or gone since then.
extern double NSFoundationVersionNumber;
#define NSFoundationVersionNumber_iOS_8_0 1140.11
#define NSFoundationVersionNumber_iOS_9_x_Max 1299
typedef NS_OPTIONS(NSUInteger, UIUserNotificationType) {
  UIUserNotificationTypeBadge = 1 << 0,
  UIUserNotificationTypeSound = 1 << 1,
  UIUserNotificationTypeAlert = 1 << 2,
};
typedef NS_OPTIONS(NSUInteger, UIRemoteNotificationType) {
  UIRemoteNotificationTypeBadge = 1 << 0,
  UIRemoteNotificationTypeSound = 1 << 1,
  UIRemoteNotificationTypeAlert = 1 << 2,
};
@interface UIUserNotificationSettings : NSObject
+ (instancetype)settingsForTypes:(UIUserNotificationType)types categories:(NSSet *)categories;
@end
@interface UIApplication (Older)
- (void)registerUserNotificationSettings:(UIUserNotificationSettings *)settings;
- (void)registerForRemoteNotificationTypes:(UIRemoteNotificationType)types;
@end
@interface UIWebView : UIView
- (void)loadHTMLString:(NSString *)string baseURL:(NSURL *)baseURL;
@end
@interface NSObject (ManualMemory)
#if !__has_feature(objc_arc)
- (oneway void)release;
- (void)dealloc;
#endif
@end

// The app.
@interface UITabBarController : UIViewController
@end
@interface AppDelegate : UIResponder <UIApplicationDelegate, UNUserNotificationCenterDelegate, AEReachDataPushDelegate> {
  UIWindow *window;
  UITabBarController *tabBarController;
}
@end
@interface MyCustomAnnouncementViewController : AEAnnouncementViewController
@end
@interface MyCustomPollViewController : AEPollViewController
@end
