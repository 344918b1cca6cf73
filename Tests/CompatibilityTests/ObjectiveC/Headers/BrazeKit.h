// What the compiler declares for Objective-C. scripts/check-apple --record writes this file.

typedef SWIFT_ENUM_NAMED(NSInteger, BRZChannel, "BRZChannel", closed) {
  BRZChannelNotification = 0,
  BRZChannelInAppMessage = 1,
  BRZChannelContentCard = 2,
  BRZChannelBanner = 3,
};

@protocol BrazeDelegate;
@protocol BrazeSDKAuthDelegate;
@protocol BRZInAppMessagePresenter;
@class BRZConfiguration;
@class NSString;
@class BRZUser;
SWIFT_CLASS_NAMED("BRZClient")
@interface Braze : NSObject
@property (nonatomic, weak) id <BrazeDelegate> _Nullable delegate;
@property (nonatomic, weak) id <BrazeSDKAuthDelegate> _Nullable sdkAuthDelegate;
@property (nonatomic, strong) id <BRZInAppMessagePresenter> _Nullable inAppMessagePresenter;
- (nonnull instancetype)initWithConfiguration:(BRZConfiguration * _Nonnull)configuration OBJC_DESIGNATED_INITIALIZER SWIFT_AVAILABILITY(tvos_app_extension,unavailable) SWIFT_AVAILABILITY(ios_app_extension,unavailable);
- (nonnull instancetype)init OBJC_DESIGNATED_INITIALIZER SWIFT_UNAVAILABLE;
SWIFT_CLASS_PROPERTY(@property (nonatomic, class, readonly, copy) NSString * _Nonnull sdkVersion;)
+ (NSString * _Nonnull)sdkVersion SWIFT_WARN_UNUSED_RESULT;
@property (nonatomic) BOOL enabled;
@property (nonatomic, readonly, copy) NSString * _Nonnull deviceId;
- (void)getDeviceIdWithCompletion:(void (^ _Nonnull)(NSString * _Nonnull))completion;
@property (nonatomic, readonly, strong) BRZUser * _Nonnull user;
@end

@interface Braze (SWIFT_EXTENSION(BrazeKit))
- (void)logCustomEvent:(NSString * _Nonnull)name;
- (void)logCustomEvent:(NSString * _Nonnull)name properties:(NSDictionary<NSString *, id> * _Nullable)properties;
- (void)logPurchase:(NSString * _Nonnull)productId currency:(NSString * _Nonnull)currency price:(double)price;
- (void)logPurchase:(NSString * _Nonnull)productId currency:(NSString * _Nonnull)currency price:(double)price properties:(NSDictionary<NSString *, id> * _Nullable)properties;
- (void)logPurchase:(NSString * _Nonnull)productId currency:(NSString * _Nonnull)currency price:(double)price quantity:(NSInteger)quantity;
- (void)logPurchase:(NSString * _Nonnull)productId currency:(NSString * _Nonnull)currency price:(double)price quantity:(NSInteger)quantity properties:(NSDictionary<NSString *, id> * _Nullable)properties;
- (void)changeUser:(NSString * _Nonnull)userId;
- (void)changeUser:(NSString * _Nonnull)userId sdkAuthSignature:(NSString * _Nullable)sdkAuthSignature;
- (void)setSDKAuthenticationSignature:(NSString * _Nonnull)signature;
- (void)requestImmediateDataFlush;
- (void)wipeData;
- (void)logoutWithCompletion:(void (^ _Nullable)(NSError * _Nullable))completion;
- (void)logNotificationClickWithCampaignId:(NSString * _Nullable)campaignId;
@end

@class BRZConfigurationApi;
@class BRZConfigurationLogger;
SWIFT_CLASS_NAMED("BRZConfiguration")
@interface BRZConfiguration : NSObject
@property (nonatomic, readonly, strong) BRZConfigurationApi * _Nonnull api;
@property (nonatomic, readonly, strong) BRZConfigurationLogger * _Nonnull logger;
@property (nonatomic) NSTimeInterval triggerMinimumTimeInterval;
@property (nonatomic) NSTimeInterval sessionTimeout;
- (nonnull instancetype)initWithApiKey:(NSString * _Nonnull)apiKey endpoint:(NSString * _Nonnull)endpoint OBJC_DESIGNATED_INITIALIZER;
- (nonnull instancetype)init OBJC_DESIGNATED_INITIALIZER;
@end

