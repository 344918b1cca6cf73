// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// Icon, header and message of a card, from top to bottom.
struct CardTexts {
  let parts: CardParts
  let attributes: InAppMessageUI.ModalView.Attributes
  /// Whether the texts are at the top of the card, where the first line must stay clear of the
  /// close control with its 44 points.
  let isFirst: Bool
  /// Added to the padding, for edges that the card itself does not keep clear.
  var insets: Insets = .zero

  private var content: MessageContent { parts.content }
  private var room: SceneRoom { parts.room }

  /// Returns nil if there are none.
  func make() -> SceneNode? {
    var children: [SceneNode] = []
    if case .icon(let icon) = content.graphic { children.append(self.icon(icon)) }
    if let labels { children.append(labels) }
    guard !children.isEmpty else { return nil }
    var padding = padding
    let clearsClose = !isFirst || hasIcon || (!content.header.isEmpty && !room.hasLargeText)
    if !clearsClose { padding.top = max(padding.top, SceneNode.minimumTarget + 8) }
    if !content.buttons.isEmpty { padding.bottom = 0 }
    return .column("texts", children, spacing: attributes.spacing, style: .init(padding: padding + insets))
  }

  /// With large text, the width matters more than the space around it.
  var padding: Insets {
    var padding = attributes.padding
    if room.stacksVertically {
      padding.leading = min(padding.leading, 16)
      padding.trailing = min(padding.trailing, 16)
    }
    return padding
  }

  private var hasIcon: Bool {
    if case .icon = content.graphic { true } else { false }
  }

  private func icon(_ icon: String) -> SceneNode {
    let disc = SceneNode(
      id: "icon", content: .icon(icon),
      style: .init(
        foreground: parts.palette.icon, background: parts.palette.iconBackground,
        cornerRadius: attributes.iconSize / 2,
        width: attributes.iconSize, height: attributes.iconSize, keepsSize: true),
      accessibility: .hidden)
    return .column("icon-row", [disc], alignment: .center)
  }

  private var labels: SceneNode? {
    let palette = parts.palette
    let header = label(
      "header", .header, content.header, attributes.headerFont, palette.header, content.headerTextAlignment,
      padding: headerPadding)
    let message = label(
      "message", .text, content.message, attributes.messageFont, palette.text, content.messageTextAlignment)
    let labels = [header, message].compactMap { $0 }
    return labels.isEmpty ? nil : .column("labels", labels, spacing: attributes.labelsSpacing)
  }

  private func label(
    _ id: String, _ role: SceneNode.Accessibility.Role, _ text: String, _ style: InAppMessageUI.TextStyle,
    _ color: SceneColor,
    _ alignment: Martlet.InAppMessage.TextAlignment, padding: Insets = .zero
  ) -> SceneNode? {
    guard !text.isEmpty else { return nil }
    return SceneNode(
      id: id,
      content: .text(
        .init(
          string: text, font: style.font(scale: room.textScale), color: color, alignment: .init(alignment))),
      style: .init(padding: padding), accessibility: .init(role: role))
  }

  /// Keeps a header at the top clear of the close control, and centred text on the axis of the
  /// card.
  private var headerPadding: Insets {
    guard isFirst, !hasIcon, !room.hasLargeText else { return .zero }
    let trailing = max(0, SceneNode.minimumTarget + 4 - attributes.padding.trailing)
    return Insets(leading: content.headerTextAlignment == .center ? trailing : 0, trailing: trailing)
  }
}

extension Insets {
  package static func + (lhs: Insets, rhs: Insets) -> Insets {
    Insets(
      top: lhs.top + rhs.top, leading: lhs.leading + rhs.leading, bottom: lhs.bottom + rhs.bottom,
      trailing: lhs.trailing + rhs.trailing)
  }
}

extension SceneNode {
  /// The minimum width and height of pressable elements, in points.
  public static let minimumTarget: Double = 44
}

extension SceneNode.Text.Alignment {
  init(_ alignment: Martlet.InAppMessage.TextAlignment) {
    switch alignment {
    case .leading: self = .leading
    case .center: self = .center
    case .trailing: self = .trailing
    }
  }
}
