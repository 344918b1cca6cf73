// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit

/// The layout of a modal: image, header and text scroll together, buttons stay below, the close control floats over all.
struct ModalScene {
  let message: Martlet.InAppMessage.Modal
  let attributes: InAppMessageUI.ModalView.Attributes
  let traits: SceneTraits

  func make(id: String) -> Scene {
    let room = SceneRoom(traits: traits, margin: attributes.margin)
    let theme = message.themes.theme(for: traits.scheme)
    return Scene(
      id: id, kind: .modal, placement: .center(insets: room.insets),
      backdrop: .init(color: SceneColor(theme.frameColor), dismissesOnTap: attributes.dismissOnBackgroundTap),
      root: card(in: room, theme: theme),
      enter: .of(.fade, milliseconds: 200, isAnimated: message.data.animateIn, traits: traits),
      leave: .of(.fade, milliseconds: 160, isAnimated: message.data.animateOut, traits: traits),
      accessibility: .init(label: label, isModal: true, initialFocus: initialFocus, language: message.language),
      direction: traits.direction)
  }

  private var altText: String? {
    guard case .image = message.graphic, let text = message.imageAltText, !text.isEmpty else { return nil }
    return text
  }

  private var hasImage: Bool {
    if case .image = message.graphic { true } else { false }
  }

  private var label: String {
    [message.header, message.message, altText ?? ""].first { !$0.isEmpty } ?? ""
  }

  private var opensOnBodyTap: Bool { message.buttons.isEmpty && message.data.clickAction != .none }

  private var initialFocus: String {
    if opensOnBodyTap { return "body" }
    if !message.header.isEmpty { return "header" }
    if !message.message.isEmpty { return "message" }
    return message.buttons.first.map { "button-\($0.id)" } ?? "close"
  }

  private func card(in room: SceneRoom, theme: Martlet.InAppMessage.Theme) -> SceneNode {
    let width = min(room.width, max(attributes.minWidth.value(for: traits), attributes.maxWidth.value(for: traits)))
    // In little room, pinned buttons would leave the text no place: everything scrolls together.
    let pinsButtons = !room.hasLargeText && room.height >= 280
    let buttons = message.buttons.isEmpty ? nil : self.buttons(in: room, theme: theme)
    var sections = [body(in: room, theme: theme, width: width)]
    if !pinsButtons, let buttons { sections.append(buttons) }
    let scrolled = SceneNode(
      id: "sections", content: .stack(.init(axis: .vertical, spacing: 0, alignment: .fill, children: sections)))
    var rows = [SceneNode(id: "scroll", content: .scroll(scrolled))]
    if pinsButtons, let buttons { rows.append(buttons) }
    let content = SceneNode(
      id: "content", content: .stack(.init(axis: .vertical, spacing: 0, alignment: .fill, children: rows)),
      style: .init(position: .fill))
    return SceneNode(
      id: "card", content: .overlay([content, close(theme: theme)]),
      style: .init(
        background: SceneColor(theme.backgroundColor), cornerRadius: attributes.cornerRadius, shadow: attributes.shadow, width: width,
        minHeight: min(SceneNode.minimumTarget, room.height), maxHeight: min(room.height, attributes.maxHeight.value(for: traits))))
  }

  // MARK: - Body

  /// A tap on it counts only when there are no buttons; it is a button to assistive technology only when it leads somewhere.
  private func body(in room: SceneRoom, theme: Martlet.InAppMessage.Theme, width: Double) -> SceneNode {
    var children: [SceneNode] = []
    if case .image(let url) = message.graphic {
      children.append(
        SceneNode(
          id: "image", content: .image(.init(url: url.absoluteString, fit: .contain)), style: .init(width: width),
          accessibility: altText.map { .init(role: .image, label: $0) } ?? .hidden))
    }
    if let texts = texts(in: room, theme: theme) { children.append(texts) }
    return SceneNode(
      id: "body", content: .stack(.init(axis: .vertical, spacing: 0, alignment: .fill, children: children)),
      action: message.buttons.isEmpty ? .body : nil,
      accessibility: opensOnBodyTap ? .init(role: .button, label: bodyLabel) : .none)
  }

