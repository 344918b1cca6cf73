// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import UIKit

/// A handler that must be called exactly once. Called twice, or released without a call, it ends
/// the app on a device.
final class Once: Sendable {
  private let name: String
  private let calls = Counter()

  init(_ name: String) { self.name = name }

  deinit { if calls.value == 0 { Violations.record("\(name) was never called") } }

  /// False if it is not the first time.
  func call() -> Bool {
    guard calls.next() == 1 else {
      Violations.record("\(name) was called twice")
      return false
    }
    return true
  }
}
