// swift-tools-version: 6.2
// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Builds the SDK's own sources once more, with doubles of Apple's modules in sight:
// `canImport(UIKit)` is true here, so that the UIKit host compiles and runs on Linux. `Linked` has
// symbolic links to the sources. The root package does not know this package.

// As in the SDK's package.
let warnings: [SwiftSetting] =
  Context.environment["MARTLET_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]
// Doubles export what they import, as Apple's modules do.
let doubles: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings
// The settings of the root package.
let strict: [SwiftSetting] = doubles + [.enableUpcomingFeature("InternalImportsByDefault")]
// UIKit calls closures on any thread. A closure that belongs to the main actor then ends the
// process, as it would on a device.
let checked: [SwiftSetting] = strict + [.unsafeFlags(["-enable-actor-data-race-checks"])]
// The toolchain would look for the part of Testing that attaches Apple's images. There is none on
// Linux.
let tests: [SwiftSetting] = strict + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]

let package = Package(
  name: "uikit-double",
  targets: [
    .target(name: "CoreGraphics", swiftSettings: doubles),
    .target(name: "QuartzCore", dependencies: ["CoreGraphics"], swiftSettings: doubles),
    .target(name: "UIKit", dependencies: ["CoreGraphics", "QuartzCore"], swiftSettings: doubles),
    .target(name: "WebKit", dependencies: ["UIKit"], swiftSettings: doubles),
    .target(name: "SafariServices", dependencies: ["UIKit"], swiftSettings: doubles),

    .systemLibrary(name: "CZlib", path: "Linked/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "MartletCore", path: "Linked/MartletCore", swiftSettings: strict),
    .target(
      name: "MartletWire", dependencies: ["MartletCore", "CZlib"], path: "Linked/MartletWire",
      swiftSettings: strict),
    .target(
      name: "MartletKit", dependencies: ["MartletCore", "MartletWire", "UIKit", "SafariServices"],
      path: "Linked/MartletKit",
      swiftSettings: strict),
    .target(
      name: "MartletUI",
      dependencies: ["MartletCore", "MartletWire", "MartletKit", "UIKit", "WebKit", "SafariServices"],
      path: "Linked/MartletUI", swiftSettings: checked),
    .target(
      name: "MartletReach", dependencies: ["MartletCore", "MartletWire", "MartletKit", "MartletUI"],
      path: "Linked/MartletReach",
      swiftSettings: strict),
    .target(
      name: "MartletTesting",
      dependencies: ["MartletCore", "MartletWire", "MartletKit", "MartletUI", "MartletReach"],
      path: "Linked/MartletTesting", swiftSettings: strict),
    .target(
      name: "EngagementReach",
      dependencies: ["MartletCore", "MartletKit", "MartletUI", "MartletReach", "UIKit"],
      path: "Linked/EngagementReach", swiftSettings: checked),
    .target(name: "TestSupport", path: "Linked/TestSupport", swiftSettings: strict),

    .testTarget(
      name: "DoubleTests",
      dependencies: [
        "CoreGraphics", "QuartzCore", "UIKit", "WebKit", "SafariServices", "MartletKit", "TestSupport",
      ],
      swiftSettings: tests),
    // The real host, on the doubles. Some of its fixtures are those of the tests of its layout.
    .testTarget(
      name: "HostTests",
      dependencies: [
        "UIKit", "WebKit", "SafariServices", "MartletCore", "MartletWire", "MartletKit", "MartletUI",
        "MartletReach", "MartletTesting",
        "EngagementReach", "TestSupport",
      ],
      swiftSettings: tests),
  ]
)
