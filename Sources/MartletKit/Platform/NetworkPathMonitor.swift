// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Knows whether there is a way to a network, and says when that changes: when one comes back, what waits for the server is sent at once.
///
/// Where the system has such a monitor the client uses that; an app brings its own by `Configuration.networkPathMonitor`. What it says is
/// only a hint: a client that hears that there is no way tries all the same when a request is due.
public protocol NetworkPathMonitor: Sendable {
  /// Calls back with each change, and with the state of now if it is known, on any thread.
  ///
  /// - Returns: ends it; nothing is called back afterwards.
  func observe(_ changed: @escaping @Sendable (_ isReachable: Bool) -> Void) -> @Sendable () -> Void
}
