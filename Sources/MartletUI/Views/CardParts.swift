// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletWire

/// The building blocks of messages in the centre of the screen, for one message and one set of
/// device settings.
struct CardParts {
  let kind: MessageScene.Kind
  let content: MessageContent
  let traits: SceneTraits
  let room: SceneRoom
  let palette: ScenePalette
  /// Whether the picture is animated.
  let animates: Bool

  init(
    kind: MessageScene.Kind, content: MessageContent, traits: SceneTraits, margin: Insets, animates: Bool
  ) {
    self.kind = kind
    self.content = content
    self.traits = traits
    self.animates = animates
    room = SceneRoom(traits: traits, margin: margin)
    palette = ScenePalette(theme: content.themes.theme(for: traits.scheme), traits: traits)
  }

  /// In little space, or with large text, pinned or floating buttons would leave no space for the
  /// rest, so everything scrolls together.
  var pinsButtons: Bool { !room.hasLargeText && room.height >= 280 }

  func word(_ word: BuiltInWords) -> String { word.text(message: content.language, person: traits.language) }

  // MARK: - The scene

  func scene(
    id: String, placement: MessageScene.Placement, root: SceneNode, dismissesOnTap: Bool
  ) -> MessageScene {
    // Full-screen messages slide in from the bottom, as pages do. A card fades in place.
    let style: MessageScene.Transition.Style = placement == .fill ? .slide(.bottom) : .fade
    return MessageScene(
      id: id, kind: kind, placement: placement,
      backdrop: .init(color: palette.frame, dismissesOnTap: dismissesOnTap), root: root,
      enter: .of(
        style, milliseconds: placement == .fill ? 250 : 200, isAnimated: content.data.animateIn,
        traits: traits),
      leave: .of(
        style, milliseconds: placement == .fill ? 200 : 160, isAnimated: content.data.animateOut,
        traits: traits),
      isStatusBarHidden: kind == .message(.full) || kind == .message(.fullImage) ? true : nil,
      accessibility: .init(
        label: content.title ?? word(.message), isModal: true, initialFocus: initialFocus,
        language: content.language),
      direction: traits.direction)
  }

  /// The whole screen, with the close control above these layers.
  func screen(id: String, _ layers: [SceneNode]) -> MessageScene {
    let corner = Insets(top: room.insets.top, trailing: room.insets.trailing)
    let root = SceneNode(
      id: "card", content: .overlay(layers + [close(insets: corner)]),
      style: .init(background: palette.background, width: traits.width, height: traits.height))
    return scene(id: id, placement: .fill, root: root, dismissesOnTap: false)
  }

  /// The first element to read, otherwise the first that can be pressed.
  private var initialFocus: String {
    if content.opensOnBodyTap { return "body" }
    if !content.header.isEmpty { return "header" }
    if !content.message.isEmpty { return "message" }
    if content.altText != nil { return "image" }
    return content.buttons.first.map { "button-\($0.id)" } ?? "close"
  }

  // MARK: - Image and body

  /// - Parameter standsAlone: True if the message shows only the image. Then its space remains even
  ///   if it can no longer be loaded.
  func image(fit: SceneNode.Image.Fit = .contain, style: SceneNode.Style, standsAlone: Bool) -> SceneNode? {
    guard case .image(let url) = content.graphic else { return nil }
    let words = content.altText ?? (standsAlone ? word(.imageMissing) : nil)
    let fallback = words.map { words in
      SceneNode.Text(
        string: words, font: InAppMessageUI.TextStyle.body.font(scale: room.textScale), color: palette.text,
        alignment: .center)
    }
    return SceneNode(
      id: "image",
      content: .image(.init(url: url.absoluteString, fit: fit, animates: animates, fallback: fallback)),
      style: style,
      accessibility: content.altText.map { .init(role: .image, label: $0) } ?? .hidden)
  }

  /// The image above the texts of a card or screen: at most half the height, so that the first
  /// words are visible without scrolling. Without texts, it takes the height that it needs.
  func imageAboveTexts(width: Double, ofHeight height: Double) -> SceneNode? {
    let half = max(0, (height / 2).rounded(.down))
    return image(
      style: .init(width: width, maxHeight: content.hasNoTexts ? nil : half), standsAlone: content.hasNoTexts)
  }

  /// A tap on the body only counts if there are no buttons. For assistive technology, it is a
  /// button only if it has a click action.
  func body(
    _ children: [SceneNode], axis: SceneNode.Stack.Axis = .vertical,
    alignment: SceneNode.Stack.Alignment = .fill,
    style: SceneNode.Style = .init()
  ) -> SceneNode {
    let words = content.allWords
    let accessibility: SceneNode.Accessibility =
      if content.opensOnBodyTap {
        .init(role: .button, label: words.isEmpty ? word(.open) : words)
      } else if content.buttons.isEmpty, words.isEmpty {
        // There is nothing to read, so the body only closes the message.
        .init(role: .button, label: word(.close))
      } else {
        .none
      }
    return SceneNode(
      id: "body", content: .stack(.init(axis: axis, spacing: 0, alignment: alignment, children: children)),
      style: style,
      action: content.buttons.isEmpty ? .body : nil, accessibility: accessibility)
  }

