// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// A device of the preview.
enum PreviewDevice: String, CaseIterable, Sendable {
  case small, large, tablet

  var label: String {
    switch self {
    case .small: "Small phone"
    case .large: "Large phone"
    case .tablet: "Tablet"
    }
  }

  /// What the Device Lab calls the same.
  var labName: String {
    switch self {
    case .small: "small_phone"
    case .large: "large_phone"
    case .tablet: "tablet"
    }
  }

  /// In points.
  func size(isLandscape: Bool) -> (width: Double, height: Double) {
    let upright: (width: Double, height: Double) =
      switch self {
      case .small: (375, 667)
      case .large: (430, 932)
      case .tablet: (834, 1194)
      }
    return isLandscape ? (upright.height, upright.width) : upright
  }

  func safeArea(isLandscape: Bool) -> Insets {
    switch (self, isLandscape) {
    case (.small, false): Insets(top: 20)
    case (.small, true): .zero
    case (.large, false): Insets(top: 59, bottom: 34)
    case (.large, true): Insets(leading: 59, bottom: 21, trailing: 59)
    case (.tablet, _): Insets(top: 24, bottom: 20)
    }
  }

  /// Of the keyboard, with the safe area below it. The style sheet draws it as high.
  func keyboardHeight(isLandscape: Bool) -> Double {
    switch (self, isLandscape) {
    case (.small, false): 260
    case (.small, true): 200
    case (.large, false): 346
    case (.large, true): 219
    case (.tablet, false): 320
    case (.tablet, true): 408
    }
  }
}
