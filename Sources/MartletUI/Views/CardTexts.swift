// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// Icon, header and message of a card, below one another.
struct CardTexts {
  let parts: CardParts
  let attributes: InAppMessageUI.ModalView.Attributes
  /// Nothing stands above the first line: it must clear the close control, which takes 44 points of the corner.
  let isFirst: Bool
  /// Beyond the padding, for what the card itself does not keep away.
  var insets: Insets = .zero

  private var content: MessageContent { parts.content }
  private var room: SceneRoom { parts.room }

  /// nil: there are none.
  func make() -> SceneNode? {
    var children: [SceneNode] = []
    if case .icon(let icon) = content.graphic { children.append(self.icon(icon)) }
    if let labels { children.append(labels) }
    guard !children.isEmpty else { return nil }
    var padding = padding
    let clearsClose = !isFirst || hasIcon || (!content.header.isEmpty && !room.hasLargeText)
    if !clearsClose { padding.top = max(padding.top, SceneNode.minimumTarget + 8) }
    if !content.buttons.isEmpty { padding.bottom = 0 }
    return SceneNode(
      id: "texts", content: .stack(.init(axis: .vertical, spacing: attributes.spacing, alignment: .fill, children: children)),
      style: .init(padding: padding + insets))
  }

  /// Large text needs the width more than the card needs air.
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
        foreground: parts.palette.icon, background: parts.palette.iconBackground, cornerRadius: attributes.iconSize / 2,
        width: attributes.iconSize, height: attributes.iconSize, keepsSize: true),
      accessibility: .hidden)
    return SceneNode(id: "icon-row", content: .stack(.init(axis: .vertical, spacing: 0, alignment: .center, children: [disc])))
  }

  private var labels: SceneNode? {
    var children: [SceneNode] = []
    if !content.header.isEmpty {
      children.append(
        SceneNode(
          id: "header",
          content: .text(
            .init(
              string: content.header, font: attributes.headerFont.font(scale: room.textScale), color: parts.palette.header,
              alignment: .init(content.headerTextAlignment))),
          style: .init(padding: headerPadding), accessibility: .init(role: .header)))
    }
    if !content.message.isEmpty {
      children.append(
        SceneNode(
          id: "message",
          content: .text(
            .init(
              string: content.message, font: attributes.messageFont.font(scale: room.textScale), color: parts.palette.text,
              alignment: .init(content.messageTextAlignment))),
          accessibility: .init(role: .text)))
    }
    guard !children.isEmpty else { return nil }
    return SceneNode(
      id: "labels", content: .stack(.init(axis: .vertical, spacing: attributes.labelsSpacing, alignment: .fill, children: children)))
  }

  /// Keeps the header beside the close control when it is the first thing on the card, centred text on the card's axis.
  private var headerPadding: Insets {
    guard isFirst, !hasIcon, !room.hasLargeText else { return .zero }
    let trailing = max(0, SceneNode.minimumTarget + 4 - attributes.padding.trailing)
    return Insets(leading: content.headerTextAlignment == .center ? trailing : 0, trailing: trailing)
  }
}

extension Insets {
  static func + (lhs: Insets, rhs: Insets) -> Insets {
    Insets(
      top: lhs.top + rhs.top, leading: lhs.leading + rhs.leading, bottom: lhs.bottom + rhs.bottom, trailing: lhs.trailing + rhs.trailing)
  }
}

extension SceneNode {
  /// The minimum width and height of what can be pressed, in points.
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
