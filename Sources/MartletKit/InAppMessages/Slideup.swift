// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

extension Martlet.InAppMessage {
  /// A card that slides in from an edge. The app stays usable.
  public struct Slideup: Hashable, Sendable {
    public var data: Data
    public var graphic: Graphic?
    /// The description for screen readers. If nil or empty, the image is decorative.
    public var imageAltText: String?
    /// The language of the text (BCP 47). Screen readers use it to choose a voice.
    public var language: String?
    public var message: String
    public var slideFrom: SlideFrom
    public var themes: Themes

    public init(
      data: Data = .init(), graphic: Graphic? = nil, imageAltText: String? = nil, language: String? = nil,
      message: String = "",
      slideFrom: SlideFrom = .bottom, themes: Themes = .defaults
    ) {
      self.data = data
      self.graphic = graphic
      self.imageAltText = imageAltText
      self.language = language
      self.message = message
      self.slideFrom = slideFrom
      self.themes = themes
    }
  }
}

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
