// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

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
