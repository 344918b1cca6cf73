// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

extension Martlet.InAppMessage {
  /// Reads a raw message. Throws an error with the name of the field if it is not a possible
  /// message: a slideup without text, a modal with neither text nor header, a full-screen message
  /// without an image, a page without content, or an action without its URL.
  public init(_ raw: Martlet.InAppMessageRaw) throws(WireError) {
    let data = try Data(raw)
    if let typed = raw.typed {
      self = typed
      self.data = data
      return
    }
    let isImage = raw.imageStyle == .graphic
    self =
      switch raw.type {
      case .slideup: .slideup(try raw.slideup(data))
      case .modal: isImage ? .modalImage(try raw.modalImage(data)) : .modal(try raw.modal(data))
      case .full: isImage ? .fullImage(try raw.fullImage(data)) : .full(try raw.full(data))
      case .html, .htmlFull: .html(try raw.html(data))
      }
  }
}

extension Martlet.InAppMessage.Data {
  fileprivate init(_ raw: Martlet.InAppMessageRaw) throws(Martlet.InAppMessage.WireError) {
    self.init(
      clickAction: try raw.clickAction.typed(raw.url, raw.useWebView, field: "url"),
      messageClose: raw.typedClose,
      orientation: raw.orientation.typed, animateIn: raw.animateIn, animateOut: raw.animateOut,
      extras: raw.typedExtras,
      messageExtras: raw.messageExtras)
    id = raw.id
    isTestSend = raw.isTestSend
    context = raw.context
  }
}

extension Martlet.InAppMessageRaw {
  fileprivate typealias Problem = Martlet.InAppMessage.WireError

  fileprivate func slideup(_ data: Martlet.InAppMessage.Data) throws(Problem) -> Martlet.InAppMessage.Slideup
  {
    guard let message, !message.isEmpty else {
      throw .invalid(field: "message", reason: "A slideup needs text.")
    }
    return .init(
      data: data, graphic: graphic, imageAltText: imageAltText, language: language, message: message,
      slideFrom: slideFrom == .top ? .top : .bottom, themes: typedThemes)
  }

  fileprivate func modal(_ data: Martlet.InAppMessage.Data) throws(Problem) -> Martlet.InAppMessage.Modal {
    guard header?.isEmpty == false || message?.isEmpty == false else {
      throw .invalid(field: "message", reason: "A modal needs text or a header, or the image style graphic.")
    }
    return .init(
      data: data, graphic: graphic, imageAltText: imageAltText, language: language, header: header ?? "",
      headerTextAlignment: headerTextAlignment.typed, message: message ?? "",
      messageTextAlignment: messageTextAlignment.typed,
      buttons: try typedButtons(), themes: typedThemes)
  }

  fileprivate func modalImage(_ data: Martlet.InAppMessage.Data) throws(Problem)
    -> Martlet.InAppMessage.ModalImage
  {
    .init(
      data: data, imageURL: try requiredImage(), imageAltText: imageAltText, language: language,
      buttons: try typedButtons(),
      themes: typedThemes)
  }

  fileprivate func full(_ data: Martlet.InAppMessage.Data) throws(Problem) -> Martlet.InAppMessage.Full {
    .init(
      data: data, imageURL: try requiredImage(), imageAltText: imageAltText, language: language,
      header: header ?? "",
      headerTextAlignment: headerTextAlignment.typed, message: message ?? "",
      messageTextAlignment: messageTextAlignment.typed,
      buttons: try typedButtons(), themes: typedThemes)
  }

  fileprivate func fullImage(_ data: Martlet.InAppMessage.Data) throws(Problem)
    -> Martlet.InAppMessage.FullImage
  {
    .init(
      data: data, imageURL: try requiredImage(), imageAltText: imageAltText, language: language,
      buttons: try typedButtons(),
      themes: typedThemes)
  }

  fileprivate func html(_ data: Martlet.InAppMessage.Data) throws(Problem) -> Martlet.InAppMessage.Html {
    let page = message ?? ""
    let assets = Set(assetURLs ?? [])
    guard !page.isEmpty || assets.contains(where: { $0.pathExtension.lowercased() == "zip" }) else {
      throw .invalid(field: "message", reason: "This message needs a page, or an archive with one.")
    }
    return .init(
      data: data, message: page, baseURL: baseURL, assetURLs: assets, legacy: type == .htmlFull,
      bridge: bridge)
  }

