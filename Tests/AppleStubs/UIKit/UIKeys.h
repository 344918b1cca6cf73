// Keys, menu elements, actions and key commands.
#pragma once
#import <UIKit/UIEvent.h>
#import <UIKit/UIImage.h>

NS_ASSUME_NONNULL_BEGIN
@class UIAction;

// page: uikit/uikeyboardhidusage
typedef NS_ENUM(NSInteger, UIKeyboardHIDUsage) {
  UIKeyboardHIDUsageKeyboardReturnOrEnter = 0x28,
  UIKeyboardHIDUsageKeyboardEscape = 0x29,
  UIKeyboardHIDUsageKeyboardTab = 0x2B,
  UIKeyboardHIDUsageKeyboardSpacebar = 0x2C,
  UIKeyboardHIDUsageKeyboardRightArrow = 0x4F,
  UIKeyboardHIDUsageKeyboardLeftArrow = 0x50,
  UIKeyboardHIDUsageKeyboardDownArrow = 0x51,
  UIKeyboardHIDUsageKeyboardUpArrow = 0x52,
};
// page: uikit/uikey
NS_SWIFT_UI_ACTOR
@interface UIKey : NSObject <NSCopying, NSCoding>
@property (nonatomic, readonly) NSString *characters;
@property (nonatomic, readonly) NSString *charactersIgnoringModifiers;
@property (nonatomic, readonly) UIKeyModifierFlags modifierFlags;
@property (nonatomic, readonly) UIKeyboardHIDUsage keyCode;
@end

// page: uikit/uimenuelement/state
typedef NS_ENUM(NSInteger, UIMenuElementState) {
  UIMenuElementStateOff,
  UIMenuElementStateOn,
  UIMenuElementStateMixed,
} NS_SWIFT_NAME(UIMenuElement.State);
// page: uikit/uimenuelement/attributes
typedef NS_OPTIONS(NSUInteger, UIMenuElementAttributes) {
  UIMenuElementAttributesDisabled = 1 << 0,
  UIMenuElementAttributesDestructive = 1 << 1,
  UIMenuElementAttributesHidden = 1 << 2,
  UIMenuElementAttributesKeepsMenuPresented = 1 << 3,
} NS_SWIFT_NAME(UIMenuElement.Attributes);
// page: uikit/uimenuelement
NS_SWIFT_UI_ACTOR
@interface UIMenuElement : NSObject <NSCopying, NSSecureCoding>
@property (nonatomic, readonly) NSString *title;
@property (nonatomic, nullable, readonly) UIImage *image;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
+ (instancetype)new NS_UNAVAILABLE;
- (instancetype)init NS_UNAVAILABLE;
@end

// page: uikit/uiaction/identifier-swift.struct
typedef NSString *UIActionIdentifier NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIAction.Identifier);
// page: uikit/uiactionhandler
typedef void (^UIActionHandler)(__kindof UIAction *action);
// page: uikit/uiaction
NS_SWIFT_UI_ACTOR
@interface UIAction : UIMenuElement
@property (nonatomic, copy) NSString *title;
@property (nullable, nonatomic, copy) UIImage *image;
@property (nullable, nonatomic, copy) NSString *discoverabilityTitle;
@property (nonatomic, readonly) UIActionIdentifier identifier;
@property (nonatomic) UIMenuElementAttributes attributes;
@property (nonatomic) UIMenuElementState state;
@property (nonatomic, readonly, nullable) id sender;
+ (instancetype)actionWithHandler:(UIActionHandler)handler NS_REFINED_FOR_SWIFT;
+ (instancetype)actionWithTitle:(NSString *)title image:(nullable UIImage *)image identifier:(nullable UIActionIdentifier)identifier handler:(UIActionHandler)handler NS_REFINED_FOR_SWIFT;
+ (instancetype)new NS_UNAVAILABLE;
- (instancetype)init NS_UNAVAILABLE;
@end

// page: uikit/uicommand
NS_SWIFT_UI_ACTOR
@interface UICommand : UIMenuElement
@property (nonatomic, copy) NSString *title;
@property (nullable, nonatomic, copy) UIImage *image;
@property (nullable, nonatomic, copy) NSString *discoverabilityTitle;
@property (nonatomic, readonly) SEL action;
@property (nullable, nonatomic, readonly) id propertyList;
@property (nonatomic) UIMenuElementAttributes attributes;
@property (nonatomic) UIMenuElementState state;
+ (instancetype)new NS_UNAVAILABLE;
- (instancetype)init NS_UNAVAILABLE;
@end
// page: uikit/uikeycommand
NS_SWIFT_UI_ACTOR
@interface UIKeyCommand : UICommand
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (nullable, nonatomic, readonly) NSString *input;
@property (nonatomic, readonly) UIKeyModifierFlags modifierFlags;
@property (nonatomic) BOOL wantsPriorityOverSystemBehavior;
+ (instancetype)keyCommandWithInput:(NSString *)input modifierFlags:(UIKeyModifierFlags)flags action:(SEL)action;
@end
// page: uikit/uikeycommand/inputescape
extern NSString *const UIKeyInputEscape NS_SWIFT_NAME(UIKeyCommand.inputEscape);
// page: uikit/uikeycommand/inputuparrow
extern NSString *const UIKeyInputUpArrow NS_SWIFT_NAME(UIKeyCommand.inputUpArrow);
// page: uikit/uikeycommand/inputdownarrow
extern NSString *const UIKeyInputDownArrow NS_SWIFT_NAME(UIKeyCommand.inputDownArrow);
NS_ASSUME_NONNULL_END
