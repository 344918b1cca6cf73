// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// A wait that ends because its task was cancelled: the test is about to fail, and should say for want of what.
enum GivenUp {
  static func say(_ what: String) {
    StandardError.write("MartletTesting gave up: \(what)\n")
  }
}
