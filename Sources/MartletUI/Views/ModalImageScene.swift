// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// The layout of an image modal: the image determines the shape of the card, and buttons and the
/// close control float above it.
struct ModalImageScene {
  let attributes: InAppMessageUI.ModalImageView.Attributes
  let parts: CardParts
  private var room: SceneRoom { parts.room }

  func make(id: String) -> MessageScene {
    parts.scene(
      id: id, placement: .center(insets: room.insets), root: card,
      dismissesOnTap: attributes.dismissOnBackgroundTap)
  }

  private var card: SceneNode {
    let traits = parts.traits
    let maxWidth = min(
      room.width, max(attributes.minWidth.value(for: traits), attributes.maxWidth.value(for: traits)))
    let maxHeight = min(room.height, attributes.maxHeight.value(for: traits))
    var style = SceneNode.Style(
      background: parts.palette.background, cornerRadius: attributes.cornerRadius,
      cornerCurve: attributes.cornerCurve.drawn,
      border: parts.palette.edge, shadow: attributes.shadow,
      minHeight: min(SceneNode.minimumTarget, room.height), maxHeight: maxHeight)
    var layers: [SceneNode]
    if parts.floatsButtons(attributes) {
      style.minWidth = min(maxWidth, attributes.minWidth.value(for: traits))
      style.maxWidth = maxWidth
      layers = parts.floating(
        style: .init(
          minWidth: style.minWidth, maxWidth: maxWidth, minHeight: style.minHeight, maxHeight: maxHeight),
        alignment: .center, attributes.buttonsAttributes, padding: attributes.padding)
    } else {
      style.width = maxWidth
      layers = [parts.scrolled(width: maxWidth, attributes.buttonsAttributes, padding: attributes.padding)]
    }
    layers.append(parts.close())
    return SceneNode(id: "card", content: .overlay(layers), style: style)
  }
}

extension CardParts {
  /// Buttons only float over the image if enough of it stays visible.
  func floatsButtons(_ attributes: InAppMessageUI.ModalImageView.Attributes) -> Bool {
    (content.buttons.isEmpty || pinsButtons) && !attributes.scrollLargeImages
  }

  /// An image of full width that scrolls, with the buttons below.
  func scrolled(width: Double, _ look: InAppMessageUI.ButtonView.Attributes, padding: Insets) -> SceneNode {
    let image = image(style: .init(width: width), standsAlone: true)
    return column([body([image].compactMap { $0 })], buttons: buttons(look, padding: padding))
  }

  /// An image with the buttons over it.
  func floating(
    fit: SceneNode.Image.Fit = .contain, style: SceneNode.Style, alignment: SceneNode.Stack.Alignment = .fill,
    _ look: InAppMessageUI.ButtonView.Attributes, padding: Insets
  ) -> [SceneNode] {
    let image = image(fit: fit, style: style, standsAlone: true)
    let body = body([image].compactMap { $0 }, alignment: alignment, style: .init(position: .fill))
    let buttons = buttons(look, padding: padding, background: palette.scrim)?.atTheFoot
    return [body, buttons].compactMap { $0 }
  }
}

extension SceneNode {
  /// A layer of full width with these buttons at the lower edge.
  var atTheFoot: SceneNode {
    let rest = SceneNode(id: "\(id)-above", content: .space, style: .init(grows: true))
    return .column("\(id)-place", [rest, self], style: .init(position: .fill))
  }
}

/// The layout of a full image on the whole screen. Buttons and the close control float above it,
/// inside the safe area.
struct FullImageScene {
  let attributes: InAppMessageUI.ModalImageView.Attributes
  /// nil to fill a portrait screen, and to fit a landscape screen.
  let fit: SceneNode.Image.Fit?
  let parts: CardParts

  func make(id: String) -> MessageScene { parts.screen(id: id, layers) }

  private var layers: [SceneNode] {
    let (traits, safe, look) = (parts.traits, parts.room.insets, attributes.buttonsAttributes)
    let padding =
      attributes.padding + Insets(leading: safe.leading, bottom: safe.bottom, trailing: safe.trailing)
    guard parts.floatsButtons(attributes) else {
      return [parts.scrolled(width: traits.width, look, padding: padding)]
    }
    return parts.floating(
      fit: fit ?? (traits.orientation == .portrait ? .cover : .contain),
      style: .init(width: traits.width, height: traits.height),
      look, padding: padding)
  }
}
