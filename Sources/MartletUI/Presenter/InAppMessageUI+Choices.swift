// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension InAppMessageUI {
  /// What becomes of a message that could be displayed now. The raw values are its words in scenarios and in the lab.
  public enum DisplayChoice: String, Hashable, Sendable, CaseIterable {
    case now
    /// Back on the stack; asked again at the next occasion.
    case reenqueue
    /// Taken out; a later event can trigger it again.
    case discard

    /// The old name of `reenqueue`.
    @available(*, deprecated, renamed: "reenqueue")
    public static var later: DisplayChoice { .reenqueue }
  }

  /// When messages that wait are tried. A message that is presented is always tried itself when nothing is on the screen.
  /// The raw values are its words in scenarios and in the lab.
  public enum DrainPolicy: String, Hashable, Sendable, CaseIterable {
    /// When a message has left or could not be shown, the next one is tried, and whenever the person becomes eligible.
    case afterDismissal = "after_dismissal"
    /// One attempt for each occasion: the person becomes eligible, a message arrives, the app calls `presentNext()`.
    case whenEligible = "when_eligible"
    /// Only when the app calls `presentNext()`.
    case manual
  }

  /// Whether the status bar is hidden while a message is visible.
  public enum StatusBarHideBehavior: Hashable, Sendable, CaseIterable {
    /// As the view wishes.
    case auto
    case hidden, visible
  }

  /// Orientation of the interface, with the names and values of the platform's own enumeration.
  public enum InterfaceOrientation: Int, Hashable, Sendable, CaseIterable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeRight = 3
    case landscapeLeft = 4

    init(_ orientation: SceneTraits.Orientation) {
      self = orientation == .portrait ? .portrait : .landscapeRight
    }

    var sceneOrientation: SceneTraits.Orientation? {
      switch self {
      case .unknown: nil
      case .portrait, .portraitUpsideDown: .portrait
      case .landscapeRight, .landscapeLeft: .landscape
      }
    }
  }
}
