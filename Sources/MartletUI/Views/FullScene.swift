// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// The layout of a full message on the whole screen. Upright: the image, at most half the height, above texts that scroll with it, and buttons
/// pinned above the home indicator. Lying: the image beside texts and buttons.
struct FullScene {
  let attributes: InAppMessageUI.ModalView.Attributes
  private let parts: CardParts
  private var room: SceneRoom { parts.room }
  private var traits: SceneTraits { parts.traits }

  /// Lines longer than this are tiring to read.
  private static let readingWidth: Double = 640

  init(content: MessageContent, attributes: InAppMessageUI.ModalView.Attributes, traits: SceneTraits, animates: Bool) {
    self.attributes = attributes
    parts = CardParts(content: content, traits: traits, margin: .zero, animates: animates)
  }

  func make(id: String) -> Scene {
    let safe = room.insets
    let root = SceneNode(
      id: "card",
      content: .overlay([isLying ? lying : upright, parts.close(insets: Insets(top: safe.top, trailing: safe.trailing))]),
      style: .init(background: parts.palette.background, width: traits.width, height: traits.height))
    return parts.scene(
      id: id, kind: .full, placement: .fill, root: root, dismissesOnTap: false, initialFocus: parts.initialFocus)
  }

  /// Side by side needs width for both, and text that is not so large that it needs all of it.
  private var isLying: Bool { traits.orientation == .landscape && !room.stacksVertically }

  private var upright: SceneNode {
    let width = min(traits.width, Self.readingWidth)
    let height = ((traits.height - traits.keyboardHeight) / 2).rounded(.down)
    let image = parts.image(
      style: .init(width: traits.width, maxHeight: max(0, height)), standsAlone: parts.content.hasNoTexts)
    var safe = room.insets
    safe.top = 0
    if width < traits.width { (safe.leading, safe.trailing) = (0, 0) }
    return column(image: image, width: width, isFirst: false, safe: safe, isBeside: false)
  }

  private var lying: SceneNode {
    let half = (traits.width / 2).rounded(.down)
    let image = parts.image(
      style: .init(width: half, height: traits.height, keepsSize: true), standsAlone: parts.content.hasNoTexts)
    var safe = room.insets
    safe.leading = 0
    let texts = column(image: nil, width: traits.width - half, isFirst: true, safe: safe, isBeside: true)
    return SceneNode(
      id: "columns",
      content: .stack(.init(axis: .horizontal, spacing: 0, alignment: .fill, children: [image, texts].compactMap { $0 })),
      style: .init(position: .fill))
  }

  /// - Parameters:
  ///   - isFirst: nothing stands above the texts.
  ///   - safe: what the column itself must keep away from the edges.
  private func column(image: SceneNode?, width: Double, isFirst: Bool, safe: Insets, isBeside: Bool) -> SceneNode {
    let hasButtons = !parts.content.buttons.isEmpty
    let texts = CardTexts(
      parts: parts, attributes: attributes, isFirst: isFirst,
      insets: Insets(
        top: safe.top, leading: safe.leading, bottom: hasButtons ? 0 : safe.bottom, trailing: safe.trailing))
    var padding = texts.padding
    padding.top = attributes.spacing
    var buttons = parts.buttons(
      attributes.buttonsAttributes, padding: padding + Insets(leading: safe.leading, bottom: safe.bottom, trailing: safe.trailing))
    buttons?.style.width = width
    let pinsButtons = !room.hasLargeText && room.height >= 280
    var words = texts.make()
    words?.style.width = width
    let alignment: SceneNode.Stack.Alignment = width < traits.width && !isBeside ? .center : .fill
    var sections = [parts.body([image, words].compactMap { $0 }, alignment: alignment)]
    if !pinsButtons, let buttons { sections.append(buttons) }
    let scrolled = SceneNode(
      id: "sections", content: .stack(.init(axis: .vertical, spacing: 0, alignment: alignment, children: sections)))
    var rows = [SceneNode(id: "scroll", content: .scroll(scrolled), style: .init(grows: true))]
    if pinsButtons, let buttons { rows.append(buttons) }
    return SceneNode(
      id: "content", content: .stack(.init(axis: .vertical, spacing: 0, alignment: alignment, children: rows)),
      style: isBeside ? .init(width: width, grows: true) : .init(position: .fill))
  }
}
