// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Reports whether a network is available, so that waiting events are sent as soon as it is back.
///
/// By default, the client uses the system's monitor, if there is one. An app can set its own with `Configuration.networkPathMonitor`. The
/// report is only a hint: when a request is due, the client always tries.
public protocol NetworkPathMonitor: Sendable {
  /// Calls back on any thread, for each change and with the current state if it is known.
  ///
  /// - Returns: a closure that stops the calls.
  func observe(_ changed: @escaping @Sendable (_ isReachable: Bool) -> Void) -> @Sendable () -> Void
}
