// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Where pushes are sent to.
public struct APNsHost: Hashable, Sendable {
  /// Whose certificates are trusted.
  public enum Trust: Hashable, Sendable {
    /// The system's.
    case system
    /// These certificates, and those that they sign, as DER.
    case certificates([[UInt8]])
  }

  /// The name in the host's certificate.
  public let name: String
  /// What is connected to: a name or an IP address.
  public let address: String
  public let port: Int
  public let trust: Trust

  public init(name: String, address: String? = nil, port: Int = 443, trust: Trust = .system) {
    (self.name, self.address, self.port, self.trust) = (name, address ?? name, port, trust)
  }

  /// For apps from the App Store and TestFlight.
  public static let production = APNsHost(name: "api.push.apple.com")
  /// For apps that Xcode installed.
  public static let sandbox = APNsHost(name: "api.sandbox.push.apple.com")
}
