// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension InAppMessageUI {
  /// How a full-screen message is shown.
  public enum DisplayMode: String, Hashable, Sendable, CaseIterable {
    /// A card in the centre.
    case modal
    /// The whole screen.
    case full

    /// The whole screen on small ones, a card on those with much room along both axes: tablets and desktops, not large phones.
    init(preferred: DisplayMode?, traits: SceneTraits?) {
      let isLarge = traits.map { $0.horizontalSizeClass == .regular && $0.verticalSizeClass == .regular } ?? false
      self = preferred ?? (isLarge ? .modal : .full)
    }
  }
}
