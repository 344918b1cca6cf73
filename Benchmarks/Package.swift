// swift-tools-version: 6.2
// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Performance claims: ratios of two things measured side by side in one run, and times that something may take. Run them with `make bench`.

let package = Package(
  name: "martlet-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "martlet", path: ".."),
    .package(name: "martlet-server", path: "../Server"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "MartletCore", package: "martlet"),
        .product(name: "MartletKit", package: "martlet"),
        .product(name: "MartletUI", package: "martlet"),
        .product(name: "MartletWire", package: "martlet"),
        .product(name: "Domain", package: "martlet-server"),
        .product(name: "MartletServer", package: "martlet-server"),
        .product(name: "SceneHTML", package: "martlet-server"),
        .product(name: "StoreSQLite", package: "martlet-server"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
