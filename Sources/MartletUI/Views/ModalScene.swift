// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// The layout of a modal. The image takes at most half the height if there are texts, and scrolls
/// with them. Buttons stay below, and the close control floats above everything.
struct ModalScene {
  let attributes: InAppMessageUI.ModalView.Attributes
  let parts: CardParts
  private var room: SceneRoom { parts.room }

  func make(id: String) -> MessageScene {
    parts.scene(
      id: id, placement: .center(insets: room.insets), root: card,
      dismissesOnTap: attributes.dismissOnBackgroundTap)
  }

  private var card: SceneNode {
    let traits = parts.traits
    let width = min(
      room.width, max(attributes.minWidth.value(for: traits), attributes.maxWidth.value(for: traits)))
    let height = min(room.height, attributes.maxHeight.value(for: traits))
    let image = parts.imageAboveTexts(width: width, ofHeight: height)
    let texts = CardTexts(parts: parts, attributes: attributes, isFirst: image == nil)
    var padding = texts.padding
    padding.top = attributes.spacing
    let buttons = parts.buttons(attributes.buttonsAttributes, padding: padding)
    let content = parts.column(
      [parts.body([image, texts.make()].compactMap { $0 })], buttons: buttons, fills: false)
    return SceneNode(
      id: "card", content: .overlay([content, parts.close()]),
      style: .init(
        background: parts.palette.background, cornerRadius: attributes.cornerRadius,
        cornerCurve: attributes.cornerCurve.drawn,
        border: parts.palette.edge, shadow: attributes.shadow, width: width,
        minHeight: min(SceneNode.minimumTarget, room.height),
        maxHeight: height))
  }
}

/// The layout of a full message on the whole screen. In portrait, the image takes at most half the
/// height, above texts that scroll with it, and buttons are pinned above the home indicator. In
/// landscape, the image is beside texts and buttons.
struct FullScene {
  let attributes: InAppMessageUI.ModalView.Attributes
  let parts: CardParts
  private var room: SceneRoom { parts.room }
  private var traits: SceneTraits { parts.traits }

  /// Longer lines are tiring to read, at the default text size.
  private static let readingWidth: Double = 640

  func make(id: String) -> MessageScene {
    // Side by side needs enough width for both, and text that is not too large for half of it.
    let isLying = traits.orientation == .landscape && !room.stacksVertically
    return parts.screen(id: id, [isLying ? lying : upright])
  }

  private var upright: SceneNode {
    let image = parts.imageAboveTexts(width: traits.width, ofHeight: traits.height - traits.keyboardHeight)
    let spare = max(0, traits.width - Self.readingWidth * max(1, room.textScale)) / 2
    let sides = Insets(
      leading: max(room.insets.leading, spare), bottom: room.insets.bottom,
      trailing: max(room.insets.trailing, spare))
    return column(
      [parts.body([image, texts(below: image != nil, keeping: sides)].compactMap { $0 })], keeping: sides,
      style: .init(position: .fill))
  }

  private var lying: SceneNode {
    let half = (traits.width / 2).rounded(.down)
    let image = parts.image(
      style: .init(width: half, height: traits.height, keepsSize: true), standsAlone: parts.content.hasNoTexts
    )
    var sides = room.insets
    sides.leading = 0
    let texts = texts(below: false, keeping: sides)
    guard !parts.content.buttons.isEmpty else {
      // The whole area can be tapped, and scrolls together if the text is taller.
      let beside = SceneNode.column("beside", [texts].compactMap { $0 }, style: .init(grows: true))
      let body = parts.body([image, beside].compactMap { $0 }, axis: .horizontal, alignment: .leading)
      return SceneNode(id: "scroll", content: .scroll(body), style: .init(position: .fill))
    }
    let column = column([texts].compactMap { $0 }, keeping: sides, style: .init(grows: true))
    return parts.body([image, column].compactMap { $0 }, axis: .horizontal, style: .init(position: .fill))
  }

  private func texts(below isBelow: Bool, keeping sides: Insets) -> SceneNode? {
    var sides = sides
    if !parts.content.buttons.isEmpty { sides.bottom = 0 }
    return CardTexts(parts: parts, attributes: attributes, isFirst: !isBelow, insets: sides).make()
  }

  /// The scrolling content, with the buttons below it.
  private func column(_ scrolled: [SceneNode], keeping sides: Insets, style: SceneNode.Style) -> SceneNode {
    var padding = CardTexts(parts: parts, attributes: attributes, isFirst: false).padding
    padding.top = attributes.spacing
    let buttons = parts.buttons(
      attributes.buttonsAttributes,
      padding: padding + Insets(leading: sides.leading, bottom: sides.bottom, trailing: sides.trailing))
    return parts.column(scrolled, buttons: buttons, style: style)
  }
}
