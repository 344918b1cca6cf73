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
// page: foundation/thread
NS_SWIFT_SENDABLE NS_SWIFT_NAME(Thread)
@interface NSThread : NSObject
@property (class, readonly) BOOL isMainThread;
@end
// page: foundation/userdefaults
NS_SWIFT_NAME(UserDefaults)
@interface NSUserDefaults : NSObject
@property (class, readonly, strong) NSUserDefaults *standardUserDefaults NS_SWIFT_NAME(standard);
- (nullable instancetype)initWithSuiteName:(nullable NSString *)name NS_DESIGNATED_INITIALIZER;
- (nullable id)objectForKey:(NSString *)key;
- (void)setObject:(nullable id)value forKey:(NSString *)key NS_SWIFT_NAME(set(_:forKey:));
- (void)removeObjectForKey:(NSString *)key;
- (nullable NSString *)stringForKey:(NSString *)key;
- (nullable NSData *)dataForKey:(NSString *)key;
- (NSInteger)integerForKey:(NSString *)key;
- (double)doubleForKey:(NSString *)key;
- (BOOL)boolForKey:(NSString *)key;
- (void)setInteger:(NSInteger)value forKey:(NSString *)key NS_SWIFT_NAME(set(_:forKey:));
- (void)setDouble:(double)value forKey:(NSString *)key NS_SWIFT_NAME(set(_:forKey:));
- (void)setBool:(BOOL)value forKey:(NSString *)key NS_SWIFT_NAME(set(_:forKey:));
- (void)registerDefaults:(NSDictionary<NSString *, id> *)values NS_SWIFT_NAME(register(defaults:));
@end
// page: foundation/jsonserialization/writingoptions
typedef NS_OPTIONS(NSUInteger, NSJSONWritingOptions) {
  NSJSONWritingPrettyPrinted = 1UL << 0,
  NSJSONWritingSortedKeys = 1UL << 1,
  NSJSONWritingFragmentsAllowed = 1UL << 2,
} NS_SWIFT_NAME(NSJSONSerialization.WritingOptions);
// page: foundation/jsonserialization/readingoptions
typedef NS_OPTIONS(NSUInteger, NSJSONReadingOptions) {
  NSJSONReadingMutableContainers = 1UL << 0,
  NSJSONReadingFragmentsAllowed = 1UL << 2,
} NS_SWIFT_NAME(NSJSONSerialization.ReadingOptions);
// page: foundation/jsonserialization
NS_SWIFT_NAME(JSONSerialization)
@interface NSJSONSerialization : NSObject
+ (BOOL)isValidJSONObject:(id)object NS_SWIFT_NAME(isValidJSONObject(_:));
+ (nullable NSData *)dataWithJSONObject:(id)object options:(NSJSONWritingOptions)options error:(NSError **)error;
+ (nullable id)JSONObjectWithData:(NSData *)data options:(NSJSONReadingOptions)options error:(NSError **)error;
@end
NS_ASSUME_NONNULL_END