SWIFT_ENUM_FWD_DECL(NSInteger, BRZRequestPolicy)
SWIFT_CLASS_NAMED("BRZConfigurationApi")
@interface BRZConfigurationApi : NSObject
@property (nonatomic, copy) NSString * _Nonnull key;
@property (nonatomic, copy) NSString * _Nonnull endpoint;
@property (nonatomic) NSTimeInterval flushInterval;
@property (nonatomic) enum BRZRequestPolicy requestPolicy;
@property (nonatomic) BOOL sdkAuthentication;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

SWIFT_ENUM_FWD_DECL(NSInteger, BRZLoggerLevel)
SWIFT_CLASS_NAMED("BRZConfigurationLogger")
@interface BRZConfigurationLogger : NSObject
@property (nonatomic) enum BRZLoggerLevel level;
@property (nonatomic, copy) BOOL (^ _Nullable print)(NSString * _Nonnull, enum BRZLoggerLevel);
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

@class BRZURLContext;
SWIFT_ENUM_FWD_DECL(NSInteger, BRZTriggerEvent)
SWIFT_PROTOCOL_NAMED("BRZDelegate")
@protocol BrazeDelegate <NSObject>
@optional
- (BOOL)braze:(Braze * _Nonnull)braze shouldOpenURL:(BRZURLContext * _Nonnull)context SWIFT_WARN_UNUSED_RESULT;
- (void)braze:(Braze * _Nonnull)braze noMatchingTriggerForEvent:(enum BRZTriggerEvent)event name:(NSString * _Nullable)name;
@end

@class BRZInAppMessageRaw;
SWIFT_ENUM_FWD_DECL(NSInteger, BRZInAppMessageRawClickAction)
@class NSURL;
SWIFT_CLASS_NAMED("BRZInAppMessageContext")
@interface BRZInAppMessageContext : NSObject
- (nullable instancetype)initWithMessageRaw:(BRZInAppMessageRaw * _Nonnull)messageRaw using:(Braze * _Nonnull)braze;
- (nonnull instancetype)init OBJC_DESIGNATED_INITIALIZER SWIFT_UNAVAILABLE;
@property (nonatomic, readonly) BOOL valid;
- (void)logImpression;
- (void)logClickWithButtonId:(NSString * _Nullable)buttonId;
- (void)processClickAction:(enum BRZInAppMessageRawClickAction)action url:(NSURL * _Nullable)url useWebView:(BOOL)useWebView;
- (void)logError:(NSError * _Nonnull)error;
- (void)discard;
@end

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageDismissalReason, "BRZInAppMessageDismissalReason", closed) {
  BRZInAppMessageDismissalReasonWipeData = 0,
  BRZInAppMessageDismissalReasonChangeUser = 1,
  BRZInAppMessageDismissalReasonEnded = 2,
};

SWIFT_PROTOCOL_NAMED("BRZInAppMessagePresenter")
@protocol BRZInAppMessagePresenter <NSObject>
- (void)presentMessage:(BRZInAppMessageRaw * _Nonnull)message;
@optional
- (void)dismissWithReason:(enum BRZInAppMessageDismissalReason)reason;
@end

typedef SWIFT_ENUM_NAMED(NSInteger, BRZLoggerLevel, "BRZLoggerLevel", closed) {
  BRZLoggerLevelDebug = 0,
  BRZLoggerLevelInfo = 1,
  BRZLoggerLevelError = 2,
  BRZLoggerLevelDisabled = 3,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZRequestPolicy, "BRZRequestPolicy", closed) {
  BRZRequestPolicyAutomatic = 0,
  BRZRequestPolicyManual = 1,
};

@class BRZSDKAuthenticationError;
SWIFT_PROTOCOL_NAMED("BRZSDKAuthDelegate")
@protocol BrazeSDKAuthDelegate <NSObject>
- (void)braze:(Braze * _Nonnull)braze sdkAuthenticationFailedWithError:(BRZSDKAuthenticationError * _Nonnull)error;
@end

SWIFT_CLASS_NAMED("BRZSDKAuthenticationError")
@interface BRZSDKAuthenticationError : NSObject
@property (nonatomic, readonly) NSInteger code;
@property (nonatomic, readonly, copy) NSString * _Nonnull reason;
@property (nonatomic, readonly, copy) NSString * _Nonnull userId;
@property (nonatomic, readonly, copy) NSString * _Nullable signature;
@property (nonatomic, readonly) BOOL optional;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

typedef SWIFT_ENUM_NAMED(NSInteger, BRZTriggerEvent, "BRZTriggerEvent", closed) {
  BRZTriggerEventSessionStart = 0,
  BRZTriggerEventCustomEvent = 1,
  BRZTriggerEventPurchase = 2,
  BRZTriggerEventOther = 3,
};

