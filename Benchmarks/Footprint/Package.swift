// swift-tools-version: 6.2
// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PackageDescription

// What an app adds to itself: three programs, which `scripts/bench footprint` builds for size,
// strips and compares. Nobody runs them. A package of its own, so that nothing else is in the
// build.

// As in the SDK's package.
let warnings: [SwiftSetting] =
  Context.environment["MARTLET_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + warnings

let package = Package(
  name: "martlet-footprint",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "martlet", path: "../..")],
  targets: [
    .executableTarget(name: "Nothing", swiftSettings: strict),
    .executableTarget(
      name: "Kit", dependencies: [.product(name: "MartletKit", package: "martlet")], swiftSettings: strict),
    .executableTarget(
      name: "KitAndUI",
      dependencies: [
        .product(name: "MartletKit", package: "martlet"), .product(name: "MartletUI", package: "martlet"),
      ],
      swiftSettings: strict),
  ]
)
