// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC) && canImport(UIKit)
import Foundation
import MartletUI

/// Choices of the presenter's delegate.
/// `InAppMessageUI.DisplayChoice`.
@objc(BRZInAppMessageUIDisplayChoice)
public enum BRZInAppMessageUIDisplayChoice: Int, Sendable {
  /// Shows it.
  case now
  /// Puts it back on the stack. The delegate is asked again at the next opportunity.
  case reenqueue
  /// Discards it. A later event can trigger it again.
  case discard
  /// The old name of `reenqueue`. The generated header cannot say that it is deprecated.
  @available(*, deprecated, renamed: "reenqueue")
  case later

  var typed: InAppMessageUI.DisplayChoice {
    switch self {
    case .now: .now
    case .discard: .discard
    default: .reenqueue
    }
  }
}

/// `InAppMessageUI.StatusBarHideBehavior`.
@objc(BRZInAppMessageUIStatusBarHideBehavior)
public enum BRZInAppMessageUIStatusBarHideBehavior: Int, Sendable {
  /// The view decides.
  case auto
  case hidden, visible

  init(_ behavior: InAppMessageUI.StatusBarHideBehavior) {
    switch behavior {
    case .auto: self = .auto
    case .hidden: self = .hidden
    case .visible: self = .visible
    }
  }

  var typed: InAppMessageUI.StatusBarHideBehavior {
    switch self {
    case .auto: .auto
    case .hidden: .hidden
    case .visible: .visible
    }
  }
}
#endif