SWIFT_CLASS_NAMED("BRZURLContext")
@interface BRZURLContext : NSObject
@property (nonatomic, copy) NSURL * _Nonnull url;
@property (nonatomic) BOOL useWebView;
@property (nonatomic) BOOL isUniversalLink;
@property (nonatomic, readonly) enum BRZChannel channel;
@property (nonatomic, readonly, copy) NSDictionary<NSString *, id> * _Nonnull extras;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

@class NSDate;
SWIFT_CLASS_NAMED("BRZUser")
@interface BRZUser : NSObject
@property (nonatomic, readonly, copy) NSString * _Nullable id;
- (void)setFirstName:(NSString * _Nullable)value;
- (void)setLastName:(NSString * _Nullable)value;
- (void)setEmail:(NSString * _Nullable)value;
- (void)setPhoneNumber:(NSString * _Nullable)value;
- (void)setCountry:(NSString * _Nullable)value;
- (void)setHomeCity:(NSString * _Nullable)value;
- (void)setLanguage:(NSString * _Nullable)value;
- (void)setDateOfBirth:(NSDate * _Nullable)value;
- (void)addAlias:(NSString * _Nonnull)alias label:(NSString * _Nonnull)label;
- (void)addToSubscriptionGroupWithGroupId:(NSString * _Nonnull)id;
- (void)removeFromSubscriptionGroupWithGroupId:(NSString * _Nonnull)id;
- (void)setCustomAttributeWithKey:(NSString * _Nonnull)key stringValue:(NSString * _Nonnull)value;
- (void)setCustomAttributeWithKey:(NSString * _Nonnull)key boolValue:(BOOL)value;
- (void)setCustomAttributeWithKey:(NSString * _Nonnull)key intValue:(NSInteger)value;
- (void)setCustomAttributeWithKey:(NSString * _Nonnull)key doubleValue:(double)value;
- (void)setCustomAttributeWithKey:(NSString * _Nonnull)key dateValue:(NSDate * _Nonnull)value;
- (void)setCustomAttributeWithKey:(NSString * _Nonnull)key array:(NSArray<NSString *> * _Nullable)array;
- (void)setCustomAttributeWithKey:(NSString * _Nonnull)key dictionary:(NSDictionary<NSString *, id> * _Nonnull)dictionary merge:(BOOL)merge;
- (void)unsetCustomAttributeWithKey:(NSString * _Nonnull)key;
- (void)addToCustomAttributeStringArrayWithKey:(NSString * _Nonnull)key value:(NSString * _Nonnull)value;
- (void)removeFromCustomAttributeStringArrayWithKey:(NSString * _Nonnull)key value:(NSString * _Nonnull)value;
- (void)incrementCustomUserAttribute:(NSString * _Nonnull)key by:(NSInteger)increment;
- (void)setLocationCustomAttributeWithKey:(NSString * _Nonnull)key latitude:(double)latitude longitude:(double)longitude;
- (void)unsetLocationCustomAttributeWithKey:(NSString * _Nonnull)key;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

SWIFT_ENUM_FWD_DECL(NSInteger, BRZUserGender)
SWIFT_ENUM_FWD_DECL(NSInteger, BRZUserSubscriptionState)
@interface BRZUser (SWIFT_EXTENSION(BrazeKit))
- (void)setGender:(enum BRZUserGender)value;
- (void)setEmailSubscriptionState:(enum BRZUserSubscriptionState)value;
- (void)setPushNotificationSubscriptionState:(enum BRZUserSubscriptionState)value;
@end

typedef SWIFT_ENUM_NAMED(NSInteger, BRZUserGender, "Gender", closed) {
  BRZUserGenderFemale = 0,
  BRZUserGenderMale = 1,
  BRZUserGenderOther = 2,
  BRZUserGenderUnknown = 3,
  BRZUserGenderNotApplicable = 4,
  BRZUserGenderPreferNotToSay = 5,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZUserSubscriptionState, "SubscriptionState", closed) {
  BRZUserSubscriptionStateOptedIn = 0,
  BRZUserSubscriptionStateSubscribed = 1,
  BRZUserSubscriptionStateUnsubscribed = 2,
};

