// The macros that Apple's headers are written with, as far as the stubs use them.
#pragma once

// compiler: nullability of a whole header
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")

// compiler: kinds of types
#define NS_ENUM(type, name) enum name : type name; enum __attribute__((enum_extensibility(open))) name : type
#define NS_CLOSED_ENUM(type, name) enum name : type name; enum __attribute__((enum_extensibility(closed))) name : type
#define NS_OPTIONS(type, name) enum name : type name; enum __attribute__((flag_enum, enum_extensibility(open))) name : type
#define NS_TYPED_ENUM __attribute__((swift_wrapper(enum)))
#define NS_TYPED_EXTENSIBLE_ENUM __attribute__((swift_wrapper(struct)))
#define NS_STRING_ENUM NS_TYPED_ENUM

// compiler: attributes of methods
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_REQUIRES_SUPER __attribute__((objc_requires_super))
#define NS_REQUIRES_NIL_TERMINATION __attribute__((sentinel(0, 1)))
#define NS_NOESCAPE __attribute__((noescape))
#define NS_FORMAT_FUNCTION(format, first) __attribute__((format(__NSString__, format, first)))

// compiler: what Swift makes of a declaration
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_SWIFT_BRIDGE(type) __attribute__((swift_bridge(#type)))
#define NS_SWIFT_UNAVAILABLE(text) __attribute__((availability(swift, unavailable, message = text)))
#define NS_SWIFT_DISCARDABLE __attribute__((swift_attr("discardableResult")))
#define NS_REFINED_FOR_SWIFT __attribute__((swift_private))
#define NS_SWIFT_UI_ACTOR __attribute__((swift_attr("@UIActor")))
#define NS_SWIFT_NONISOLATED __attribute__((swift_attr("nonisolated")))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_SWIFT_NONSENDABLE __attribute__((swift_attr("@_nonSendable")))
#define NS_SWIFT_ASYNC(parameter) __attribute__((swift_async(not_swift_private, parameter)))
#define NS_SWIFT_ASYNC_NAME(name) __attribute__((swift_async_name(#name)))
#define NS_SWIFT_DISABLE_ASYNC __attribute__((swift_async(none)))

// API_AVAILABLE(ios(17.0), tvos(17.0)). Versions before the oldest ones that the SDK supports are left out.
// compiler: the parts of the macros of availability
#define _INTRODUCED_ios(from) ios, introduced = from
#define _INTRODUCED_tvos(from) tvos, introduced = from
#define _INTRODUCED_macos(from) macos, introduced = from
#define _INTRODUCED_visionos(from) visionos, introduced = from
#define _DEPRECATED_ios(from, to) ios, introduced = from, deprecated = to
#define _DEPRECATED_tvos(from, to) tvos, introduced = from, deprecated = to
#define _DEPRECATED_macos(from, to) macos, introduced = from, deprecated = to
#define _DEPRECATED_visionos(from, to) visionos, introduced = from, deprecated = to

// compiler: a macro for each argument
#define _EACH_1(do, with, a) do(with, a)
#define _EACH_2(do, with, a, b) do(with, a) do(with, b)
#define _EACH_3(do, with, a, b, c) do(with, a) do(with, b) do(with, c)
#define _EACH_4(do, with, a, b, c, d) do(with, a) do(with, b) do(with, c) do(with, d)
#define _CHOOSE(a, b, c, d, chosen, ...) chosen
#define _EACH(do, with, ...) _CHOOSE(__VA_ARGS__, _EACH_4, _EACH_3, _EACH_2, _EACH_1, 0)(do, with, __VA_ARGS__)

// compiler: availability
#define _AVAILABLE(with, platform) __attribute__((availability(_INTRODUCED_##platform)))
#define _UNAVAILABLE(with, platform) __attribute__((availability(platform, unavailable)))
#define _OUTDATED(with, platform) __attribute__((availability(_DEPRECATED_##platform, message = with)))
#define API_AVAILABLE(...) _EACH(_AVAILABLE, , __VA_ARGS__)
#define API_UNAVAILABLE(...) _EACH(_UNAVAILABLE, , __VA_ARGS__)
#define API_DEPRECATED(message, ...) _EACH(_OUTDATED, message, __VA_ARGS__)
#define NS_EXTENSION_UNAVAILABLE_IOS(text) \
  __attribute__((availability(ios_app_extension, unavailable, message = text))) \
  __attribute__((availability(tvos_app_extension, unavailable, message = text))) \
  __attribute__((availability(visionos_app_extension, unavailable, message = text)))
