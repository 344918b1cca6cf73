// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

/// The layout of a slideup: graphic, text and chevron in a row, or in a scrolling column if the
/// text is large.
struct SlideupScene {
  let message: Martlet.InAppMessage.Slideup
  let attributes: InAppMessageUI.SlideupView.Attributes
  let traits: SceneTraits
  /// Whether the picture is animated.
  let animates: Bool

  func make(id: String) -> MessageScene {
    let room = SceneRoom(traits: traits, margin: attributes.margin)
    let palette = ScenePalette(theme: message.themes.theme(for: traits.scheme), traits: traits)
    let edge: MessageScene.Edge = message.slideFrom == .top ? .top : .bottom
    return MessageScene(
      id: id, kind: .init(.slideup(message)),
      placement: edge == .top ? .top(insets: room.insets) : .bottom(insets: room.insets),
      root: card(in: room, palette: palette),
      enter: .of(.slide(edge), milliseconds: 250, isAnimated: message.data.animateIn, traits: traits),
      leave: .of(.slide(edge), milliseconds: 200, isAnimated: message.data.animateOut, traits: traits),
      swipe: attributes.dismissible ? edge : nil,
      accessibility: .init(label: label, isModal: false, initialFocus: "card", language: message.language),
      direction: traits.direction)
  }

  private var altText: String? {
    guard case .image = message.graphic, let text = message.imageAltText, !text.isEmpty else { return nil }
    return text
  }

  private var label: String {
    let words = [altText, message.message].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    return words.isEmpty
      ? BuiltInWords.message.text(message: message.language, person: traits.language) : words
  }

  private func card(in room: SceneRoom, palette: ScenePalette) -> SceneNode {
    // A window with too little height for three lines, for example above a keyboard, scrolls like
    // large text.
    let scrolls = room.hasLargeText || room.height < 160
    let row = SceneNode.Content.stack(
      .init(
        axis: room.stacksVertically ? .vertical : .horizontal, spacing: attributes.spacing,
        alignment: room.stacksVertically ? .leading : .center,
        children: children(in: room, palette: palette, cutsText: !scrolls)))
    var style = SceneNode.Style(
      background: palette.background, cornerRadius: attributes.cornerRadius,
      cornerCurve: attributes.cornerCurve.drawn,
      border: palette.edge, shadow: attributes.shadow,
      width: min(room.width, attributes.maxWidth.value(for: traits)),
      minHeight: min(attributes.minHeight, room.height), maxHeight: room.height)
    let accessibility = SceneNode.Accessibility(role: .button, label: label)
    guard scrolls else {
      style.padding = attributes.padding
      return SceneNode(id: "card", content: row, style: style, action: .body, accessibility: accessibility)
    }
    let content = SceneNode(id: "content", content: row, style: .init(padding: attributes.padding))
    return SceneNode(
      id: "card", content: .scroll(content), style: style, action: .body, accessibility: accessibility)
  }

  private func children(in room: SceneRoom, palette: ScenePalette, cutsText: Bool) -> [SceneNode] {
    var children: [SceneNode] = []
    if let graphic = graphic(palette: palette) { children.append(graphic) }
    children.append(
      SceneNode(
        id: "message",
        content: .text(
          .init(
            string: message.message, font: attributes.font.font(scale: room.textScale), color: palette.text,
            alignment: .leading, maximumLines: cutsText ? max(1, attributes.maximumLines) : nil)),
        style: .init(grows: !room.stacksVertically), accessibility: .init(role: .text)))
    if showsChevron, !room.stacksVertically {
      children.append(
        SceneNode(
          id: "chevron", content: .symbol(.chevron),
          style: .init(foreground: palette.close, width: 16, height: 16, keepsSize: true),
          accessibility: .hidden))
    }
    return children
  }

  private var showsChevron: Bool {
    switch attributes.chevronVisibility {
    case .auto: message.data.clickAction != .none
    case .hidden: false
    case .visible: true
    }
  }

  private func graphic(palette: ScenePalette) -> SceneNode? {
    var style = SceneNode.Style(
      cornerRadius: attributes.imageCornerRadius, cornerCurve: attributes.imageCornerCurve.drawn,
      width: attributes.imageSize.width,
      height: attributes.imageSize.height, keepsSize: true)
    let node: SceneNode
    switch message.graphic {
    case nil: return nil
    case .icon(let icon):
      style.foreground = palette.icon
      style.background = palette.iconBackground
      node = SceneNode(id: "graphic", content: .icon(icon), style: style, accessibility: .hidden)
    case .image(let url):
      node = SceneNode(
        id: "graphic", content: .image(.init(url: url.absoluteString, fit: .cover, animates: animates)),
        style: style,
        accessibility: altText.map { .init(role: .image, label: $0) } ?? .hidden)
    }
    guard attributes.graphicLeadingPadding > 0 else { return node }
    return SceneNode(
      id: "graphic-box",
      content: .stack(.init(axis: .horizontal, spacing: 0, alignment: .center, children: [node])),
      style: .init(padding: Insets(leading: attributes.graphicLeadingPadding), keepsSize: true))
  }
}

extension Martlet.InAppMessage.Themes {
  /// The theme for the colour scheme: dark only if the message has a dark theme.
  public func theme(for scheme: SceneTraits.Scheme) -> Martlet.InAppMessage.Theme {
    scheme == .dark ? dark ?? light : light
  }
}

extension Martlet.InAppMessage.ButtonThemes {
  func theme(for scheme: SceneTraits.Scheme, messageHasDarkTheme: Bool) -> Martlet.InAppMessage.ButtonTheme {
    scheme == .dark && messageHasDarkTheme ? dark ?? light : light
  }
}
