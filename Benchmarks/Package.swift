// swift-tools-version: 6.2
// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Performance claims: ratios of two things measured side by side in one run, and times that
// something may take. Run them with `make bench`.

// As in the SDK's package.
let warnings: [SwiftSetting] =
  Context.environment["MARTLET_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "martlet-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "martlet", path: ".."),
    .package(name: "martlet-server", path: "../Server"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // What the push sender is compared with.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "MartletCore", package: "martlet"),
        .product(name: "MartletKit", package: "martlet"),
        .product(name: "MartletUI", package: "martlet"),
        .product(name: "MartletWire", package: "martlet"),
        .product(name: "APNs", package: "martlet-server"),
        .product(name: "Backtest", package: "martlet-server"),
        .product(name: "Domain", package: "martlet-server"),
        .product(name: "LargeApp", package: "martlet-server"),
        .product(name: "MartletServer", package: "martlet-server"),
        .product(name: "PostgresServer", package: "martlet-server"),
        .product(name: "PushEndpoint", package: "martlet-server"),
        .product(name: "Pushing", package: "martlet-server"),
        .product(name: "SceneHTML", package: "martlet-server"),
        .product(name: "StorePostgres", package: "martlet-server"),
        .product(name: "StoreSQLite", package: "martlet-server"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ] + warnings)
  ]
)