  private var bodyLabel: String {
    [altText ?? "", message.header, message.message].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func texts(in room: SceneRoom, theme: Martlet.InAppMessage.Theme) -> SceneNode? {
    var children: [SceneNode] = []
    if case .icon(let icon) = message.graphic { children.append(self.icon(icon, theme: theme)) }
    if let labels = labels(in: room, theme: theme) { children.append(labels) }
    guard !children.isEmpty else { return nil }
    var padding = padding(in: room)
    // Nothing stands above the first line of text: it must clear the close control, which takes 44 points of the corner.
    let clearsClose = message.graphic != nil || (!message.header.isEmpty && !room.hasLargeText)
    if !clearsClose { padding.top = max(padding.top, SceneNode.minimumTarget + 8) }
    if !message.buttons.isEmpty { padding.bottom = 0 }
    return SceneNode(
      id: "texts", content: .stack(.init(axis: .vertical, spacing: attributes.spacing, alignment: .fill, children: children)),
      style: .init(padding: padding))
  }

  /// Large text needs the width more than the card needs air.
  private func padding(in room: SceneRoom) -> Insets {
    var padding = attributes.padding
    if room.stacksVertically {
      padding.leading = min(padding.leading, 16)
      padding.trailing = min(padding.trailing, 16)
    }
    return padding
  }

  private func icon(_ icon: String, theme: Martlet.InAppMessage.Theme) -> SceneNode {
    let disc = SceneNode(
      id: "icon", content: .icon(icon),
      style: .init(
        foreground: SceneColor(theme.iconColor), background: SceneColor(theme.iconBackgroundColor),
        cornerRadius: attributes.iconSize / 2, width: attributes.iconSize, height: attributes.iconSize, keepsSize: true),
      accessibility: .hidden)
    return SceneNode(id: "icon-row", content: .stack(.init(axis: .vertical, spacing: 0, alignment: .center, children: [disc])))
  }

  private func labels(in room: SceneRoom, theme: Martlet.InAppMessage.Theme) -> SceneNode? {
    var children: [SceneNode] = []
    if !message.header.isEmpty {
      children.append(
        SceneNode(
          id: "header",
          content: .text(
            .init(
              string: message.header, font: attributes.headerFont.font(scale: room.textScale), color: SceneColor(theme.headerTextColor),
              alignment: .init(message.headerTextAlignment))),
          style: .init(padding: headerPadding(in: room)), accessibility: .init(role: .header)))
    }
    if !message.message.isEmpty {
      children.append(
        SceneNode(
          id: "message",
          content: .text(
            .init(
              string: message.message, font: attributes.messageFont.font(scale: room.textScale), color: SceneColor(theme.textColor),
              alignment: .init(message.messageTextAlignment))),
          accessibility: .init(role: .text)))
    }
    guard !children.isEmpty else { return nil }
    return SceneNode(
      id: "labels", content: .stack(.init(axis: .vertical, spacing: attributes.labelsSpacing, alignment: .fill, children: children)))
  }

  /// Keeps the header beside the close control when it is the first thing on the card, centred text on the card's axis.
  private func headerPadding(in room: SceneRoom) -> Insets {
    guard message.graphic == nil, !room.hasLargeText else { return .zero }
    let trailing = max(0, SceneNode.minimumTarget + 4 - attributes.padding.trailing)
    return Insets(leading: message.headerTextAlignment == .center ? trailing : 0, trailing: trailing)
  }

  // MARK: - Controls

  private func buttons(in room: SceneRoom, theme: Martlet.InAppMessage.Theme) -> SceneNode {
    var padding = padding(in: room)
    padding.top = attributes.spacing
    return SceneNode(
      id: "buttons",
      content: .stack(
        .init(
          axis: room.stacksVertically ? .vertical : .rowOrColumn, spacing: attributes.buttonsAttributes.spacing, alignment: .fill,
          children: message.buttons.map { button($0, in: room) })),
      style: .init(padding: padding, keepsSize: true))
  }

  private func button(_ button: Martlet.InAppMessage.Button, in room: SceneRoom) -> SceneNode {
    let look = attributes.buttonsAttributes
    let theme = button.themes.theme(for: traits.scheme, messageHasDarkTheme: message.themes.dark != nil)
    let title = SceneNode(
      id: "button-\(button.id)-title",
      content: .text(
        .init(
          string: button.text, font: look.font.font(scale: room.textScale), color: SceneColor(theme.textColor), alignment: .center,
          maximumLines: room.hasLargeText ? nil : 2)),
      style: .init(grows: true))
    return SceneNode(
      id: "button-\(button.id)", content: .stack(.init(axis: .horizontal, spacing: 0, alignment: .center, children: [title])),
      style: .init(
        padding: look.padding, background: SceneColor(theme.backgroundColor), cornerRadius: look.cornerRadius,
        border: look.borderWidth > 0 ? .init(width: look.borderWidth, color: SceneColor(theme.borderColor)) : nil,
        minWidth: max(look.minWidth, SceneNode.minimumTarget), minHeight: SceneNode.minimumTarget, grows: true),
      action: .button(id: String(button.id)), accessibility: .init(role: .button, label: button.text))
  }

  /// A target of 44 points with a disc of its own, so that it can be seen on any image.
  private func close(theme: Martlet.InAppMessage.Theme) -> SceneNode {
    let color = SceneColor(theme.closeButtonColor)
    let card = SceneColor(theme.backgroundColor)
    let disc = card.alpha >= 0x80 ? card : SceneColor(argb: color.brightness < 128 ? 0xFFFF_FFFF : 0xFF00_0000)
    let symbol = SceneNode(
      id: "close-disc", content: .symbol(.close),
      style: .init(
        padding: Insets(all: 8), foreground: color, background: disc.withAlpha(0xE6), cornerRadius: 16, width: 32, height: 32,
        position: .center),
      accessibility: .hidden)
    return SceneNode(
      id: "close", content: .overlay([symbol]),
      style: .init(width: SceneNode.minimumTarget, height: SceneNode.minimumTarget, keepsSize: true, position: .topTrailing),
      action: .close,
      accessibility: .init(role: .button, label: CloseLabel.text(language: message.language ?? traits.language)))
  }
}

extension SceneNode {
  /// Least width and height of what can be pressed, in points.
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
