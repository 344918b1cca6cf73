// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// One of two windows that the app has side by side; the first is on the left, and the active one.
enum DeviceWindow: String, Hashable, Sendable, CaseIterable {
  case first, second

  /// Between the two, in points. The style sheet leaves as much.
  static let gap = 10.0

  var scene: WindowScene { WindowScene(id: rawValue) }
}
