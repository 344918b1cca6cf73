// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// The layout of an image modal: the image decides the shape of the card, buttons and the close control float over it.
struct ModalImageScene {
  let kind: Scene.Kind
  let attributes: InAppMessageUI.ModalImageView.Attributes
  private let parts: CardParts
  private var room: SceneRoom { parts.room }

  init(
    kind: Scene.Kind, content: MessageContent, attributes: InAppMessageUI.ModalImageView.Attributes, traits: SceneTraits, animates: Bool
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
    let maxWidth = min(room.width, max(attributes.minWidth.value(for: traits), attributes.maxWidth.value(for: traits)))
    let maxHeight = min(room.height, attributes.maxHeight.value(for: traits))
    var style = SceneNode.Style(
      background: parts.palette.background, cornerRadius: attributes.cornerRadius, cornerCurve: attributes.cornerCurve.drawn,
      border: parts.palette.edge, shadow: attributes.shadow, minHeight: min(SceneNode.minimumTarget, room.height), maxHeight: maxHeight)
    let layers: [SceneNode]
    if attributes.scrollLargeImages || !floatsButtons {
      style.width = maxWidth
      layers = [ScrolledImage(parts: parts, look: attributes.buttonsAttributes, padding: attributes.padding).make(width: maxWidth)]
    } else {
      style.minWidth = min(maxWidth, attributes.minWidth.value(for: traits))
      style.maxWidth = maxWidth
      layers = floating(
        imageStyle: .init(minWidth: style.minWidth, maxWidth: maxWidth, minHeight: style.minHeight, maxHeight: maxHeight))
    }
    return SceneNode(id: "card", content: .overlay(layers + [parts.close()]), style: style)
  }

  /// Over the image only where they leave something of it to be seen.
  private var floatsButtons: Bool { parts.content.buttons.isEmpty || parts.pinsButtons }

  private func floating(imageStyle: SceneNode.Style) -> [SceneNode] {
    let image = parts.image(style: imageStyle, standsAlone: true)
    var layers = [parts.body([image].compactMap { $0 }, alignment: .center, style: .init(position: .fill))]
    if let buttons = parts.buttons(attributes.buttonsAttributes, padding: attributes.padding, background: parts.palette.scrim) {
      layers.append(buttons.atTheFoot)
    }
    return layers
  }
}

/// An image that takes the whole width and scrolls, with the buttons below.
struct ScrolledImage {
  let parts: CardParts
  let look: InAppMessageUI.ButtonView.Attributes
  let padding: Insets

  func make(width: Double) -> SceneNode {
    let image = parts.image(style: .init(width: width), standsAlone: true)
    return parts.column([parts.body([image].compactMap { $0 })], buttons: parts.buttons(look, padding: padding))
  }
}

extension SceneNode {
  /// A layer with these at the lower edge of what is behind, as wide as it.
  var atTheFoot: SceneNode {
    let rest = SceneNode(id: "\(id)-above", content: .space, style: .init(grows: true))
    return SceneNode(
      id: "\(id)-place", content: .stack(.init(axis: .vertical, spacing: 0, alignment: .fill, children: [rest, self])),
      style: .init(position: .fill))
  }
}
