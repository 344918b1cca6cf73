// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletUI

/// The layout of a banner: icon, texts and picture in a row, and the close control at the end.
/// Large text is below the icon, and scrolls.
struct BannerScene {
  let view: Reach.BannerView
  let traits: SceneTraits
  private let room: SceneRoom
  private let palette: ScenePalette

  private var banner: Reach.Banner { view.banner }
  private var look: Reach.BannerView.Attributes { view.attributes }
  private var isArea: Bool { view.area != nil }

  init(view: Reach.BannerView, traits: SceneTraits) {
    self.view = view
    self.traits = traits
    room = SceneRoom(traits: traits, margin: view.area == nil ? view.attributes.margin : .zero)
    palette = ScenePalette(theme: view.banner.themes.theme(for: traits.scheme), traits: traits)
  }

  func make(id: String) -> MessageScene {
    let edge: MessageScene.Edge = banner.edge == .top ? .top : .bottom
    let style: MessageScene.Transition.Style = isArea ? .fade : .slide(edge)
    return MessageScene(
      id: id, kind: .banner,
      placement: isArea ? .fill : edge == .top ? .top(insets: room.insets) : .bottom(insets: room.insets),
      root: card,
      enter: .of(style, milliseconds: isArea ? 120 : 250, isAnimated: !view.isRepeat, traits: traits),
      leave: .of(style, milliseconds: isArea ? 120 : 200, isAnimated: true, traits: traits),
      swipe: isArea || !banner.isCloseable ? nil : edge, area: view.area,
      accessibility: .init(label: label, isModal: false, initialFocus: "body", language: banner.language),
      direction: traits.direction)
  }

  private var altText: String? {
    guard banner.imageURL != nil, let text = banner.imageAltText, !text.isEmpty else { return nil }
    return text
  }

  private var label: String {
    let words = [altText, banner.title, banner.text].compactMap(\.self).filter { !$0.isEmpty }.joined(
      separator: ", ")
    return words.isEmpty ? word(.message) : words
  }

  private func word(_ word: BuiltInWords) -> String {
    word.text(message: banner.language, person: traits.language)
  }

  /// Without texts, the picture is all there is.
  private var isImageOnly: Bool { banner.title.isEmpty && banner.text.isEmpty }

  // MARK: - Nodes

  private var card: SceneNode {
    var style = SceneNode.Style(background: palette.background, border: palette.edge)
    if isArea {
      (style.width, style.height) = (traits.width, traits.height)
    } else {
      (style.cornerRadius, style.cornerCurve, style.shadow) = (
        look.cornerRadius, look.cornerCurve.drawn, look.shadow
      )
      (style.width, style.minHeight, style.maxHeight) = (width, min(look.minHeight, room.height), room.height)
    }
    return SceneNode(
      id: "card", content: .overlay([body] + (banner.isCloseable ? [close] : [])), style: style)
  }

  private var width: Double { min(room.width, look.maxWidth.value(for: traits)) }

  private var body: SceneNode {
    let accessibility = SceneNode.Accessibility(role: .button, label: label)
    if isImageOnly {
      return SceneNode(
        id: "body",
        content: .stack(
          .init(axis: .vertical, spacing: 0, alignment: .center, children: [picture].compactMap(\.self))),
        style: .init(position: .fill), action: .body, accessibility: accessibility)
    }
    let row = SceneNode.Content.stack(
      .init(
        axis: room.stacksVertically ? .vertical : .horizontal, spacing: look.spacing,
        alignment: room.stacksVertically ? .leading : .center,
        children: [icon, texts, picture].compactMap(\.self)))
    guard scrolls else {
      return SceneNode(
        id: "body", content: row, style: .init(padding: padding, position: .fill), action: .body,
        accessibility: accessibility)
    }
    let content = SceneNode(id: "content", content: row, style: .init(padding: padding))
    return SceneNode(
      id: "body", content: .scroll(content), style: .init(position: .fill), action: .body,
      accessibility: accessibility)
  }

