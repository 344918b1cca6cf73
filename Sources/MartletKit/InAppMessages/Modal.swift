// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletWire

extension Martlet.InAppMessage {
  /// A card in the centre of the screen, over a backdrop.
  public struct Modal: Hashable, Sendable {
    public var data: Data
    public var graphic: Graphic?
    public var imageAltText: String?
    public var language: String?
    public var header: String
    public var headerTextAlignment: TextAlignment
    public var message: String
    public var messageTextAlignment: TextAlignment
    public var buttons: [Button]
    public var themes: Themes

    public init(
      data: Data = .init(), graphic: Graphic? = nil, imageAltText: String? = nil, language: String? = nil,
      header: String = "",
      headerTextAlignment: TextAlignment = .center, message: String = "",
      messageTextAlignment: TextAlignment = .center,
      buttons: [Button] = [], themes: Themes = .defaults
    ) {
      self.data = data
      self.graphic = graphic
      self.imageAltText = imageAltText
      self.language = language
      self.header = header
      self.headerTextAlignment = headerTextAlignment
      self.message = message
      self.messageTextAlignment = messageTextAlignment
      self.buttons = buttons
      self.themes = themes
    }
  }
}

extension Martlet.InAppMessage.Modal: DrawnContent {
  static var kind: Wire.Message.Kind { .modal }

  var inAppMessage: Martlet.InAppMessage { .modal(self) }

  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) throws(Martlet.InAppMessage.WireError) {
    let graphic = try wire.graphic()
    guard graphic != nil || wire.header?.isEmpty == false || wire.message?.isEmpty == false else {
      throw .invalid(field: "message", reason: "A modal needs a header, text or an image.")
    }
    self.init(
      data: data, graphic: graphic, imageAltText: wire.imageAlt, language: wire.language,
      header: wire.header ?? "",
      headerTextAlignment: .init(wire: wire.headerAlignment), message: wire.message ?? "",
      messageTextAlignment: .init(wire: wire.messageAlignment), buttons: try wire.nativeButtons(),
      themes: .init(wire: wire.themes))
  }

  func write(to wire: inout Wire.Message) {
    wire.write(graphic, imageAltText, language, themes)
    wire.write(header: header, headerTextAlignment, message: message, messageTextAlignment, buttons)
  }

  mutating func mapImages(_ address: (URL) -> URL) { graphic = graphic?.mappingImage(address) }
}

extension Martlet.InAppMessage {
  /// A card made of a single image.
  public struct ModalImage: Hashable, Sendable {
    public var data: Data
    public var imageURL: URL
    public var imageAltText: String?
    public var language: String?
    public var buttons: [Button]
    public var themes: Themes

    public init(
      data: Data = .init(), imageURL: URL, imageAltText: String? = nil, language: String? = nil,
      buttons: [Button] = [],
      themes: Themes = .defaults
    ) {
      self.data = data
      self.imageURL = imageURL
      self.imageAltText = imageAltText
      self.language = language
      self.buttons = buttons
      self.themes = themes
    }
  }
}

extension Martlet.InAppMessage.ModalImage: ImageContent {
  static var kind: Wire.Message.Kind { .modalImage }

  var inAppMessage: Martlet.InAppMessage { .modalImage(self) }
}
