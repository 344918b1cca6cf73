// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// A modal has all content of the kinds in the centre of the screen. Each of them uses a part of
/// it.
typealias MessageContent = Martlet.InAppMessage.Modal

extension MessageContent {
  /// The alternative text of an image. nil if there is no image, or if it is decorative.
  var altText: String? {
    guard case .image = graphic, let imageAltText, !imageAltText.isEmpty else { return nil }
    return imageAltText
  }

  /// The name of the dialog.
  var title: String? { [header, message, altText ?? ""].first { !$0.isEmpty } }
  /// All text that can be read.
  var allWords: String { [altText ?? "", header, message].filter { !$0.isEmpty }.joined(separator: ", ") }
  /// Whether header and message are empty.
  var hasNoTexts: Bool { header.isEmpty && message.isEmpty }

  /// A tap on the body has an action. It only counts if there are no buttons.
  var opensOnBodyTap: Bool { buttons.isEmpty && data.clickAction != .none }
}

extension Martlet.InAppMessage.Full {
  /// Converts the message to a modal, without loss.
  var asModal: Martlet.InAppMessage.Modal {
    .init(
      data: data, graphic: .image(imageURL), imageAltText: imageAltText, language: language, header: header,
      headerTextAlignment: headerTextAlignment, message: message, messageTextAlignment: messageTextAlignment,
      buttons: buttons,
      themes: themes)
  }

  /// Applies the changes made to `asModal`. A modal can be without an image, but this message
  /// cannot, and then keeps its own.
  mutating func take(over modal: Martlet.InAppMessage.Modal) {
    var url = imageURL
    if case .image(let image) = modal.graphic { url = image }
    self = .init(
      data: modal.data, imageURL: url, imageAltText: modal.imageAltText, language: modal.language,
      header: modal.header,
      headerTextAlignment: modal.headerTextAlignment, message: modal.message,
      messageTextAlignment: modal.messageTextAlignment,
      buttons: modal.buttons, themes: modal.themes)
  }
}

extension Martlet.InAppMessage.ModalImage {
  /// Converts the message to a modal without texts.
  var asModal: Martlet.InAppMessage.Modal {
    .init(
      data: data, graphic: .image(imageURL), imageAltText: imageAltText, language: language, buttons: buttons,
      themes: themes)
  }
}

extension Martlet.InAppMessage.FullImage {
  /// Converts the message to an image modal.
  var asModalImage: Martlet.InAppMessage.ModalImage {
    .init(
      data: data, imageURL: imageURL, imageAltText: imageAltText, language: language, buttons: buttons,
      themes: themes)
  }

  /// Applies the changes made to `asModalImage`.
  mutating func take(over image: Martlet.InAppMessage.ModalImage) {
    self = .init(
      data: image.data, imageURL: image.imageURL, imageAltText: image.imageAltText, language: image.language,
      buttons: image.buttons,
      themes: image.themes)
  }
}
