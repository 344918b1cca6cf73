// swift-tools-version: 6.2
import PackageDescription

// What an app may link. This package has no dependencies at all: an app that adds Martlet fetches
// nothing else. The server is a package of its own, in `Server/`.

// Warnings are errors where the project builds itself: scripts/environment sets the variable. An
// app that adds the package must not get this setting, because Xcode suppresses the warnings of
// dependencies, and the compiler refuses both at once.
let warnings: [SwiftSetting] =
  Context.environment["MARTLET_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

// Code of apps that move in, as their vendor's documents show it. It is written for the language
// mode without upcoming features.
let moved: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

// What a module declares about privacy. scripts/checks/privacy compares it with the code. Modules
// without it use nothing that must be declared.
let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]

// Classes that apps extend in Objective-C are written in Objective-C: a class that Swift declares
// cannot be extended there. Linux has no Objective-C; there, scripts/check-apple compiles them.
#if canImport(Darwin)
let objectiveCProducts: [Product] = [.library(name: "EngagementReachObjC", targets: ["EngagementReachObjC"])]
let objectiveCTargets: [Target] = [
  .target(
    name: "EngagementReachObjC", dependencies: ["EngagementReach"],
    path: "Sources/Compatibility/EngagementReachObjC")
]
#else
let objectiveCProducts: [Product] = []
let objectiveCTargets: [Target] = []
#endif

let package = Package(
  name: "martlet",
  // Not watchOS: it has no windows and no web view, so a message could not be shown. A manifest
  // cannot forbid a system, so docs/apple.md says it too.
  platforms: [.macOS(.v14), .iOS(.v16), .macCatalyst(.v16), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "MartletCore", targets: ["MartletCore"]),
    .library(name: "MartletWire", targets: ["MartletWire"]),
    .library(name: "MartletKit", targets: ["MartletKit"]),
    .library(name: "MartletUI", targets: ["MartletUI"]),
    .library(name: "MartletReach", targets: ["MartletReach"]),
    // For the app's notification service extension. It shares no code with the modules above,
    // because an extension has little memory.
    .library(name: "MartletNotificationService", targets: ["MartletNotificationService"]),
    .library(name: "MartletTesting", targets: ["MartletTesting"]),
    // For apps that move in: the names they have, forwarded to the modules above.
    .library(name: "BrazeKit", targets: ["BrazeKit"]),
    .library(name: "BrazeUI", targets: ["BrazeUI"]),
    .library(name: "EngagementReach", targets: ["EngagementReach"]),
  ] + objectiveCProducts,
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "MartletCore", swiftSettings: strict),
    .target(name: "MartletWire", dependencies: ["MartletCore", "CZlib"], swiftSettings: strict),
    .target(
      name: "MartletKit", dependencies: ["MartletCore", "MartletWire"], resources: privacy,
      swiftSettings: strict),
    .target(
      name: "MartletUI", dependencies: ["MartletCore", "MartletWire", "MartletKit"], resources: privacy,
      swiftSettings: strict),
    .target(
      name: "MartletReach", dependencies: ["MartletCore", "MartletWire", "MartletKit", "MartletUI"],
      swiftSettings: strict),
    .target(name: "MartletNotificationService", resources: privacy, swiftSettings: strict),
    .target(
      name: "MartletTesting",
      dependencies: ["MartletCore", "MartletWire", "MartletKit", "MartletUI", "MartletReach"],
      swiftSettings: strict
    ),
    .target(
      name: "BrazeKit", dependencies: ["MartletKit"], path: "Sources/Compatibility/BrazeKit",
      swiftSettings: strict),
    .target(
      name: "BrazeUI", dependencies: ["BrazeKit", "MartletKit", "MartletUI"],
      path: "Sources/Compatibility/BrazeUI", swiftSettings: strict),

    .target(
      name: "EngagementReach", dependencies: ["MartletCore", "MartletKit", "MartletUI", "MartletReach"],
      path: "Sources/Compatibility/EngagementReach", resources: privacy, swiftSettings: strict),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "MartletCoreTests", dependencies: ["MartletCore", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "MartletWireTests", dependencies: ["MartletWire", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "MartletKitTests", dependencies: ["MartletKit", "MartletTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MartletTestingTests",
      dependencies: [
        "MartletCore", "MartletWire", "MartletKit", "MartletUI", "MartletTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MartletUITests", dependencies: ["MartletUI", "MartletTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MartletReachTests", dependencies: ["MartletReach", "MartletTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MartletNotificationServiceTests",
      dependencies: ["MartletNotificationService", "MartletWire", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CustomisingTests",
      dependencies: [
        "MartletCore", "MartletWire", "MartletKit", "MartletUI", "MartletTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EngagementReachTests",
      dependencies: [
        "EngagementReach", "MartletCore", "MartletWire", "MartletKit", "MartletUI", "MartletReach",
        "MartletTesting", "TestSupport",
      ],
      exclude: ["Documents", "ObjectiveC"], swiftSettings: strict),
    .testTarget(
      name: "CompatibilityTests",
      dependencies: ["BrazeKit", "BrazeUI", "MartletCore", "MartletWire", "MartletTesting", "TestSupport"],
      exclude: ["Documents", "Facts", "ObjectiveC"],
      swiftSettings: moved),
  ] + objectiveCTargets
)

// A module that is compiled as a whole takes a third less processor time, but each change then
// compiles all of it again. So this is for builds that compile once. Tests, which are full of
// macros, gain nothing.
if Context.environment["MARTLET_WHOLE_MODULES"] != nil {
  for target in package.targets where [.regular, .executable].contains(target.type) {
    if target.path?.hasPrefix("Tests/") == true { continue }
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-whole-module-optimization", "-num-threads", "2"])]
  }
}
