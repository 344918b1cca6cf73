// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletCore

extension Martlet {
  /// The configuration of a client. Change it before you call `Martlet(configuration:)`, because a
  /// client keeps a copy.
  ///
  /// Invalid values are never errors: a number outside its range is replaced by the nearest value
  /// inside, and NaN by the smallest.
  public final class Configuration {
    /// The SDK key, the server, and how often events are sent.
    public var api: API
    /// The minimum time between two triggered messages, in seconds. Default 30, from 0 to a year.
    public var triggerMinimumTimeInterval: TimeInterval = 30
    /// The time in the background after which a session ends, in seconds. Default 10, from 1 to a
    /// year.
    public var sessionTimeout: TimeInterval = 10
    /// The maximum time from a message's turn until it is fully visible, in seconds. After that it
    /// is discarded, and a later event can trigger it again. Default 30, from 1 to 3,600. If the
    /// server personalises it at display, it has half of this time, at most 10 s.
    public var displayTimeout: TimeInterval = 30
    /// Limits on downloading, storing and waiting for assets.
    public var assets = AssetPolicy()
    /// Push notifications. By default, the client does nothing with them by itself.
    public var push = Push()
    /// How many banners, announcements, surveys and data pushes can wait on the device. The oldest
    /// makes room. Default 1,000, from 0 to 10,000. With 0, only those open that the person taps as
    /// a notification.
    public var maximumWaitingItems = ReachMachine.defaultCapacity
    /// The client's log. By default, only errors are logged: to Apple's system log (subsystem
    /// `martlet`), or to standard error.
    public var logger = Logger()
    /// The folder for the client's files, used by one client only. If nil, a folder for each key
    /// and server in the app's support folder.
    ///
    /// A second client on the same folder, in this process or another, sends and shows nothing,
    /// reports this in the log, and keeps events in memory until the first one is gone. In an app
    /// group's container, each process has its own folder, named after its bundle.
    public var storageDirectory: URL?
    /// How requests are sent. If nil, with URLSession.
    public var transport: (any Transport)?
    /// Reports when the network is back, so that waiting events are sent immediately. If nil, the
    /// system's monitor on Apple's systems, otherwise none.
    public var networkPathMonitor: (any NetworkPathMonitor)?
    /// Clocks, ids and randomness. If nil, the real ones.
    public var environment: Environment?
    /// The facts about the device that the server receives. Default: all. The platform and the
    /// versions of app and SDK are always sent.
    ///
    /// Audiences, texts and reports cannot use a fact that is not sent. It does not change when
    /// messages are shown: triggers, quiet hours and schedules are decided on the device.
    public var deviceFacts = Set(DeviceFact.allCases)
    /// Opens the URL of a click, if the delegate agrees. If nil, the platform opens it. On systems
    /// that cannot open URLs, the log says so.
    public var urlOpener: (@MainActor @Sendable (Martlet.URLContext) -> Void)?
    /// Whether universal links of the app go to its own delegate: `scene(_:continue:)`, or
    /// `application(_:continue:restorationHandler:)` if the scene's delegate does not have it.
    /// Otherwise the system opens them, which means the browser, because it never passes an app's
    /// own links back to it. Default: false. Only with UIKit.
    public var forwardUniversalLinks = false
    /// The hosts of the app's associated domains, such as `shop.example` or `*.shop.example`. An
    /// app cannot read its own, so they are named here. Default: none. Then only the links count as
    /// universal whose `URLContext.isUniversalLink` the delegate sets.
    public var universalLinkHosts: Set<String> = []
    /// When the system lets the client read its files. Default: from the first unlock after a
    /// restart.
    public var fileProtection = FileProtection.completeUntilFirstUserAuthentication
    /// The device and the app on it. If nil, what the system says.
    package var device: DeviceFacts?
    /// Fields that other modules of this package accept, and that have no effect.
    package var unused = UnusedFields()
    /// Receives the intervals of `Logger.signposts`. If nil, the system.
    package var intervalMarker: (any IntervalMarker)?

    /// Creates a configuration with the SDK key of the app, from the console's settings, and the
    /// server's address, as in `API.endpoint`. An empty key or an invalid address is reported in
    /// the log. Without a valid address, nothing is sent.
    public init(apiKey: String, endpoint: String) {
      self.api = API(key: apiKey, endpoint: endpoint)
    }

    convenience init(_ other: Configuration) {
      self.init()
      api = other.api
      triggerMinimumTimeInterval = other.triggerMinimumTimeInterval
      sessionTimeout = other.sessionTimeout
      displayTimeout = other.displayTimeout
      assets = other.assets
      push = other.push
      maximumWaitingItems = other.maximumWaitingItems
      logger = other.logger
      storageDirectory = other.storageDirectory
      transport = other.transport
      networkPathMonitor = other.networkPathMonitor
      environment = other.environment
      urlOpener = other.urlOpener
      forwardUniversalLinks = other.forwardUniversalLinks
      universalLinkHosts = other.universalLinkHosts
      fileProtection = other.fileProtection
      deviceFacts = other.deviceFacts
      device = other.device
      unused = other.unused
      intervalMarker = other.intervalMarker
    }

