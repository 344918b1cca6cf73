// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A stretch of use of the app by one user.
public struct Session: Hashable, Sendable {
  /// Comes from the caller of `SessionMachine`; unique for ever.
  public var id: String
  public var startedAt: Instant

  public init(id: String, startedAt: Instant) {
    self.id = id
    self.startedAt = startedAt
  }
}
