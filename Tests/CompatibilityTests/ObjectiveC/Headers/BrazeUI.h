// What the compiler declares for Objective-C. scripts/check-apple --record writes this file.

@protocol BrazeInAppMessageUIDelegate;
@class BRZInAppMessageRaw;
@class UIView;
SWIFT_CLASS_NAMED("BRZInAppMessageUI")
@interface BrazeInAppMessageUI : NSObject <BRZInAppMessagePresenter>
@property (nonatomic, weak) id <BrazeInAppMessageUIDelegate> _Nullable delegate;
- (nonnull instancetype)init;
- (void)presentMessage:(BRZInAppMessageRaw * _Nonnull)message;
- (void)presentNext;
- (void)dismiss;
- (void)dismissWithCompletion:(void (^ _Nullable)(void))completion;
@property (nonatomic, readonly, copy) NSArray<BRZInAppMessageRaw *> * _Nonnull stack;
@property (nonatomic, readonly, strong) UIView * _Nullable messageView;
@end

SWIFT_ENUM_FWD_DECL(NSInteger, BRZInAppMessageUIDisplayChoice)
@class BrazeInAppMessageUIPresentationContextRaw;
SWIFT_ENUM_FWD_DECL(NSInteger, BRZInAppMessageRawClickAction)
@class NSURL;
@class NSString;
SWIFT_PROTOCOL_NAMED("BRZInAppMessageUIDelegate")
@protocol BrazeInAppMessageUIDelegate <NSObject>
@optional
- (enum BRZInAppMessageUIDisplayChoice)inAppMessage:(BrazeInAppMessageUI * _Nonnull)ui displayChoiceForMessage:(BRZInAppMessageRaw * _Nonnull)message SWIFT_WARN_UNUSED_RESULT;
- (void)inAppMessage:(BrazeInAppMessageUI * _Nonnull)ui prepareWith:(BrazeInAppMessageUIPresentationContextRaw * _Nonnull)context;
- (void)inAppMessage:(BrazeInAppMessageUI * _Nonnull)ui willPresent:(BRZInAppMessageRaw * _Nonnull)message view:(UIView * _Nonnull)view;
- (void)inAppMessage:(BrazeInAppMessageUI * _Nonnull)ui didPresent:(BRZInAppMessageRaw * _Nonnull)message view:(UIView * _Nonnull)view;
- (void)inAppMessage:(BrazeInAppMessageUI * _Nonnull)ui willDismiss:(BRZInAppMessageRaw * _Nonnull)message view:(UIView * _Nonnull)view;
- (void)inAppMessage:(BrazeInAppMessageUI * _Nonnull)ui didDismiss:(BRZInAppMessageRaw * _Nonnull)message view:(UIView * _Nonnull)view;
- (BOOL)inAppMessage:(BrazeInAppMessageUI * _Nonnull)ui shouldProcess:(enum BRZInAppMessageRawClickAction)clickAction url:(NSURL * _Nullable)url buttonId:(NSString * _Nullable)buttonId message:(BRZInAppMessageRaw * _Nonnull)message view:(UIView * _Nonnull)view SWIFT_WARN_UNUSED_RESULT;
@end

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageUIDisplayChoice, "BRZInAppMessageUIDisplayChoice", closed) {
  BRZInAppMessageUIDisplayChoiceNow = 0,
  BRZInAppMessageUIDisplayChoiceReenqueue = 1,
  BRZInAppMessageUIDisplayChoiceDiscard = 2,
  BRZInAppMessageUIDisplayChoiceLater = 3,
};

typedef SWIFT_ENUM_NAMED(NSInteger, BRZInAppMessageUIStatusBarHideBehavior, "BRZInAppMessageUIStatusBarHideBehavior", closed) {
  BRZInAppMessageUIStatusBarHideBehaviorAuto = 0,
  BRZInAppMessageUIStatusBarHideBehaviorHidden = 1,
  BRZInAppMessageUIStatusBarHideBehaviorVisible = 2,
};

@class UIWindowScene;
@class UIViewController;
SWIFT_CLASS_NAMED("BRZPresentationContextRaw")
@interface BrazeInAppMessageUIPresentationContextRaw : NSObject
@property (nonatomic, strong) BRZInAppMessageRaw * _Nonnull message;
@property (nonatomic) NSInteger preferredOrientation;
@property (nonatomic) enum BRZInAppMessageUIStatusBarHideBehavior statusBarHideBehavior;
@property (nonatomic) UIWindowLevel windowLevel;
@property (nonatomic, strong) UIWindowScene * _Nullable windowScene;
@property (nonatomic, strong) UIViewController * _Nullable preferencesProxy;
- (nonnull instancetype)init OBJC_DESIGNATED_INITIALIZER SWIFT_UNAVAILABLE;
@end
