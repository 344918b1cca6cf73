// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletUI

extension Reach {
  /// Attributes of announcements and surveys: a screen of their own, or a card on large screens.
  /// Lengths are in points.
  public struct SheetAttributes: Hashable, Sendable {
    /// The minimum distance of a card from the safe area.
    public var margin = Insets(all: 16)
    /// The padding around text and controls.
    public var padding = Insets(top: 16, leading: 24, bottom: 24, trailing: 24)
    /// The space between the parts of the content.
    public var spacing: Double = 16
    public var titleFont = InAppMessageUI.TextStyle.title
    public var textFont = InAppMessageUI.TextStyle.body
    /// For explanations and labels of scales.
    public var detailFont = InAppMessageUI.TextStyle(size: 14, lineHeight: 20, weight: .regular)
    public var cornerRadius: Double = 16
    public var cornerCurve = CornerCurve.continuous
    public var shadow: SceneNode.Shadow? = .inAppMessage
    /// The maximum width and height of a card.
    public var maxWidth: ViewDimension = 560
    public var maxHeight: ViewDimension = 640
    public var buttonsAttributes = InAppMessageUI.ButtonView.Attributes()
    /// The whole screen, or a card. If nil, the screen decides.
    public var preferredDisplayMode: InAppMessageUI.DisplayMode?

    public init() {}
  }
}
