// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Sends pushes: to Apple, as `PushSender` does, or to devices that are in the same process.
public protocol PushSending: Sendable {
  /// Sends a push and returns what became of it.
  func send(_ push: Push) async -> PushResult
}
