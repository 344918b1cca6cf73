// The process and its bundle.
#pragma once
#import <Foundation/NSNotification.h>

NS_ASSUME_NONNULL_BEGIN
// page: foundation/bundle
NS_SWIFT_SENDABLE NS_SWIFT_NAME(Bundle)
@interface NSBundle : NSObject
@property (class, readonly, strong) NSBundle *mainBundle NS_SWIFT_NAME(main);
+ (NSBundle *)bundleForClass:(Class)type;
@property (readonly, copy) NSURL *bundleURL;
@property (readonly, copy) NSString *bundlePath;
@property (nullable, readonly, copy) NSString *bundleIdentifier;
@property (nullable, readonly, copy) NSDictionary<NSString *, id> *infoDictionary;
@property (readonly, copy) NSArray<NSString *> *preferredLocalizations;
- (nullable NSURL *)URLForResource:(nullable NSString *)name withExtension:(nullable NSString *)extension;
- (nullable NSString *)pathForResource:(nullable NSString *)name ofType:(nullable NSString *)extension;
- (NSString *)localizedStringForKey:(NSString *)key value:(nullable NSString *)value table:(nullable NSString *)table;
- (nullable id)objectForInfoDictionaryKey:(NSString *)key;
@end
// page: foundation/operatingsystemversion
typedef struct { NSInteger majorVersion; NSInteger minorVersion; NSInteger patchVersion; } NSOperatingSystemVersion NS_SWIFT_NAME(OperatingSystemVersion);
// page: foundation/processinfo
NS_SWIFT_SENDABLE NS_SWIFT_NAME(ProcessInfo)
@interface NSProcessInfo : NSObject
@property (class, readonly, strong) NSProcessInfo *processInfo;
@property (readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@property (readonly, copy) NSArray<NSString *> *arguments;
@property (copy) NSString *processName;
@property (readonly) int processIdentifier;
@property (readonly, copy) NSString *globallyUniqueString;
@property (readonly) NSOperatingSystemVersion operatingSystemVersion;
- (void)performExpiringActivityWithReason:(NSString *)reason usingBlock:(NS_SWIFT_SENDABLE void (^)(BOOL expired))block API_UNAVAILABLE(macos);
@end
// page: foundation/nsuseractivity
@interface NSUserActivity : NSObject
- (instancetype)initWithActivityType:(NSString *)type NS_DESIGNATED_INITIALIZER;
@property (readonly, copy) NSString *activityType;
@property (nullable, copy) NSString *title;
@property (nullable, copy) NSDictionary *userInfo;
@property (nullable, copy) NSURL *webpageURL;
@end
// page: foundation/nsuseractivitytypebrowsingweb
extern NSString *const NSUserActivityTypeBrowsingWeb;
NS_ASSUME_NONNULL_END
