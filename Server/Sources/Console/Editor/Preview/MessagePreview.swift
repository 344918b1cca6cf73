// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletUI
import MartletWire
import SceneHTML

/// A message as the SDK would draw it on a device: made by the very views that devices use.
struct MessagePreview: Hashable, Sendable {
  /// nil when there is nothing to draw.
  var scene: RenderedScene?
  /// Why nothing is drawn, or why a device would not show what is.
  var notice: String?

  /// The id of every preview's scene.
  static let sceneID = "preview"

  @MainActor
  static func make(_ message: Wire.Message, choice: PreviewChoice) -> MessagePreview {
    if message.kind == .known(.control) {
      return MessagePreview(notice: "A control message shows nothing. It counts who would have seen one, to compare with.")
    }
    if message.isEmpty { return MessagePreview(notice: "Write a text, and it appears here.") }
    let native: Martlet.InAppMessage
    do throws(Martlet.InAppMessage.WireError) {
      native = try Martlet.InAppMessage(wire: message.drawable)
    } catch {
      return MessagePreview(notice: words(error))
    }
    let scene: Scene?
    switch native {
    case .slideup(let slideup): scene = InAppMessageUI.SlideupView(message: slideup).makeScene(id: sceneID, traits: choice.traits)
    case .modal(let modal): scene = InAppMessageUI.ModalView(message: modal).makeScene(id: sceneID, traits: choice.traits)
    default: scene = nil
    }
    guard let scene else { return MessagePreview(notice: "This kind of message cannot be drawn yet.") }
    return MessagePreview(scene: RenderedScene(scene), notice: orientationNotice(message, choice))
  }

  private static func orientationNotice(_ message: Wire.Message, _ choice: PreviewChoice) -> String? {
    switch (message.orientation.known, choice.isLandscape) {
    case (.portrait, true): "Held like this, devices do not show it: it is for upright devices only."
    case (.landscape, false): "Held like this, devices do not show it: it is for devices held sideways only."
    default: nil
    }
  }

  private static func words(_ error: Martlet.InAppMessage.WireError) -> String {
    switch error {
    case .unsupportedKind: "This kind of message cannot be drawn."
    case .invalid("image_url", _): "The image needs an address that begins with https://."
    case .invalid(_, let reason): reason
    }
  }
}

extension Wire.Message {
  fileprivate var isEmpty: Bool {
    let texts = kind == .known(.modal) ? [header, message, imageURL] : [message]
    return texts.allSatisfy { $0?.allSatisfy(\.isWhitespace) ?? true }
  }

  /// Where a click leads is no part of the picture: an address that is not finished must not hide the message.
  fileprivate var drawable: Wire.Message {
    var message = self
    func place(_ action: Wire.ClickAction) -> Wire.ClickAction {
      action.type.known == .url ? Wire.ClickAction(type: .known(.url), url: "https://example.com") : Wire.ClickAction()
    }
    message.clickAction = place(clickAction)
    message.buttons = buttons.map {
      var button = $0
      button.clickAction = place($0.clickAction)
      return button
    }
    return message
  }
}
