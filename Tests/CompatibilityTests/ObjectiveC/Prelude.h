// What stands before each piece of Objective-C: the app that the documents presume, and the modules' headers.
#import <Foundation/Foundation.h>
#import <StoreKit/StoreKit.h>
#import <UIKit/UIKit.h>

#import "BrazeKit-Swift.h"
#import "BrazeUI-Swift.h"

NS_ASSUME_NONNULL_BEGIN

@interface AppDelegate : UIResponder <UIApplicationDelegate>
@property (class, nonatomic, strong) Braze *braze;
@end

// Not a class of any SDK. One document creates the client with it.
@interface BrazePlugin : NSObject
+ (Braze *)initBraze:(BRZConfiguration *)configuration;
@end

NS_ASSUME_NONNULL_END
