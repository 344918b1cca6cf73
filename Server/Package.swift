// swift-tools-version: 6.2
import PackageDescription

// As in the SDK's package.
let warnings: [SwiftSetting] =
  Context.environment["MARTLET_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

let core = Target.Dependency.product(name: "MartletCore", package: "martlet")
let wire = Target.Dependency.product(name: "MartletWire", package: "martlet")
let kit = Target.Dependency.product(name: "MartletKit", package: "martlet")
let ui = Target.Dependency.product(name: "MartletUI", package: "martlet")
let reach = Target.Dependency.product(name: "MartletReach", package: "martlet")
let testing = Target.Dependency.product(name: "MartletTesting", package: "martlet")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
/// SQLite itself, as GRDB links it.
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let locks = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let hpack = Target.Dependency.product(name: "NIOHPACK", package: "swift-nio-http2")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "martlet-server",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "martlet", targets: ["martlet"]),
    // For the benchmarks, which are a package of their own.
    .library(name: "APNs", targets: ["APNs"]),
    .library(name: "Backtest", targets: ["Backtest"]),
    .library(name: "Domain", targets: ["Domain"]),
    .library(name: "Pushing", targets: ["Pushing"]),
    .library(name: "LargeApp", targets: ["LargeApp"]),
    .library(name: "MartletServer", targets: ["MartletServer"]),
    .library(name: "PostgresServer", targets: ["PostgresServer"]),
    .library(name: "PushEndpoint", targets: ["PushEndpoint"]),
    .library(name: "SceneHTML", targets: ["SceneHTML"]),
    .library(name: "StorePostgres", targets: ["StorePostgres"]),
    .library(name: "StoreSQLite", targets: ["StoreSQLite"]),
  ],
  dependencies: [
    .package(name: "martlet", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    // What Hummingbird itself is made of; named because its request and response types are theirs.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
  ],
  targets: [
    .target(name: "Domain", dependencies: [core, wire], swiftSettings: strict),
    // The figures of experiments: arithmetic alone, without what they are counted from.
    .target(name: "Statistics", swiftSettings: strict),
    // What documents of an API are made of: one table of fields for reading, writing and openapi.yaml.
    .target(name: "Documents", dependencies: ["Statistics", core, wire], swiftSettings: strict),
    .target(name: "Store", dependencies: ["Domain", core, wire], swiftSettings: strict),
    // What every database that understands SQL has in common.
    .target(name: "StoreSQL", dependencies: ["Domain", "Store", core, wire, crypto], swiftSettings: strict),
    .target(
      name: "StoreSQLite",
      dependencies: ["Domain", "Store", "StoreSQL", core, wire, grdb, sqlite],
      swiftSettings: strict),
    // PostgreSQL's client library, as the system has it.
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "StorePostgres",
      dependencies: ["CLibPQ", "Domain", "Store", "StoreSQL", core, wire], swiftSettings: strict),
    .target(
      name: "SceneHTML",
      dependencies: [kit, ui],
      exclude: ["Assets"], swiftSettings: strict, plugins: ["EmbedAssets"]),
    .target(name: "Personalisation", dependencies: ["Domain", core, wire], swiftSettings: strict),
    .target(
      name: "Authoring",
      dependencies: ["Domain", "Personalisation", "Statistics", "Store", core, wire],
      swiftSettings: strict),
    .target(
      name: "HTTPSupport",
      dependencies: [
        "Documents", "Domain", "Store",
        core, wire, hummingbird, hummingbirdCore, logging, metrics, crypto, nioCore, nioHTTP, locks,
        httpTypes,
      ],
      swiftSettings: strict),
    .target(
      name: "Pages",
      dependencies: ["Domain", "HTTPSupport", hummingbird, httpTypes, mustache],
      exclude: ["Assets"], swiftSettings: strict, plugins: ["EmbedAssets"]),
    .target(
      name: "PeopleFiles", dependencies: ["Documents", "Domain", "Store", core, wire], swiftSettings: strict),
    .target(
      name: "Delivery",
      dependencies: ["Domain", "Personalisation", "Store", core, wire, crypto, locks, metrics, nioCore],
      swiftSettings: strict),
    .target(
      name: "Identity",
      dependencies: ["Domain", "Store", core, wire, jwt, crypto, cryptoExtras, locks],
      swiftSettings: strict),
    .target(
      name: "APNs",
      dependencies: [core, jwt, crypto, nioCore, nioPosix, nioHTTP2, hpack, nioSSL],
      swiftSettings: strict),
    .target(
      name: "Pushing",
      dependencies: ["APNs", "Domain", "Personalisation", "Store", core, wire, crypto],
      swiftSettings: strict),
    .target(
      name: "DeviceAPI",
      dependencies: [
        "Delivery", "Domain", "HTTPSupport", "Identity", "Store",
        core, wire, hummingbird, logging, metrics, crypto, locks, httpTypes,
      ],
      swiftSettings: strict),
    .target(
      name: "Backtest",
      dependencies: [
        "Delivery", "Documents", "Domain", "Personalisation", "Statistics", "Store", core, wire, locks,
      ],
      swiftSettings: strict),
    .target(
      name: "AdminAPI",
      dependencies: [
        "Authoring", "Backtest", "Delivery", "Documents", "Domain", "HTTPSupport", "Identity", "PeopleFiles",
        "Pushing", "Statistics", "Store",
        core, wire, hummingbird, logging, metrics, httpTypes,
      ],
      exclude: ["Assets"], swiftSettings: strict, plugins: ["EmbedAssets"]),
    .target(
      name: "ReachAPI",
      dependencies: [
        "Authoring", "Domain", "HTTPSupport", "Pushing", "Store",
        core, wire, hummingbird, httpTypes,
      ],
      swiftSettings: strict),
    .target(
      name: "Console",
      dependencies: [
        "Authoring", "Backtest", "Delivery", "Domain", "HTTPSupport", "Identity", "Pages", "PeopleFiles",
        "Pushing", "SceneHTML", "Statistics", "Store",
        core, wire, kit, ui, reach, hummingbird, httpTypes, mustache,
      ],
      exclude: ["Assets"], swiftSettings: strict, plugins: ["EmbedAssets"]),
    .target(
      name: "DeviceLab",
      dependencies: [
        "APNs", "Documents", "HTTPSupport", "Pages", "SceneHTML", "Store",
        core, wire, kit, ui, reach, testing, hummingbird, httpTypes, nioCore, mustache,
      ],
      exclude: ["Assets"], swiftSettings: strict, plugins: ["EmbedAssets"]),
    .target(
      name: "MartletServer",
      dependencies: [
        "AdminAPI", "Authoring", "Backtest", "Console", "Delivery", "DeviceAPI", "DeviceLab", "Documents",
        "Domain", "HTTPSupport", "Identity", "Pages", "Pushing", "ReachAPI", "SceneHTML", "Statistics",
        "Store", "StorePostgres", "StoreSQLite",
        core, wire, kit, ui, testing, hummingbird, httpTypes, logging, metrics, lifecycle, nioCore, nioHTTP,
        nioPosix, nioSSL,
      ],
      swiftSettings: strict),
    // Each module's pages, styles and scripts are compiled into it: the server is one file.
    .plugin(name: "EmbedAssets", capability: .buildTool(), dependencies: ["AssetEmbedder"]),
    .executableTarget(name: "AssetEmbedder", swiftSettings: strict),
    // Seeded chance, and waiting for conditions.
    .target(name: "ServerTestSupport", path: "Tests/ServerTestSupport", swiftSettings: strict),
    .target(
      name: "StoreConformance",
      dependencies: ["Domain", "ServerTestSupport", "Store", "StoreSQL", core, wire],
      path: "Tests/StoreConformance", swiftSettings: strict),
    // What the console's pages are measured with.
    .target(
      name: "LargeApp",
      dependencies: ["Domain", "Store", core, wire],
      path: "Tests/LargeApp", swiftSettings: strict),
    // What pushes are sent to in tests and benchmarks.
    .target(
      name: "PushEndpoint",
      dependencies: ["APNs", core, crypto, nioCore, nioPosix, locks, nioHTTP2, hpack, nioSSL],
      path: "Tests/PushEndpoint", swiftSettings: strict),
    // A database for tests.
    .target(
      name: "PostgresServer", dependencies: ["StorePostgres"], path: "Tests/PostgresServer",
      swiftSettings: strict),
    .executableTarget(
      name: "CrashWriter",
      dependencies: ["Domain", "StoreSQLite", core, wire],
      path: "Tests/CrashWriter", swiftSettings: strict),
    .executableTarget(
      name: "CrashSender",
      dependencies: ["APNs", "Domain", "Pushing", "StoreSQLite", core, wire, kit],
      path: "Tests/CrashSender", swiftSettings: strict),
    // The backend that docs/sdk-authentication.md shows.
    .executableTarget(
      name: "SampleBackend",
      dependencies: [hummingbird, jwt],
      path: "Tests/SampleBackend", swiftSettings: strict),
    .testTarget(
      name: "BacktestTests",
      dependencies: ["Backtest", "Documents", "Domain", "ServerTestSupport", "Statistics", core, wire],
      swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "AdminAPI", "APNs", "Authoring", "Console", "Delivery", "DeviceLab", "Documents", "Domain",
        "HTTPSupport", "Identity", "LargeApp", "martlet", "MartletServer", "Pages", "PostgresServer",
        "PushEndpoint",
        "Pushing", "ReachAPI", "SampleBackend", "SceneHTML", "ServerTestSupport", "Statistics", "Store",
        "StorePostgres", "StoreSQLite",
        core, wire, kit, ui, reach, testing, hummingbird, httpTypes, jwt, logging, nioCore, nioEmbedded,
        nioHTTP, crypto,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PeopleFilesTests",
      dependencies: ["Domain", "PeopleFiles", "Store", core, wire],
      swiftSettings: strict),
    .testTarget(
      name: "AccountsTests",
      dependencies: ["Domain", "Identity", "ServerTestSupport", "Store", "StoreSQLite", core, testing],
      swiftSettings: strict),
    .testTarget(
      name: "PersonalisationTests",
      dependencies: ["Domain", "Personalisation", "ServerTestSupport", "StoreConformance", core, wire],
      swiftSettings: strict),
    .testTarget(
      name: "APNsTests",
      dependencies: ["APNs", "PushEndpoint", "ServerTestSupport", core, testing, jwt, crypto, hpack],
      swiftSettings: strict),
    .testTarget(
      name: "PushingTests",
      dependencies: [
        "APNs", "CrashSender", "Domain", "PushEndpoint", "Pushing", "ServerTestSupport", "Store",
        "StoreConformance",
        "StoreSQLite",
        core, wire, kit, testing, crypto,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IdentityTests",
      dependencies: ["Domain", "Identity", core, wire, jwt],
      swiftSettings: strict),
    .testTarget(
      name: "DomainTests",
      dependencies: ["Domain", "ServerTestSupport", "StoreConformance", core, wire, kit],
      swiftSettings: strict),
    .testTarget(
      name: "StatisticsTests", dependencies: ["ServerTestSupport", "Statistics"], swiftSettings: strict),
    .testTarget(
      name: "StoreSQLiteTests",
      dependencies: [
        "CrashWriter", "Domain", "ServerTestSupport", "Store", "StoreConformance", "StoreSQL", "StoreSQLite",
        core, wire,
        grdb,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StorePostgresTests",
      dependencies: [
        "Domain", "PostgresServer", "ServerTestSupport", "Store", "StoreConformance", "StoreSQL",
        "StorePostgres", "StoreSQLite", core, wire, grdb,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SceneHTMLTests", dependencies: ["SceneHTML", "ServerTestSupport", kit, ui], swiftSettings: strict
    ),
    .testTarget(
      name: "DeviceLabTests",
      dependencies: [
        "APNs", "DeviceLab", "HTTPSupport", "Pages", "SceneHTML", "ServerTestSupport", "Store",
        "StoreSQLite", core, wire, kit, ui, testing, hummingbird,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PagesTests",
      dependencies: ["HTTPSupport", "Pages", hummingbird, nioCore, httpTypes],
      swiftSettings: strict),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "Authoring", "Console", "Domain", "HTTPSupport", "Identity", "Pages", "PeopleFiles", "Pushing",
        "SceneHTML", "ServerTestSupport", "Statistics", "Store", "StoreSQLite",
        core, wire, ui, testing, hummingbird, logging, nioCore, nioEmbedded, httpTypes, crypto,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "martlet",
      dependencies: ["Backtest", "Domain", "MartletServer", kit, testing, arguments],
      path: "Sources/MartletCLI", swiftSettings: strict),
  ]
)

// As in the SDK's package.
if Context.environment["MARTLET_WHOLE_MODULES"] != nil {
  for target in package.targets where [.regular, .executable].contains(target.type) {
    if target.path?.hasPrefix("Tests/") == true { continue }
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-whole-module-optimization", "-num-threads", "2"])]
  }
}