  /// The texts stay clear of the close control.
  private var padding: Insets {
    var padding = look.padding
    if isArea { (padding.top, padding.bottom) = (min(padding.top, 8), min(padding.bottom, 8)) }
    if banner.isCloseable { padding.trailing = SceneNode.minimumTarget + 4 }
    return padding
  }

  /// How many lines of text fit into the height. nil if that does not matter: the card grows with
  /// its text.
  private var linesThatFit: Int? {
    isArea || room.height < 160
      ? Int(
        (room.height - padding.top - padding.bottom) / look.textFont.font(scale: room.textScale).lineHeight)
      : nil
  }

  private var hasBothTexts: Bool { !banner.title.isEmpty && !banner.text.isEmpty }

  /// With large text, or with less height than the texts need at least, nothing is cut.
  private var scrolls: Bool {
    room.hasLargeText || (linesThatFit.map { $0 < (hasBothTexts ? 2 : 1) } ?? false)
  }

  private var texts: SceneNode {
    let lines = linesThatFit.map { min(look.maximumLines, hasBothTexts ? $0 - 1 : $0) } ?? look.maximumLines
    let title = text("title", banner.title, look.titleFont, palette.header, lines: 1, role: .header)
    let text = text("text", banner.text, look.textFont, palette.text, lines: max(1, lines), role: .text)
    return .column("texts", [title, text].compactMap(\.self), style: .init(grows: !room.stacksVertically))
  }

  private func text(
    _ id: String, _ string: String, _ font: InAppMessageUI.TextStyle, _ color: SceneColor, lines: Int,
    role: SceneNode.Accessibility.Role
  ) -> SceneNode? {
    guard !string.isEmpty else { return nil }
    return SceneNode(
      id: id,
      content: .text(
        .init(
          string: string, font: font.font(scale: room.textScale), color: color, alignment: .leading,
          maximumLines: scrolls ? nil : lines)),
      accessibility: .init(role: role))
  }

  private var icon: SceneNode? {
    guard banner.showsIcon, let icon = view.icon else { return nil }
    var style = SceneNode.Style(
      cornerRadius: look.imageCornerRadius, width: look.iconSize.width, height: look.iconSize.height,
      keepsSize: true)
    switch icon {
    case .icon(let sign):
      (style.foreground, style.background) = (palette.icon, palette.iconBackground)
      return SceneNode(id: "icon", content: .icon(sign), style: style, accessibility: .hidden)
    case .image(let url):
      return SceneNode(
        id: "icon", content: .image(.init(url: url.absoluteString, fit: .cover)), style: style,
        accessibility: .hidden)
    }
  }

  private var picture: SceneNode? {
    guard let url = banner.imageURL else { return nil }
    var style = SceneNode.Style()
    if !isImageOnly {
      (style.width, style.height, style.cornerRadius) = (
        look.imageSize.width, look.imageSize.height, look.imageCornerRadius
      )
      if isArea {
        style.height = min(look.imageSize.height, max(0, room.height - padding.top - padding.bottom))
      }
      style.keepsSize = true
    } else if isArea {
      (style.width, style.height) = (traits.width, traits.height)
    } else {
      // The words that replace a lost picture need more height if they are large.
      (style.width, style.maxHeight) = (width, min(look.maxImageHeight * max(1, room.textScale), room.height))
    }
    let words = isImageOnly ? altText ?? word(.imageMissing) : altText
    let fallback = words.map {
      SceneNode.Text(
        string: $0, font: look.textFont.font(scale: room.textScale), color: palette.text, alignment: .center)
    }
    return SceneNode(
      id: "image",
      content: .image(
        .init(
          url: url.absoluteString, fit: isImageOnly ? .contain : .cover,
          fallback: isImageOnly ? fallback : nil)),
      style: style, accessibility: altText.map { .init(role: .image, label: $0) } ?? .hidden)
  }

  private var close: SceneNode {
    var close = SceneNode.closeControl(
      palette.close, on: palette.disc, border: palette.discEdge, label: word(.close))
    close.style.position = .topTrailing
    return close
  }
}
