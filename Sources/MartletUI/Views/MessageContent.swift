// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// What the kinds in the middle of the screen show is what a modal has; each has some of it.
typealias MessageContent = Martlet.InAppMessage.Modal

extension MessageContent {
  /// The alternative text of an image; nil: there is no image, or it is decoration.
  var altText: String? {
    guard case .image = graphic, let imageAltText, !imageAltText.isEmpty else { return nil }
    return imageAltText
  }

  /// Names the dialog.
  var title: String? { [header, message, altText ?? ""].first { !$0.isEmpty } }
  /// Everything that is to be read.
  var allWords: String { [altText ?? "", header, message].filter { !$0.isEmpty }.joined(separator: ", ") }
  /// Neither header nor message.
  var hasNoTexts: Bool { header.isEmpty && message.isEmpty }

  /// A tap on the body leads somewhere. It counts only when there are no buttons.
  var opensOnBodyTap: Bool { buttons.isEmpty && data.clickAction != .none }
}

extension Martlet.InAppMessage.Full {
  /// The same as a modal, which lacks nothing of it.
  var asModal: Martlet.InAppMessage.Modal {
    .init(
      data: data, graphic: .image(imageURL), imageAltText: imageAltText, language: language, header: header,
      headerTextAlignment: headerTextAlignment, message: message, messageTextAlignment: messageTextAlignment, buttons: buttons,
      themes: themes)
  }

  /// Takes over what was changed in `asModal`. A modal may do without an image, this may not: then its image stays.
  mutating func take(over modal: Martlet.InAppMessage.Modal) {
    var url = imageURL
    if case .image(let image) = modal.graphic { url = image }
    self = .init(
      data: modal.data, imageURL: url, imageAltText: modal.imageAltText, language: modal.language, header: modal.header,
      headerTextAlignment: modal.headerTextAlignment, message: modal.message, messageTextAlignment: modal.messageTextAlignment,
      buttons: modal.buttons, themes: modal.themes)
  }
}

extension Martlet.InAppMessage.ModalImage {
  /// The same as a modal without texts.
  var asModal: Martlet.InAppMessage.Modal {
    .init(data: data, graphic: .image(imageURL), imageAltText: imageAltText, language: language, buttons: buttons, themes: themes)
  }
}

extension Martlet.InAppMessage.FullImage {
  /// The same as an image modal.
  var asModalImage: Martlet.InAppMessage.ModalImage {
    .init(data: data, imageURL: imageURL, imageAltText: imageAltText, language: language, buttons: buttons, themes: themes)
  }

  /// Takes over what was changed in `asModalImage`.
  mutating func take(over image: Martlet.InAppMessage.ModalImage) {
    self = .init(
      data: image.data, imageURL: image.imageURL, imageAltText: image.imageAltText, language: image.language, buttons: image.buttons,
      themes: image.themes)
  }
}
