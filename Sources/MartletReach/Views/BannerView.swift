// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit
public import MartletUI

extension Reach {
  /// Draws a banner: a card at an edge of the window, or in an area of the app's own screen. The
  /// app stays usable.
  ///
  /// The banner itself is one button, with the action `body`. The close control beside it has the
  /// action `close`.
  public struct BannerView: Hashable, Sendable {
    public var banner: Banner
    public var attributes: Attributes
    /// The icon of the app. nil: none, even if the banner asks for it.
    public var icon: Martlet.InAppMessage.Graphic?
    /// The area of the app's screen that it fills, by its id. The device settings are then those of
    /// the area. nil: an edge of the window.
    public var area: String?
    /// Whether it was visible before, and appears again without an animation.
    public var isRepeat: Bool

    public init(
      banner: Banner, attributes: Attributes = Attributes(), icon: Martlet.InAppMessage.Graphic? = nil,
      area: String? = nil,
      isRepeat: Bool = false
    ) {
      self.banner = banner
      self.attributes = attributes
      self.icon = icon
      self.area = area
      self.isRepeat = isRepeat
    }

    /// Creates the scene for these device settings.
    public func makeScene(id: String, traits: SceneTraits) -> MessageScene {
      BannerScene(view: self, traits: traits).make(id: id)
    }

    /// Attributes of a banner. Lengths are in points.
    public struct Attributes: Hashable, Sendable {
      /// The distance from the safe area. Not in an area, which the banner fills.
      public var margin = Insets(all: 16)
      public var padding = Insets(top: 12, leading: 16, bottom: 12, trailing: 16)
      /// The space between icon, texts and picture.
      public var spacing: Double = 12
      public var titleFont = InAppMessageUI.TextStyle(size: 16, lineHeight: 22, weight: .semibold)
      public var textFont = InAppMessageUI.TextStyle.body
      /// The maximum number of lines of the text, at least 1. The title has one. Longer texts end
      /// with an ellipsis, but screen readers read all of them. With large text sizes nothing is
      /// cut, and the card scrolls.
      public var maximumLines = 3
      public var cornerRadius: Double = 16
      public var cornerCurve = CornerCurve.continuous
      public var shadow: SceneNode.Shadow? = .inAppMessage
      public var maxWidth: ViewDimension = 480
      public var minHeight: Double = 64
      /// The size of the icon.
      public var iconSize: ViewSize = 40
      /// The size of the picture beside texts.
      public var imageSize: ViewSize = 56
      public var imageCornerRadius: Double = 8
      /// The maximum height of a picture without texts.
      public var maxImageHeight: Double = 200

      public init() {}
    }
  }
}
