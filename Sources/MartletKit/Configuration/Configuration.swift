// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletCore

extension Martlet {
  /// How a client is set up. Change it before `Martlet(configuration:)`; a client keeps a frozen copy.
  ///
  /// Nothing here is refused: a number outside its range counts as the nearest inside, what is not a number as the least.
  public final class Configuration {
    /// The key and the server, and how often events are sent to it.
    public var api: API
    /// Least time between two triggered messages, in seconds. Default 30; counts as at least 0 and at most a year.
    public var triggerMinimumTimeInterval: TimeInterval = 30
    /// Seconds in the background after which a session ends. Default 10; counts as at least 1 and at most a year.
    public var sessionTimeout: TimeInterval = 10
    /// Seconds that a message may take from its turn until it is fully visible, with everything it waits for; then it is discarded, and a
    /// later event can trigger it again. Default 30; counts as at least 1 and at most 3,600. The server has half of it, at most 10
    /// seconds, to render a message that is personalised at display.
    public var displayTimeout: TimeInterval = 30
    /// What may be fetched for messages, kept, and waited for.
    public var assets = AssetPolicy()
    /// What the client says to the app's developer: in the system's log (subsystem `martlet`) on Apple's systems, on standard error elsewhere,
    /// unless told otherwise. Default: errors only.
    public var logger = Logger()
    /// Where the client keeps its journal and the last definitions; one client per folder. nil: a folder of its own for each key and server, in
    /// the app's support folder.
    ///
    /// A second client on a folder, in this process or another, sends and shows nothing, says so in the log, and keeps what it is told in memory
    /// until the first one is gone. Inside the container of an app group each process keeps a folder of its own, named after its bundle.
    public var storageDirectory: URL?
    /// How requests are sent. nil: URLSession.
    public var transport: (any Transport)?
    /// Says when the network is back, so that what waits is sent at once. nil: the system's own where it has one (Apple's systems), else none.
    public var networkPathMonitor: (any NetworkPathMonitor)?
    /// Clocks, ids, chance. nil: the real ones.
    public var environment: Environment?
    /// Opens the URL of a click, after the delegate agreed. nil: the platform does; on systems without one the log says what would have been
    /// opened.
    public var urlOpener: (@MainActor @Sendable (Martlet.URLContext) -> Void)?

    /// - Parameters:
    ///   - apiKey: the key of the app, from the console's settings. An empty one is named in the log.
    ///   - endpoint: the server's address, as in `API.endpoint`. One that is no address is named in the log, and nothing is sent.
    public init(apiKey: String, endpoint: String) {
      self.api = API(key: apiKey, endpoint: endpoint)
    }

    /// What another one says.
    convenience init(_ frozen: Frozen) {
      self.init()
      api = frozen.api
      triggerMinimumTimeInterval = frozen.triggerMinimumTimeInterval
      sessionTimeout = frozen.sessionTimeout
      displayTimeout = frozen.displayTimeout
      assets = frozen.assets
      logger = frozen.logger
      storageDirectory = frozen.storageDirectory
      transport = frozen.transport
      networkPathMonitor = frozen.networkPathMonitor
      environment = frozen.environment
      urlOpener = frozen.urlOpener
    }

    /// A configuration that nobody changes any more.
    struct Frozen: Sendable {
      var api: API
      var triggerMinimumTimeInterval: TimeInterval
      var sessionTimeout: TimeInterval
      var displayTimeout: TimeInterval
      var assets: AssetPolicy
      var logger: Logger
      var storageDirectory: URL?
      var transport: (any Transport)?
      var networkPathMonitor: (any NetworkPathMonitor)?
      var environment: Environment?
      var urlOpener: (@MainActor @Sendable (Martlet.URLContext) -> Void)?

      init(_ configuration: Configuration) {
        api = configuration.api
        triggerMinimumTimeInterval = configuration.triggerMinimumTimeInterval
        sessionTimeout = configuration.sessionTimeout
        displayTimeout = configuration.displayTimeout
        assets = configuration.assets
        logger = configuration.logger
        storageDirectory = configuration.storageDirectory
        transport = configuration.transport
        networkPathMonitor = configuration.networkPathMonitor
        environment = configuration.environment
        urlOpener = configuration.urlOpener
      }
    }

    /// Without key and server: set `api.key` and `api.endpoint` before the client is made.
    public init() {
      self.api = API(key: "", endpoint: "")
    }

    /// The server, as the app knows it.
    public struct API: Hashable, Sendable {
      /// The app's key, which the console shows under Settings. It may be in the app: all it allows is what a device does.
      public var key: String
      /// The server's address: `https://messages.example.com`, `http://127.0.0.1:8080`, or a bare host (then https); may carry a path.
      public var endpoint: String
      /// Seconds between automatic flushes of waiting events. Default 10; counts as at least 1 and at most a year.
      public var flushInterval: TimeInterval = 10
      /// When events are sent. Default: automatic.
      public var requestPolicy: RequestPolicy = .automatic
      /// Whether the signatures of `changeUser(userId:sdkAuthSignature:)` and `setSDKAuthenticationSignature(_:userId:)` are sent, so that the server knows
      /// that your backend vouches for the user. Default: false; a signature is then not kept, and the log says so once.
      public var sdkAuthentication = false

      public init(key: String, endpoint: String) {
        self.key = key
        self.endpoint = endpoint
      }
    }

    /// When waiting events are sent.
    public enum RequestPolicy: Hashable, Sendable {
      /// Every `flushInterval`, with each request for definitions, in the background and at a session's end.
      case automatic
      /// Events wait until `requestImmediateDataFlush()`; definitions are still fetched.
      case manual
    }

    /// The client's log. It never holds user ids, property values or keys.
    ///
    /// The same thing is said once; then it is counted, and summed up at most once a minute. A log that cannot be written is lost, and does no
    /// harm to the app.
    public struct Logger: Sendable {
      /// The least important lines that are logged. Default: error.
      public var level: Level = .error
      /// Gets every line of the level, on any thread. Return true to print it as usual as well. nil: printed as usual.
      public var print: (@Sendable (String, Level) -> Bool)?

      /// How important a line is; `disabled` logs nothing.
      public enum Level: Int, Hashable, Sendable {
        case debug, info, error, disabled
      }
    }
  }
}