  private var graphic: Martlet.InAppMessage.Graphic? {
    if let imageURL { return .image(imageURL) }
    return icon.flatMap { $0.isEmpty ? nil : .icon($0) }
  }

  private func requiredImage() throws(Problem) -> URL {
    guard let imageURL else { throw .invalid(field: "imageURL", reason: "This message type needs an image.") }
    return imageURL
  }

  fileprivate var typedClose: Martlet.InAppMessage.MessageClose {
    guard messageClose == .autoDismiss else { return .userInteraction }
    let given = duration ?? 5
    return .auto(after: given < 1_000 ? given : given / 1_000)
  }

  private var typedThemes: Martlet.InAppMessage.Themes {
    if let themes { return .init(themes: themes.mapValues(\.typed)) }
    let flat = [
      backgroundColor, textColor, headerTextColor, closeButtonColor, iconColor, iconBackgroundColor,
      frameColor,
    ]
    guard flat.contains(where: { $0 != nil }) else { return .defaults }
    let base = Martlet.InAppMessage.Theme.defaultLight
    let light = Martlet.InAppMessage.Theme(
      backgroundColor: backgroundColor ?? base.backgroundColor, textColor: textColor ?? base.textColor,
      iconColor: iconColor ?? base.iconColor,
      iconBackgroundColor: iconBackgroundColor ?? base.iconBackgroundColor,
      headerTextColor: headerTextColor ?? base.headerTextColor,
      closeButtonColor: closeButtonColor ?? base.closeButtonColor,
      frameColor: frameColor ?? base.frameColor)
    return ["light": light]
  }

  private func typedButtons() throws(Problem) -> [Martlet.InAppMessage.Button] {
    let buttons = buttons ?? []
    var typed: [Martlet.InAppMessage.Button] = []
    for (index, button) in buttons.enumerated() {
      let action = try button.clickAction.typed(button.url, button.useWebView, field: "buttons[\(index)].url")
      typed.append(
        .init(
          id: button.id, text: button.text, clickAction: action,
          // As in messages from the server: without colours, the last button is the primary one.
          themes: themes(of: button, at: index) ?? (index == buttons.count - 1 ? .defaults : .secondary)))
    }
    return typed
  }

  /// nil if nothing gives the button a colour.
  private func themes(of button: Button, at index: Int) -> Martlet.InAppMessage.ButtonThemes? {
    if button.isRecoloured { return button.flatThemes }
    var found = button.typedThemes ?? button.flatThemes
    for (name, theme) in themes ?? [:] where theme.buttons.indices.contains(index) {
      let colours = theme.buttons[index].typed
      // The typed button had no theme of this name, so its light one stands there.
      if let typed = button.typedThemes, typed[name] == nil, colours == typed.light { continue }
      var changed = found ?? .init(themes: [:])
      changed[name] = colours
      found = changed
    }
    return found
  }
}

extension Martlet.InAppMessageRaw.Button {
  fileprivate var flatThemes: Martlet.InAppMessage.ButtonThemes? {
    guard textColor != nil || backgroundColor != nil || borderColor != nil else { return nil }
    let base = Martlet.InAppMessage.ButtonTheme.defaultLight
    return [
      "light": .init(
        textColor: textColor ?? base.textColor, borderColor: borderColor ?? base.borderColor,
        backgroundColor: backgroundColor ?? base.backgroundColor)
    ]
  }
}

extension Martlet.InAppMessageRaw.ClickAction {
  fileprivate func typed(
    _ url: URL?, _ useWebView: Bool, field: String
  ) throws(Martlet.InAppMessage.WireError) -> Martlet.InAppMessage.ClickAction {
    guard self == .url else { return .none }
    guard let url else { throw .invalid(field: field, reason: "This action needs a URL.") }
    return .url(url, useWebView: useWebView)
  }
}

extension Martlet.InAppMessageRaw.Orientation {
  fileprivate var typed: Martlet.InAppMessage.Orientation {
    switch self {
    case .any: .any
    case .portrait: .portrait
    case .landscape: .landscape
    }
  }
}

extension Martlet.InAppMessageRaw.TextAlignment? {
  fileprivate var typed: Martlet.InAppMessage.TextAlignment {
    switch self {
    case .start: .leading
    case .center, nil: .center
    case .end: .trailing
    }
  }
}