SWIFT_CLASS_NAMED("Button")
@interface BRZInAppMessageRawButton : NSObject <NSMutableCopying>
@property (nonatomic) NSInteger identifier;
@property (nonatomic, copy) NSString * _Nonnull text;
@property (nonatomic) enum BRZInAppMessageRawClickAction clickAction;
@property (nonatomic, copy) NSURL * _Nullable url;
@property (nonatomic) BOOL useWebView;
- (nonnull instancetype)initWithId:(NSInteger)id text:(NSString * _Nonnull)text clickAction:(enum BRZInAppMessageRawClickAction)clickAction url:(NSURL * _Nullable)url useWebView:(BOOL)useWebView OBJC_DESIGNATED_INITIALIZER;
- (id _Nonnull)mutableCopyWithZone:(struct _NSZone * _Nullable)zone SWIFT_WARN_UNUSED_RESULT;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

@interface BRZInAppMessageRawButton (SWIFT_EXTENSION(BrazeKit))
@property (nonatomic) uint32_t textColor;
@property (nonatomic) uint32_t backgroundColor;
@property (nonatomic) uint32_t borderColor;
@end

SWIFT_CLASS_NAMED("ButtonTheme")
@interface BRZInAppMessageRawButtonTheme : NSObject <NSCopying>
SWIFT_CLASS_PROPERTY(@property (nonatomic, class, readonly, strong) BRZInAppMessageRawButtonTheme * _Nonnull defaultLight;)
+ (BRZInAppMessageRawButtonTheme * _Nonnull)defaultLight SWIFT_WARN_UNUSED_RESULT;
SWIFT_CLASS_PROPERTY(@property (nonatomic, class, readonly, strong) BRZInAppMessageRawButtonTheme * _Nonnull defaultDark;)
+ (BRZInAppMessageRawButtonTheme * _Nonnull)defaultDark SWIFT_WARN_UNUSED_RESULT;
- (id _Nonnull)copyWithZone:(struct _NSZone * _Nullable)zone SWIFT_WARN_UNUSED_RESULT;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

@interface BRZInAppMessageRawButtonTheme (SWIFT_EXTENSION(BrazeKit))
@property (nonatomic) uint32_t textColor;
@property (nonatomic) uint32_t borderColor;
@property (nonatomic) uint32_t backgroundColor;
@end

SWIFT_ENUM_FWD_DECL(NSInteger, BRZInAppMessageRawType)
SWIFT_ENUM_FWD_DECL(NSInteger, BRZInAppMessageRawClose)
SWIFT_ENUM_FWD_DECL(NSInteger, BRZInAppMessageRawOrientation)
@class BRZInAppMessageRawTheme;
@class NSData;
SWIFT_CLASS_NAMED("InAppMessageRaw")
@interface BRZInAppMessageRaw : NSObject
@property (nonatomic) enum BRZInAppMessageRawType type;
@property (nonatomic, copy) NSString * _Nullable message;
@property (nonatomic, copy) NSString * _Nullable header;
@property (nonatomic, copy) NSURL * _Nullable imageURL;
@property (nonatomic, copy) NSString * _Nullable imageAltText;
@property (nonatomic, copy) NSString * _Nullable language;
@property (nonatomic, copy) NSString * _Nullable icon;
@property (nonatomic, copy) NSURL * _Nullable url;
@property (nonatomic) BOOL useWebView;
@property (nonatomic) enum BRZInAppMessageRawClickAction clickAction;
@property (nonatomic) enum BRZInAppMessageRawClose messageClose;
@property (nonatomic) enum BRZInAppMessageRawOrientation orientation;
@property (nonatomic) BOOL animateIn;
@property (nonatomic) BOOL animateOut;
@property (nonatomic, copy) NSArray<BRZInAppMessageRawButton *> * _Nullable buttons;
@property (nonatomic, copy) NSDictionary<NSString *, BRZInAppMessageRawTheme *> * _Nullable themes;
@property (nonatomic, copy) NSDictionary<NSString *, id> * _Nonnull extras;
@property (nonatomic, copy) NSString * _Nullable messageExtras;
@property (nonatomic, copy) NSDictionary<NSString *, id> * _Nullable messageFields;
@property (nonatomic, copy) NSURL * _Nullable baseURL;
@property (nonatomic, copy) NSArray<NSURL *> * _Nullable assetURLs;
@property (nonatomic) BOOL isControl;
@property (nonatomic, readonly) BOOL isTestSend;
@property (nonatomic, copy) NSString * _Nullable id;
- (nonnull instancetype)init OBJC_DESIGNATED_INITIALIZER;
- (NSData * _Nullable)json SWIFT_WARN_UNUSED_RESULT;
+ (BRZInAppMessageRaw * _Nullable)decodingWithJson:(NSData * _Nonnull)json SWIFT_WARN_UNUSED_RESULT;
@end

@interface BRZInAppMessageRaw (SWIFT_EXTENSION(BrazeKit))
@end

