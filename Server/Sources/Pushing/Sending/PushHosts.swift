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

  subscript(environment: Wire.PushEnvironment) -> APNsHost { environment == .production ? production : development }
}
