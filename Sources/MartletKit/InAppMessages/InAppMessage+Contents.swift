// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

extension Martlet.InAppMessage.Slideup: DrawnContent {
  static var kind: Wire.Message.Kind { .slideup }

  var inAppMessage: Martlet.InAppMessage { .slideup(self) }

  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) throws(Martlet.InAppMessage.WireError) {
    self.init(
      data: data, graphic: try wire.graphic(), imageAltText: wire.imageAlt, language: wire.language,
      message: try wire.text(),
      slideFrom: wire.slideFrom?.known == .top ? .top : .bottom, themes: .init(wire: wire.themes))
  }

  func write(to wire: inout Wire.Message) {
    wire.write(graphic, imageAltText, language, themes)
    wire.message = message
    wire.slideFrom = .known(slideFrom == .top ? .top : .bottom)
  }

  mutating func mapImages(_ address: (URL) -> URL) { graphic = graphic?.mappingImage(address) }
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

extension Martlet.InAppMessage.ModalImage: ImageContent {
  static var kind: Wire.Message.Kind { .modalImage }

  var inAppMessage: Martlet.InAppMessage { .modalImage(self) }
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

extension Martlet.InAppMessage.FullImage: ImageContent {
  static var kind: Wire.Message.Kind { .fullImage }

  var inAppMessage: Martlet.InAppMessage { .fullImage(self) }
}

extension Martlet.InAppMessage.Html: InAppMessageContent {
  static var kind: Wire.Message.Kind { .html }

  var inAppMessage: Martlet.InAppMessage { .html(self) }

  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) throws(Martlet.InAppMessage.WireError) {
    self.init(
      data: data, message: try wire.page(), baseURL: try wire.pageBase(), assetURLs: try wire.nativeAssets(),
      legacy: wire.legacy,
      bridge: wire.bridge.map(Bridge.init) ?? Bridge())
  }

  func write(to wire: inout Wire.Message) {
    wire.message = message
    wire.baseURL = baseURL?.absoluteString
    wire.assetURLs = assetURLs.map(\.absoluteString).sorted()
    wire.legacy = legacy
    if bridge != Bridge() { wire.bridge = bridge.wire }
  }
}

extension Martlet.InAppMessage.Control: InAppMessageContent {
  static var kind: Wire.Message.Kind { .control }

  var inAppMessage: Martlet.InAppMessage { .control(self) }

  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) { self.init(data: data) }

  func write(to wire: inout Wire.Message) {}
}
