// swift-tools-version: 6.2
// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PackageDescription

// An example app. Everything that can be tested without a screen is in ShopModel, which also builds
// on Linux.

// As in the SDK's package.
let warnings: [SwiftSetting] =
  Context.environment["MARTLET_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)] + warnings
let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]

let package = Package(
  name: "shop",
  platforms: [.iOS(.v16), .macOS(.v14)],
  products: [
    .executable(name: "Shop", targets: ["Shop"]),
    .library(name: "ShopNotificationService", targets: ["ShopNotificationService"]),
  ],
  dependencies: [.package(name: "martlet", path: "../..")],
  targets: [
    .target(
      name: "ShopModel", dependencies: [.product(name: "MartletKit", package: "martlet")],
      resources: [.copy("Resources/tulips.png")] + privacy,
      swiftSettings: strict),
    .executableTarget(
      name: "Shop",
      dependencies: [
        "ShopModel", .product(name: "MartletKit", package: "martlet"),
        .product(name: "MartletUI", package: "martlet"),
      ],
      exclude: ["Info.plist"], swiftSettings: strict),
    .target(
      name: "ShopNotificationService",
      dependencies: [.product(name: "MartletNotificationService", package: "martlet")],
      exclude: ["Info.plist"],
      swiftSettings: strict),
    .testTarget(
      name: "ShopModelTests",
      dependencies: [
        "ShopModel", .product(name: "MartletKit", package: "martlet"),
        .product(name: "MartletUI", package: "martlet"),
        .product(name: "MartletTesting", package: "martlet"),
      ],
      swiftSettings: strict),
  ]
)
