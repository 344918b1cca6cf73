// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The orientations that a window can have, with the bits of the platform.
struct OrientationMask: OptionSet, Hashable, Sendable {
  let rawValue: UInt

  static let portrait = OrientationMask(rawValue: 1 << 1)
  static let portraitUpsideDown = OrientationMask(rawValue: 1 << 2)
  static let landscapeRight = OrientationMask(rawValue: 1 << 3)
  static let landscapeLeft = OrientationMask(rawValue: 1 << 4)

  static let anyPortrait: OrientationMask = [.portrait, .portraitUpsideDown]
  static let anyLandscape: OrientationMask = [.landscapeLeft, .landscapeRight]
  static let all: OrientationMask = [.anyPortrait, .anyLandscape]

  init(rawValue: UInt) { self.rawValue = rawValue }

  init(_ orientation: SceneTraits.Orientation) {
    self = orientation == .portrait ? .anyPortrait : .anyLandscape
  }

  /// What a scene needs.
  var orientations: Set<SceneTraits.Orientation> {
    var found: Set<SceneTraits.Orientation> = []
    if !isDisjoint(with: .anyPortrait) { found.insert(.portrait) }
    if !isDisjoint(with: .anyLandscape) { found.insert(.landscape) }
    return found
  }

  /// The orientations of the window of a message: those of the app, and of these only those that
  /// the message supports.
  ///
  /// An app that supports none of them keeps its own. Otherwise, the message would rotate an app
  /// that has locked itself.
  func limited(to orientation: SceneTraits.Orientation?) -> OrientationMask {
    guard let orientation else { return self }
    let limited = intersection(OrientationMask(orientation))
    return limited.isEmpty ? self : limited
  }
}
