// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
/// The tags of the parts of a banner's view, and of the view of a screen that banners go into.
enum ViewTag {
  static let area = 36_822_491
  static let icon = 1
  static let title = 2
  static let message = 3
  static let image = 4
  /// Covers the whole banner.
  static let button = 5
  static let close = 6
}
#endif
