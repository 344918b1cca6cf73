// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

extension Martlet.InAppMessageRaw {
  /// Creates the raw form of a message. Reading it again gives an equal message.
  public convenience init(_ message: Martlet.InAppMessage) {
    self.init()
    take(message.data)
    switch message {
    case .slideup(let slideup):
      take(slideup.graphic)
      (imageAltText, language) = (slideup.imageAltText, slideup.language)
      self.message = slideup.message
      slideFrom = slideup.slideFrom == .top ? .top : .bottom
      take(slideup.themes, [])
    case .modal(let modal):
      type = .modal
      imageStyle = .top
      take(modal.graphic)
      (imageAltText, language) = (modal.imageAltText, modal.language)
      take(
        header: modal.header, modal.headerTextAlignment, message: modal.message, modal.messageTextAlignment)
      take(modal.themes, modal.buttons)
    case .modalImage(let image):
      type = .modal
      imageStyle = .graphic
      (imageURL, imageAltText, language) = (image.imageURL, image.imageAltText, image.language)
      take(image.themes, image.buttons)
    case .full(let full):
      type = .full
      imageStyle = .top
      (imageURL, imageAltText, language) = (full.imageURL, full.imageAltText, full.language)
      take(header: full.header, full.headerTextAlignment, message: full.message, full.messageTextAlignment)
      take(full.themes, full.buttons)
    case .fullImage(let image):
      type = .full
      imageStyle = .graphic
      (imageURL, imageAltText, language) = (image.imageURL, image.imageAltText, image.language)
      take(image.themes, image.buttons)
    case .html(let html):
      type = html.legacy ? .htmlFull : .html
      self.message = html.message
      baseURL = html.baseURL
      assetURLs = html.assetURLs.sorted { $0.absoluteString < $1.absoluteString }
      bridge = html.bridge
    default: typed = message
    }
  }

  private func take(_ data: Martlet.InAppMessage.Data) {
    (clickAction, url, useWebView) = Self.raw(data.clickAction)
    if case .auto(let seconds) = data.messageClose {
      messageClose = .autoDismiss
      duration = seconds < 1_000 ? seconds : seconds * 1_000
    }
    orientation =
      switch data.orientation {
      case .any: .any
      case .portrait: .portrait
      case .landscape: .landscape
      }
    (animateIn, animateOut) = (data.animateIn, data.animateOut)
    typedExtras = data.extras
    messageExtras = data.messageExtras
    id = data.id
    isTestSend = data.isTestSend
    context = data.context
  }

  private func take(_ graphic: Martlet.InAppMessage.Graphic?) {
    switch graphic {
    case .icon(let icon): self.icon = icon
    case .image(let url): imageURL = url
    case nil: break
    }
  }

  private func take(
    header: String, _ headerAlignment: Martlet.InAppMessage.TextAlignment, message: String,
    _ messageAlignment: Martlet.InAppMessage.TextAlignment
  ) {
    self.header = header
    self.message = message
    headerTextAlignment = Self.raw(headerAlignment)
    messageTextAlignment = Self.raw(messageAlignment)
  }

  private func take(_ themes: Martlet.InAppMessage.Themes, _ buttons: [Martlet.InAppMessage.Button]) {
    self.themes = Dictionary(
      uniqueKeysWithValues: themes.themes.map { name, theme in
        (name, Theme(theme, buttons: buttons.map { ButtonTheme($0.themes[name] ?? $0.themes.light) }))
      })
    self.buttons = buttons.map { button in
      let (action, url, useWebView) = Self.raw(button.clickAction)
      let raw = Button(
        id: button.id, text: button.text, clickAction: action, url: url, useWebView: useWebView)
      raw.textColor = button.themes.light.textColor
      raw.backgroundColor = button.themes.light.backgroundColor
      raw.borderColor = button.themes.light.borderColor
      raw.typedThemes = button.themes
      return raw
    }
  }

  private static func raw(_ action: Martlet.InAppMessage.ClickAction) -> (ClickAction, URL?, Bool) {
    switch action {
    case .none: (.none, nil, false)
    case .url(let url, let useWebView): (.url, url, useWebView)
    }
  }

  private static func raw(_ alignment: Martlet.InAppMessage.TextAlignment) -> TextAlignment {
    switch alignment {
    case .leading: .start
    case .center: .center
    case .trailing: .end
    }
  }
}
