// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that becomes known some time after launch, and can change then. A thread can wait for
/// the first one, for a limited time.
final class Announced<Value: Sendable & Equatable>: Sendable {
  private let value = Locked<Value?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  /// Sets the value, and releases the threads that wait.
  func announce(_ new: Value) {
    let isFirst = value.withLock { value in
      defer { if value != new { value = new } }
      return value == nil
    }
    if isFirst { isKnown.signal() }
  }

  /// Returns the value. If it is not known yet, waits for it. nil if it is still not known after
  /// that time.
  ///
  /// The limit also applies if all threads of the shared pool wait here, so that the announcing
  /// task cannot start.
  func wait(milliseconds: Int) -> Value? {
    if let known = value.withLock({ $0 }) { return known }
    // Each released thread releases the next one.
    if isKnown.wait(timeout: DispatchTime.now() + .milliseconds(milliseconds)) == .success {
      isKnown.signal()
    }
    return value.withLock { $0 }
  }
}
