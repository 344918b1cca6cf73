// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletWire

extension Martlet.InAppMessage {
  /// Image and text that fill the screen. A modal on large screens.
  public struct Full: Hashable, Sendable {
    public var data: Data
    public var imageURL: URL
    public var imageAltText: String?
    public var language: String?
    public var header: String
    public var headerTextAlignment: TextAlignment
    public var message: String
    public var messageTextAlignment: TextAlignment
    public var buttons: [Button]
    public var themes: Themes

    public init(
      data: Data = .init(), imageURL: URL, imageAltText: String? = nil, language: String? = nil,
      header: String = "",
      headerTextAlignment: TextAlignment = .center, message: String = "",
      messageTextAlignment: TextAlignment = .center,
      buttons: [Button] = [], themes: Themes = .defaults
    ) {
      self.data = data
      self.imageURL = imageURL
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

extension Martlet.InAppMessage.Full: DrawnContent {
  static var kind: Wire.Message.Kind { .full }

  var inAppMessage: Martlet.InAppMessage { .full(self) }

  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) throws(Martlet.InAppMessage.WireError) {
    self.init(
      data: data, imageURL: try wire.requiredImage(), imageAltText: wire.imageAlt, language: wire.language,
      header: wire.header ?? "",
      headerTextAlignment: .init(wire: wire.headerAlignment), message: wire.message ?? "",
      messageTextAlignment: .init(wire: wire.messageAlignment), buttons: try wire.nativeButtons(),
      themes: .init(wire: wire.themes))
  }

  func write(to wire: inout Wire.Message) {
    wire.write(.image(imageURL), imageAltText, language, themes)
    wire.write(header: header, headerTextAlignment, message: message, messageTextAlignment, buttons)
  }

  mutating func mapImages(_ address: (URL) -> URL) { imageURL = address(imageURL) }
}

extension Martlet.InAppMessage {
  /// A single image that fills the screen. A modal on large screens.
  public struct FullImage: Hashable, Sendable {
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

extension Martlet.InAppMessage.FullImage: ImageContent {
  static var kind: Wire.Message.Kind { .fullImage }

  var inAppMessage: Martlet.InAppMessage { .fullImage(self) }
}