SWIFT_CLASS_NAMED("Theme")
@interface BRZInAppMessageRawTheme : NSObject <NSCopying>
@property (nonatomic, copy) NSArray<BRZInAppMessageRawButtonTheme *> * _Nonnull buttons;
SWIFT_CLASS_PROPERTY(@property (nonatomic, class, readonly, strong) BRZInAppMessageRawTheme * _Nonnull defaultLight;)
+ (BRZInAppMessageRawTheme * _Nonnull)defaultLight SWIFT_WARN_UNUSED_RESULT;
SWIFT_CLASS_PROPERTY(@property (nonatomic, class, readonly, strong) BRZInAppMessageRawTheme * _Nonnull defaultDark;)
+ (BRZInAppMessageRawTheme * _Nonnull)defaultDark SWIFT_WARN_UNUSED_RESULT;
- (id _Nonnull)copyWithZone:(struct _NSZone * _Nullable)zone SWIFT_WARN_UNUSED_RESULT;
- (nonnull instancetype)init SWIFT_UNAVAILABLE;
+ (nonnull instancetype)new SWIFT_UNAVAILABLE_MSG("-init is unavailable");
@end

@interface BRZInAppMessageRaw (SWIFT_EXTENSION(BrazeKit))
@end

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageRawType, "MessageType", closed) {
  BRZInAppMessageRawTypeSlideup = 0,
  BRZInAppMessageRawTypeModal = 1,
  BRZInAppMessageRawTypeFull = 2,
  BRZInAppMessageRawTypeHtml = 3,
  BRZInAppMessageRawTypeHtmlFull = 4,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageRawImageStyle, "ImageStyle", closed) {
  BRZInAppMessageRawImageStyleTop = 0,
  BRZInAppMessageRawImageStyleGraphic = 1,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageRawClickAction, "ClickAction", closed) {
  BRZInAppMessageRawClickActionNone = 0,
  BRZInAppMessageRawClickActionURL SWIFT_COMPILE_NAME("url") = 1,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageRawClose, "MessageClose", closed) {
  BRZInAppMessageRawCloseSwipe = 0,
  BRZInAppMessageRawCloseAutoDismiss = 1,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageRawOrientation, "Orientation", closed) {
  BRZInAppMessageRawOrientationAny = 0,
  BRZInAppMessageRawOrientationPortrait = 1,
  BRZInAppMessageRawOrientationLandscape = 2,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageRawSlideFrom, "SlideFrom", closed) {
  BRZInAppMessageRawSlideFromTop = 0,
  BRZInAppMessageRawSlideFromBottom = 1,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageRawTextAlignment, "TextAlignment", closed) {
  BRZInAppMessageRawTextAlignmentStart = 0,
  BRZInAppMessageRawTextAlignmentCenter = 1,
  BRZInAppMessageRawTextAlignmentEnd = 2,
};

@interface BRZInAppMessageRaw (SWIFT_EXTENSION(BrazeKit))
@property (nonatomic) enum BRZInAppMessageRawImageStyle imageStyle;
@property (nonatomic) NSTimeInterval duration;
@property (nonatomic) enum BRZInAppMessageRawSlideFrom slideFrom;
@property (nonatomic) enum BRZInAppMessageRawTextAlignment headerTextAlignment;
@property (nonatomic) enum BRZInAppMessageRawTextAlignment messageTextAlignment;
@property (nonatomic) uint32_t backgroundColor;
@property (nonatomic) uint32_t textColor;
@property (nonatomic) uint32_t headerTextColor;
@property (nonatomic) uint32_t closeButtonColor;
@property (nonatomic) uint32_t iconColor;
@property (nonatomic) uint32_t iconBackgroundColor;
@property (nonatomic) uint32_t frameColor;
@property (nonatomic, strong) BRZInAppMessageContext * _Nullable context;
- (void)logImpressionUsing:(Braze * _Nonnull)braze;
- (void)logClickWithButtonId:(NSString * _Nullable)buttonId using:(Braze * _Nonnull)braze;
@end

@interface BRZInAppMessageRawTheme (SWIFT_EXTENSION(BrazeKit))
@property (nonatomic) uint32_t backgroundColor;
@property (nonatomic) uint32_t textColor;
@property (nonatomic) uint32_t iconColor;
@property (nonatomic) uint32_t iconBackgroundColor;
@property (nonatomic) uint32_t headerTextColor;
@property (nonatomic) uint32_t closeButtonColor;
@property (nonatomic) uint32_t frameColor;
@end
