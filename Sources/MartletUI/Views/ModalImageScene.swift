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

/// The layout of a full image on the whole screen: buttons and the close control float over it, inside the safe area.
struct FullImageScene {
  let attributes: InAppMessageUI.ModalImageView.Attributes
  /// nil: fills an upright screen, whole on one that lies.
  let fit: SceneNode.Image.Fit?
  private let parts: CardParts
  private var room: SceneRoom { parts.room }
  private var traits: SceneTraits { parts.traits }

  init(
    content: MessageContent, attributes: InAppMessageUI.ModalImageView.Attributes, fit: SceneNode.Image.Fit?, traits: SceneTraits,
    animates: Bool
  ) {
    self.attributes = attributes
    self.fit = fit
    parts = CardParts(content: content, traits: traits, margin: .zero, animates: animates)
  }

  func make(id: String) -> Scene {
    let safe = room.insets
    let root = SceneNode(
      id: "card", content: .overlay(layers + [parts.close(insets: Insets(top: safe.top, trailing: safe.trailing))]),
      style: .init(background: parts.palette.background, width: traits.width, height: traits.height))
    return parts.scene(
      id: id, kind: .fullImage, placement: .fill, root: root, dismissesOnTap: false, initialFocus: parts.initialFocus)
  }

  private var layers: [SceneNode] {
    let safe = room.insets
    let padding = attributes.padding + Insets(leading: safe.leading, bottom: safe.bottom, trailing: safe.trailing)
    let look = attributes.buttonsAttributes
    // Over the image only where they leave something of it to be seen.
    let floatsButtons = parts.content.buttons.isEmpty || parts.pinsButtons
    guard floatsButtons, !attributes.scrollLargeImages else {
      return [ScrolledImage(parts: parts, look: look, padding: padding).make(width: traits.width)]
    }
    let image = parts.image(
      fit: fit ?? (traits.orientation == .portrait ? .cover : .contain),
      style: .init(width: traits.width, height: traits.height), standsAlone: true)
    var layers = [parts.body([image].compactMap { $0 }, style: .init(position: .fill))]
    if let buttons = parts.buttons(look, padding: padding, background: parts.palette.scrim) {
      layers.append(buttons.atTheFoot)
    }
    return layers
  }
}