    /// Creates a configuration without key and server. Set `api.key` and `api.endpoint` before you
    /// create a client.
    public init() {
      self.api = API(key: "", endpoint: "")
    }

    /// The server and the SDK key.
    public struct API: Hashable, Sendable {
      /// The SDK key of the app. You create it in the console under Settings. It can be public,
      /// because it only allows what a device needs.
      public var key: String
      /// The server's address: `https://messages.example.com`, `http://127.0.0.1:8080`, or a host
      /// name (then https). It can have a path.
      public var endpoint: String
      /// The interval at which waiting events are sent, in seconds. Default 10, from 1 to a year.
      public var flushInterval: TimeInterval = 10
      /// When events are sent. Default: automatic.
      public var requestPolicy: RequestPolicy = .automatic
      /// Whether the SDK sends the signatures of `changeUser(userId:sdkAuthSignature:)` and
      /// `setSDKAuthenticationSignature(_:userId:)`, so that the server can verify the user.
      /// Default: false. Then none is kept, and the log says so once.
      public var sdkAuthentication = false
      /// As `Configuration.unused`.
      package var unused = UnusedFields()

      public init(key: String, endpoint: String) {
        self.key = key
        self.endpoint = endpoint
      }
    }

    /// When waiting events are sent.
    public enum RequestPolicy: Hashable, Sendable {
      /// Every `flushInterval`, with each sync, when the app moves to the background, and when a
      /// session ends.
      case automatic
      /// Only by `requestImmediateDataFlush()` and `flush()`. The client still syncs.
      case manual
    }

    /// The client's log. It never contains user ids, property values or keys.
    ///
    /// A repeated message is logged once, then at most once a minute, with a count. If the log
    /// cannot be written, messages are lost and the app is not affected.
    public struct Logger: Sendable {
      /// The lowest level that is logged. Default: error.
      public var level: Level = .error
      /// Receives every line from `level` on, on any thread. Return true to also print it as usual.
      /// If nil, lines are printed as usual.
      public var print: (@Sendable (String, Level) -> Bool)?
      /// Whether the client marks how long it decides, syncs and sends events, for Instruments:
      /// with the subsystem `martlet` and the category `intervals`. Default: false. Has no effect
      /// on systems other than Apple's.
      public var signposts = false

      /// The level of a line. With `disabled`, nothing is logged.
      public enum Level: Int, Hashable, Sendable {
        case debug, info, error, disabled
      }
    }
  }
}

extension Martlet.Configuration {
  /// Limits on downloading, storing and waiting for assets. A value outside its range is replaced
  /// by the nearest value inside.
  public struct AssetPolicy: Hashable, Sendable {
    /// The maximum size of a download in bytes. An archive can unpack to four times as much.
    /// Default 5,242,880 (5 MB), from 1 KB to 64 MB.
    public var maximumAssetBytes = 5_242_880
    /// The maximum size of all stored assets in bytes. Less important assets are removed first.
    /// Default 104,857,600 (100 MB), from `maximumAssetBytes` to 2 GB.
    public var maximumCacheBytes = 104_857_600
    /// The maximum number of assets that are downloaded in advance and kept, for the
    /// highest-ranking campaigns first. Default 500, from 0 to 5,000. With 0, nothing is downloaded
    /// in advance.
    public var maximumAssetCount = 500
    /// The number of parallel downloads. Default 4, from 1 to 16.
    public var parallelDownloads = 4
    /// Whether assets can be downloaded over a cellular network, in advance and at display.
    /// Default: always.
    public var cellular: CellularPolicy = .always
    /// How many seconds a message waits for missing assets when it is about to be shown. After that
    /// it is discarded. Default 10, from 0 to
    /// 300. With 0, a message is only shown if its assets are already stored.
    public var displayDeadline: TimeInterval = 10

    public init() {}

    /// Whether assets can be downloaded over networks that the system counts as cellular.
    public enum CellularPolicy: Hashable, Sendable {
      /// Cellular networks are used like any other network.
      case always
      /// Cellular networks are not used. Missing assets wait for another network, and a message
      /// that needs them now is discarded.
      case never
      /// Cellular networks are only used for assets up to this size. Larger ones wait for another
      /// network.
      case smallOnly(maximumBytes: Int)
    }
  }
}

extension Martlet.Configuration.AssetPolicy {
  var clamped: Self {
    var clamped = self
    clamped.maximumAssetBytes = min(max(maximumAssetBytes, 1_024), 64 * 1_048_576)
    clamped.maximumCacheBytes = min(max(maximumCacheBytes, clamped.maximumAssetBytes), 2_048 * 1_048_576)
    clamped.maximumAssetCount = min(max(maximumAssetCount, 0), 5_000)
    clamped.parallelDownloads = min(max(parallelDownloads, 1), 16)
    clamped.displayDeadline = displayDeadline.isNaN ? 10 : min(max(displayDeadline, 0), 300)
    if case .smallOnly(let bytes) = cellular {
      clamped.cellular = .smallOnly(maximumBytes: min(max(bytes, 0), clamped.maximumAssetBytes))
    }
    return clamped
  }

  var displayPatience: Duration { .milliseconds(Int64((displayDeadline * 1_000).rounded())) }
}
