// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A period in which one person uses the app.
public struct Session: Hashable, Sendable {
  /// From the caller of `SessionMachine`. Globally unique.
  public var id: String
  public var startedAt: Instant
}
