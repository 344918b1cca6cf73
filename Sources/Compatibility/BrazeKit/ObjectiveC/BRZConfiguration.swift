// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
public import MartletKit

/// `Martlet.Configuration`. Change it before you create a client.
@objc(BRZConfiguration) @objcMembers
public final class BRZConfiguration: NSObject {
  /// The configuration that this one stands for, for the Swift code of the app.
  @nonobjc public let typed: Martlet.Configuration

  /// The SDK key, the server, and how often events are sent.
  public var api: BRZConfigurationApi { BRZConfigurationApi(typed) }
  /// The client's log.
  public var logger: BRZConfigurationLogger { BRZConfigurationLogger(typed) }

  /// The minimum time between two triggered messages, in seconds. Default 30, from 0 to a year.
  public var triggerMinimumTimeInterval: TimeInterval {
    get { typed.triggerMinimumTimeInterval }
    set { typed.triggerMinimumTimeInterval = newValue }
  }
  /// The time in the background after which a session ends, in seconds. Default 10, from 1 to a
  /// year.
  public var sessionTimeout: TimeInterval {
    get { typed.sessionTimeout }
    set { typed.sessionTimeout = newValue }
  }

  /// Creates a configuration with the SDK key of the app and the server's address.
  public init(apiKey: String, endpoint: String) {
    typed = Martlet.Configuration(apiKey: apiKey, endpoint: endpoint)
  }

  /// Creates a configuration without key and server. Set `api.key` and `api.endpoint` before you
  /// create a client.
  public override init() {
    typed = Martlet.Configuration()
  }
}

/// `Martlet.Configuration.API`: changes apply to the configuration that it came from.
@objc(BRZConfigurationApi) @objcMembers
public final class BRZConfigurationApi: NSObject {
  private let typed: Martlet.Configuration

  init(_ typed: Martlet.Configuration) { self.typed = typed }

  /// The SDK key of the app.
  public var key: String {
    get { typed.api.key }
    set { typed.api.key = newValue }
  }
  /// The server's address. It can have a port and a path.
  public var endpoint: String {
    get { typed.api.endpoint }
    set { typed.api.endpoint = newValue }
  }
  /// The interval at which waiting events are sent, in seconds. Default 10, from 1 to a year.
  public var flushInterval: TimeInterval {
    get { typed.api.flushInterval }
    set { typed.api.flushInterval = newValue }
  }
  /// When events are sent. Default: automatic.
  public var requestPolicy: BRZRequestPolicy {
    get { typed.api.requestPolicy == .manual ? .manual : .automatic }
    set { typed.api.requestPolicy = newValue == .manual ? .manual : .automatic }
  }
  /// Whether the SDK sends users' signatures. Default: false.
  public var sdkAuthentication: Bool {
    get { typed.api.sdkAuthentication }
    set { typed.api.sdkAuthentication = newValue }
  }
}

/// When events are sent: automatically, or only by `requestImmediateDataFlush`.
@objc(BRZRequestPolicy)
public enum BRZRequestPolicy: Int, Sendable { case automatic, manual }

/// `Martlet.Configuration.Logger`: changes apply to the configuration that it came from.
@objc(BRZConfigurationLogger) @objcMembers
public final class BRZConfigurationLogger: NSObject {
  private let typed: Martlet.Configuration

  init(_ typed: Martlet.Configuration) { self.typed = typed }

  /// The lowest level that is logged. Default: error.
  public var level: BRZLoggerLevel {
    get { BRZLoggerLevel(typed.logger.level) }
    set { typed.logger.level = newValue.typed }
  }
  /// Receives every line from `level` on, on any thread. Return true to also print it as usual.
  public var print: (@Sendable (String, BRZLoggerLevel) -> Bool)? {
    get {
      guard let print = typed.logger.print else { return nil }
      return { @Sendable line, level in print(line, level.typed) }
    }
    set {
      typed.logger.print = newValue.map { print in
        { @Sendable line, level in print(line, BRZLoggerLevel(level)) }
      }
    }
  }
}

/// The level of a line. With `disabled`, nothing is logged.
@objc(BRZLoggerLevel)
public enum BRZLoggerLevel: Int, Sendable {
  case debug, info, error, disabled

  init(_ level: Martlet.Configuration.Logger.Level) {
    self = BRZLoggerLevel(rawValue: level.rawValue) ?? .error
  }

  var typed: Martlet.Configuration.Logger.Level { .init(rawValue: rawValue) ?? .error }
}
#endif
