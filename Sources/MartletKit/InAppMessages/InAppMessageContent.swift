// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Foundation
package import MartletWire

/// The content of one kind of message, with conversion from and to the server's format.
protocol InAppMessageContent: Hashable, Sendable {
  static var kind: Wire.Message.Kind { get }

  var data: Martlet.InAppMessage.Data { get set }
  /// Empty for kinds without buttons.
  var buttons: [Martlet.InAppMessage.Button] { get }
  /// nil for kinds without colours. Setting nil changes nothing.
  var colours: Martlet.InAppMessage.Themes? { get set }
  var inAppMessage: Martlet.InAppMessage { get }

  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) throws(Martlet.InAppMessage.WireError)
  /// Writes everything except `data`.
  func write(to wire: inout Wire.Message)

  mutating func mapImages(_ address: (URL) -> URL)
}

extension InAppMessageContent {
  var buttons: [Martlet.InAppMessage.Button] { [] }

  var colours: Martlet.InAppMessage.Themes? {
    get { nil }
    set {}
  }

  mutating func mapImages(_ address: (URL) -> URL) {}
}

/// Content that the SDK draws itself.
protocol DrawnContent: InAppMessageContent {
  var themes: Martlet.InAppMessage.Themes { get set }
}

extension DrawnContent {
  var colours: Martlet.InAppMessage.Themes? {
    get { themes }
    set { if let newValue { themes = newValue } }
  }
}

/// Content with one image and buttons, which the SDK draws.
protocol ImageContent: DrawnContent {
  var imageURL: URL { get set }
  var imageAltText: String? { get }
  var language: String? { get }

  init(
    data: Martlet.InAppMessage.Data, imageURL: URL, imageAltText: String?, language: String?,
    buttons: [Martlet.InAppMessage.Button],
    themes: Martlet.InAppMessage.Themes)
}

extension ImageContent {
  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) throws(Martlet.InAppMessage.WireError) {
    self.init(
      data: data, imageURL: try wire.requiredImage(), imageAltText: wire.imageAlt, language: wire.language,
      buttons: try wire.nativeButtons(), themes: .init(wire: wire.themes))
  }

  func write(to wire: inout Wire.Message) {
    wire.write(.image(imageURL), imageAltText, language, themes)
    wire.buttons = buttons.map(Wire.Button.init)
  }

  mutating func mapImages(_ address: (URL) -> URL) { imageURL = address(imageURL) }
}

extension Martlet.InAppMessage {
  /// The properties that all types share.
  public var data: Data {
    get { content.data }
    set { change { $0.data = newValue } }
  }

  /// The colours of the message types that the SDK draws itself. nil for HTML and silent messages.
  /// Setting nil has no effect.
  public var themes: Themes? {
    get { content.colours }
    set { change { $0.colours = newValue } }
  }

  package var kind: Wire.Message.Kind { type(of: content).kind }
  package var buttons: [Button] { content.buttons }

  /// Reads and writes the shared properties directly on the message: `message.extras`,
  /// `message.clickAction`.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Data, Member>) -> Member {
    get { data[keyPath: keyPath] }
    set { data[keyPath: keyPath] = newValue }
  }

  package func mappingImages(_ address: (URL) -> URL) -> Self {
    var content = content
    content.mapImages(address)
    return content.inAppMessage
  }

  /// Returns the message with the available local files of its images. For pages, the view finds
  /// the files in `context.localAssets`.
  func usingLocalImages(_ local: Martlet.LocalAssets) -> Self {
    mappingImages { local[$0] ?? $0 }
  }

  private mutating func change(_ body: (inout any InAppMessageContent) -> Void) {
    var content = content
    body(&content)
    self = content.inAppMessage
  }
}

extension Martlet.InAppMessage.Graphic {
  func mappingImage(_ address: (URL) -> URL) -> Self {
    if case .image(let url) = self { .image(address(url)) } else { self }
  }
}