  // MARK: - Controls

  /// The buttons in a row, or in a column if they do not fit. nil if there are none.
  func buttons(_ look: InAppMessageUI.ButtonView.Attributes, padding: Insets, background: SceneColor? = nil)
    -> SceneNode?
  {
    guard !content.buttons.isEmpty else { return nil }
    return SceneNode(
      id: "buttons",
      content: .stack(
        .init(
          axis: room.stacksVertically ? .vertical : .rowOrColumn, spacing: look.spacing, alignment: .fill,
          children: content.buttons.map { button($0, look) })),
      style: .init(padding: padding, background: background, keepsSize: true))
  }

  /// The scrolling content, with the buttons pinned below it, or scrolling with it in little space.
  /// - Parameter fills: whether the scrolling content takes all space that the buttons leave.
  func column(
    _ scrolled: [SceneNode], buttons: SceneNode?, fills: Bool = true,
    style: SceneNode.Style = .init(position: .fill)
  ) -> SceneNode {
    let inside = [pinsButtons ? nil : buttons].compactMap { $0 }
    let below = [pinsButtons ? buttons : nil].compactMap { $0 }
    let sections = SceneNode.column("sections", scrolled + inside)
    let scroll = SceneNode(id: "scroll", content: .scroll(sections), style: .init(grows: fills))
    return .column("content", [scroll] + below, style: style)
  }

  private func button(_ button: Martlet.InAppMessage.Button, _ look: InAppMessageUI.ButtonView.Attributes)
    -> SceneNode
  {
    let colors = palette.button(
      button.themes.theme(for: traits.scheme, messageHasDarkTheme: content.themes.dark != nil),
      borderWidth: look.borderWidth)
    let title = SceneNode(
      id: "button-\(button.id)-title",
      content: .text(
        .init(
          string: button.text, font: look.font.font(scale: room.textScale), color: colors.text,
          alignment: .center,
          maximumLines: room.hasLargeText ? nil : 2)),
      style: .init(grows: true))
    let name = button.text.isEmpty ? word(button.clickAction == .none ? .close : .open) : button.text
    return SceneNode(
      id: "button-\(button.id)",
      content: .stack(.init(axis: .horizontal, spacing: 0, alignment: .center, children: [title])),
      style: .init(
        padding: look.padding, background: colors.background, cornerRadius: look.cornerRadius,
        cornerCurve: look.cornerCurve.drawn,
        border: colors.border, minWidth: max(look.minWidth, SceneNode.minimumTarget),
        minHeight: SceneNode.minimumTarget,
        maxHeight: room.hasLargeText ? nil : max(look.maxHeight, SceneNode.minimumTarget), grows: true),
      action: .button(id: String(button.id)),
      accessibility: .init(role: .button, label: name, language: look.language))
  }

  /// A target of 44 points on its own disc, so that it is visible on any image.
  /// - Parameter insets: the distance from the corner of the card.
  func close(insets: Insets = .zero) -> SceneNode {
    var close = SceneNode.closeControl(
      palette.close, on: palette.disc, border: palette.discEdge, label: word(.close))
    guard insets != .zero else {
      close.style.position = .topTrailing
      return close
    }
    return .column("close-place", [close], style: .init(padding: insets, position: .topTrailing))
  }
}

extension CornerCurve {
  /// The value in a style, where circular is the default.
  package var drawn: CornerCurve? { self == .circular ? nil : self }
}

extension SceneNode {
  /// A column of children.
  package static func column(
    _ id: String, _ children: [SceneNode], spacing: Double = 0, alignment: Stack.Alignment = .fill,
    style: Style = .init()
  ) -> SceneNode {
    SceneNode(
      id: id,
      content: .stack(.init(axis: .vertical, spacing: spacing, alignment: alignment, children: children)),
      style: style)
  }

  /// A close control: a target of 44 points with a symbol on its own disc. The caller determines
  /// the position.
  package static func closeControl(
    _ sign: SceneColor, on disc: SceneColor, border: Border? = nil, shadow: Shadow? = nil, label: String
  ) -> SceneNode {
    let symbol = SceneNode(
      id: "close-disc", content: .symbol(.close),
      style: .init(
        padding: Insets(all: 8), foreground: sign, background: disc, cornerRadius: 16, border: border,
        shadow: shadow, width: 32,
        height: 32, position: .center),
      accessibility: .hidden)
    return SceneNode(
      id: "close", content: .overlay([symbol]),
      style: .init(width: minimumTarget, height: minimumTarget, keepsSize: true),
      action: .close, accessibility: .init(role: .button, label: label))
  }
}
