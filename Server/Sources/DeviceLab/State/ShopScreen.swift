// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// A screen of the lab's app, which is a small shop.
enum ShopScreen: String, Hashable, Sendable, CaseIterable {
  case shop, offers, account

  /// The area for banners. The style sheet of the shop gives it the same place and size.
  func area(in traits: SceneTraits) -> SceneArea? {
    guard self == .offers else { return nil }
    let width = traits.width - 2 * Self.margin - traits.safeArea.leading - traits.safeArea.trailing
    return SceneArea(
      id: "offers", size: SceneSize(width: width, height: 92 * min(max(traits.textScale, 1), 2)))
  }

  private static let margin = 18.0
}
