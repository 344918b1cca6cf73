// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: mutation of captured var 'count'
import UIKit

@MainActor func mistake() {
  var count = 0
  NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) { _ in count += 1 }
}
