// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs

/// A way to devices that needs no uploaded key, because the server has the other end too.
public struct PushRoute: Sendable {
  public var host: APNsHost
  public var key: SigningKey
  public var topic: String

  public init(host: APNsHost, key: SigningKey, topic: String) {
    self.host = host
    self.key = key
    self.topic = topic
  }

  /// Returns the way once it is open.
  public typealias Source = @Sendable () async throws -> PushRoute
}
