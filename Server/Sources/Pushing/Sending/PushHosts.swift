// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs
import MartletWire

/// Where pushes are sent to.
public struct PushHosts: Hashable, Sendable {
  public var production: APNsHost
  public var development: APNsHost

  public init(production: APNsHost, development: APNsHost) {
    self.production = production
    self.development = development
  }

  /// Apple's.
  public static let apple = PushHosts(production: .production, development: .sandbox)

  /// Whether pushes go to Apple itself.
  public var isApple: Bool { self == .apple }

  /// `api.push.apple.com:443`
  public var words: String {
    let names = [production, development].map { "\($0.address):\($0.port)" }
    return names[0] == names[1] ? names[0] : names.joined(separator: " and ")
  }

  /// Apple's, or others in their places: a test environment or a proxy.
  ///
  /// - Parameters:
  ///   - production: A name or an IP address, which is also the name in its certificate. nil:
  ///     Apple's.
  ///   - development: nil: the one of production, or Apple's.
  ///   - port: nil: 443.
  ///   - authorities: The path of a PEM file with the certificates that are trusted instead of the
  ///     system's.
  /// - Returns: nil if the file has no certificate.
  public init?(production: String?, development: String?, port: Int?, authorities: String?) {
    var trust = APNsHost.Trust.system
    if let authorities {
      guard let read = APNsHost.Trust.authorities(inFile: authorities) else { return nil }
      trust = read
    }
    func host(_ name: String?, or apple: APNsHost) -> APNsHost {
      APNsHost(name: name ?? apple.name, port: port ?? apple.port, trust: trust)
    }
    self.production = host(production, or: .production)
    self.development = host(development ?? production, or: .sandbox)
  }

  subscript(environment: Wire.PushEnvironment) -> APNsHost {
    environment == .production ? production : development
  }
}
