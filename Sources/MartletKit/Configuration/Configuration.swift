// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletCore

extension Martlet {
  /// How a client is set up. Change it before `Martlet(configuration:)`; a client keeps a frozen copy.
  public final class Configuration {
    public var api: API
    /// Least time between two triggered messages, in seconds (D7). Default 30, minimum 0.
    public var triggerMinimumTimeInterval: TimeInterval = 30
    /// Seconds in the background after which a session ends. Default 10, minimum 1.
    public var sessionTimeout: TimeInterval = 10
    public var logger = Logger()
    /// Where the client keeps its journal and the last definitions. nil: a folder of its own, per API key, in the app's support folder.
    public var storageDirectory: URL?
    /// How requests are sent. nil: URLSession.
    public var transport: (any Transport)?
    /// Clocks, ids, chance. nil: the real ones.
    public var environment: Environment?
    /// Opens the URL of a click, after the delegate agreed. nil: the platform does; on systems without one the log says what would have been
    /// opened.
    public var urlOpener: (@MainActor @Sendable (Martlet.URLContext) -> Void)?

    public init(apiKey: String, endpoint: String) {
      self.api = API(key: apiKey, endpoint: endpoint)
    }

    public init() {
      self.api = API(key: "", endpoint: "")
    }

    public struct API: Hashable, Sendable {
      public var key: String
      /// The server's address: `https://messages.example.com`, `http://127.0.0.1:8080`, or a bare host (then https); may carry a path.
      public var endpoint: String
      /// Seconds between automatic flushes of waiting events. Default 10, minimum 1.
      public var flushInterval: TimeInterval = 10
      public var requestPolicy: RequestPolicy = .automatic

      public init(key: String, endpoint: String) {
        self.key = key
        self.endpoint = endpoint
      }
    }

    public enum RequestPolicy: Hashable, Sendable {
      case automatic
      /// Events wait until `requestImmediateDataFlush()`; definitions are still fetched.
      case manual
    }

    public struct Logger: Sendable {
      public var level: Level = .error
      /// Return true to print as usual as well.
      public var print: (@Sendable (String, Level) -> Bool)?

      public enum Level: Int, Hashable, Sendable {
        case debug, info, error, disabled
      }
    }
  }
}
