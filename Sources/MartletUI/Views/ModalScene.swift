// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// The layout of a modal: the image, at most half the height when there are texts, scrolls together with them, buttons stay below, the close
/// control floats over all.
struct ModalScene {
  let kind: Scene.Kind
  let attributes: InAppMessageUI.ModalView.Attributes
  private let parts: CardParts
  private var room: SceneRoom { parts.room }

  init(
    kind: Scene.Kind, content: MessageContent, attributes: InAppMessageUI.ModalView.Attributes, traits: SceneTraits, animates: Bool
  ) {
    self.kind = kind
    self.attributes = attributes
    parts = CardParts(content: content, traits: traits, margin: attributes.margin, animates: animates)
  }

  func make(id: String) -> Scene {
    parts.scene(
      id: id, kind: kind, placement: .center(insets: room.insets), root: card, dismissesOnTap: attributes.dismissOnBackgroundTap,
      initialFocus: parts.initialFocus)
  }

  private var card: SceneNode {
    let traits = parts.traits
    let width = min(room.width, max(attributes.minWidth.value(for: traits), attributes.maxWidth.value(for: traits)))
    let height = min(room.height, attributes.maxHeight.value(for: traits))
    let image = parts.imageAboveTexts(width: width, ofHeight: height)
    let texts = CardTexts(parts: parts, attributes: attributes, isFirst: image == nil)
    var padding = texts.padding
    padding.top = attributes.spacing
    let buttons = parts.buttons(attributes.buttonsAttributes, padding: padding)
    let content = parts.column([parts.body([image, texts.make()].compactMap { $0 })], buttons: buttons, fills: false)
    return SceneNode(
      id: "card", content: .overlay([content, parts.close()]),
      style: .init(
        background: parts.palette.background, cornerRadius: attributes.cornerRadius, cornerCurve: attributes.cornerCurve.drawn,
        border: parts.palette.edge, shadow: attributes.shadow, width: width, minHeight: min(SceneNode.minimumTarget, room.height),
        maxHeight: height))
  }
}

extension MessageContent {
  /// Neither header nor message.
  var hasNoTexts: Bool { header.isEmpty && message.isEmpty }
}
