// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A decoded picture, of which the double only keeps the size.
public final class CGImage: Sendable {
  public let width: Int
  public let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
