// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension InAppMessageUI {
  /// What becomes of a message that could be displayed now (C7).
  public enum DisplayChoice: Hashable, Sendable, CaseIterable {
    case now
    /// Back on the stack; asked again at the next occasion.
    case reenqueue
    /// Taken out; a later event can trigger it again.
    case discard

    /// The old name of `reenqueue`.
    @available(*, deprecated, renamed: "reenqueue")
    public static var later: DisplayChoice { .reenqueue }
  }

  /// Whether the status bar is hidden while a message is visible.
  public enum StatusBarHideBehavior: Hashable, Sendable, CaseIterable {
    /// As the view wishes (C8).
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
