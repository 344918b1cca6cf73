// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// What was done that ends the app on a device, or that UIKit only complains about in its log.
/// `Drive.violations` shows it to tests.
package enum Violations {
  private static let list = Mutex<[String]>([])

  package static var all: [String] { list.withLock { $0 } }

  package static func record(_ text: String) { list.withLock { $0.append(text) } }

  package static func clear() { list.withLock { $0 = [] } }
}
