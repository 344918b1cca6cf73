// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Foundation
import MartletCore
public import MartletWire

extension Martlet.InAppMessage {
  /// Why a message from a server cannot be read.
  public enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message type is unknown. A newer version of the SDK may support it.
    case unsupportedKind(String)
    /// A field is invalid. `field` is its path in the message, such as
    /// `buttons[1].click_action.url`.
    case invalid(field: String, reason: String)

    public var description: String {
      switch self {
      case .unsupportedKind(let kind):
        "kind: This version cannot show messages of type \(kind). Update the SDK."
      case .invalid(let field, let reason): "\(field): \(reason)"
      }
    }
  }

  /// Creates the message of a campaign from its wire form.
  ///
  /// Throws an error if the message lacks an image, text or page that its type requires. Unknown
  /// enumerated values are read as the default. A retired or unknown click action only closes the
  /// message. Missing colours are the SDK's defaults. A message with themes but no `dark` theme is
  /// always light. A message without themes has both of the SDK's defaults.
  public init(wire: Wire.Message) throws(WireError) {
    guard let kind = wire.kind.known else { throw .unsupportedKind(wire.kind.rawValue) }
    self = try Self.content(of: kind).init(wire, try Data(wire: wire)).inAppMessage
  }

  /// The wire form of this message. Reading it again gives an equal message.
  public var wire: Wire.Message {
    let content = content
    var wire = Wire.Message(kind: .known(kind))
    content.data.write(to: &wire)
    content.write(to: &wire)
    return wire
  }
}

extension Martlet.InAppMessage: Codable {
  /// Reads the wire form.
  public init(from decoder: any Decoder) throws {
    try self.init(wire: Wire.Message(from: decoder))
  }

  /// Writes the wire form, without the context.
  public func encode(to encoder: any Encoder) throws {
    try wire.encode(to: encoder)
  }
}

extension URL {
  package static func checked(_ text: String, _ field: String) throws(Martlet.InAppMessage.WireError) -> URL {
    guard !text.isEmpty, let url = URL(string: text) else {
      throw .invalid(field: field, reason: "This is not a URL.")
    }
    return url
  }
}

extension Martlet.InAppMessage.Data {
  fileprivate init(wire: Wire.Message) throws(Martlet.InAppMessage.WireError) {
    self.init(
      clickAction: try .init(wire: wire.clickAction, at: "click_action"),
      messageClose: .init(wire: wire.close),
      orientation: wire.orientation.known.flatMap { .init(rawValue: $0.rawValue) } ?? .any,
      animateIn: wire.animateIn,
      animateOut: wire.animateOut, extras: .init(json: wire.extras),
      messageExtras: wire.unknown["message_extras"]?.string)
    id = wire.unknown["id"]?.string
    isTestSend = wire.unknown["is_test_send"] == .bool(true)
  }

  fileprivate func write(to wire: inout Wire.Message) {
    wire.clickAction = .init(clickAction)
    if case .auto(let seconds) = messageClose {
      wire.close = .init(type: .known(.auto), afterSeconds: seconds)
    }
    wire.orientation = Wire.Open(orientation.rawValue)
    wire.animateIn = animateIn
    wire.animateOut = animateOut
    wire.extras = extras.json
    wire.unknown["message_extras"] = messageExtras.map { .string($0) }
    wire.unknown["id"] = id.map { .string($0) }
    wire.unknown["is_test_send"] = isTestSend ? .bool(true) : nil
  }
}

extension Martlet.InAppMessage.ClickAction {
  package init(wire: Wire.ClickAction, at field: String) throws(Martlet.InAppMessage.WireError) {
    guard wire.type.known == .url else {
      self = .none
      return
    }
    guard let text = wire.url else {
      throw .invalid(field: field + ".url", reason: "This action needs a URL.")
    }
    self = .url(try .checked(text, field + ".url"), useWebView: wire.useWebView)
  }
}

extension Wire.ClickAction {
  fileprivate init(_ action: Martlet.InAppMessage.ClickAction) {
    switch action {
    case .none: self.init()
    case .url(let url, let useWebView):
      self.init(type: .known(.url), url: url.absoluteString, useWebView: useWebView)
    }
  }
}

extension Martlet.InAppMessage.MessageClose {
  fileprivate init(wire: Wire.Close) {
    if wire.type.known == .auto, let seconds = wire.afterSeconds, seconds > 0 {
      self = .auto(after: seconds)
    } else {
      self = .userInteraction
    }
  }
}

extension Martlet.InAppMessage.TextAlignment {
  init(wire: Wire.Open<Wire.Message.Alignment>?) {
    self = wire?.known.flatMap { .init(rawValue: $0.rawValue) } ?? .center
  }
}

extension Wire.Message {
  func text() throws(Martlet.InAppMessage.WireError) -> String {
    guard let message, !message.isEmpty else {
      throw .invalid(field: "message", reason: "This message type needs text.")
    }
    return message
  }

  /// The page, which may be empty if an archive can contain it.
  func page() throws(Martlet.InAppMessage.WireError) -> String {
    if let message, !message.isEmpty { return message }
    let hasArchive = assetURLs.contains { URL(string: $0)?.pathExtension.lowercased() == "zip" }
    guard hasArchive else {
      throw .invalid(field: "message", reason: "This message type needs a page, or an archive with one.")
    }
    return ""
  }

  func pageBase() throws(Martlet.InAppMessage.WireError) -> URL? {
    guard let baseURL else { return nil }
    return try .checked(baseURL, "base_url")
  }

  func requiredImage() throws(Martlet.InAppMessage.WireError) -> URL {
    guard let imageURL else {
      throw .invalid(field: "image_url", reason: "This message type needs an image.")
    }
    return try .checked(imageURL, "image_url")
  }

  func graphic() throws(Martlet.InAppMessage.WireError) -> Martlet.InAppMessage.Graphic? {
    if let imageURL { return .image(try .checked(imageURL, "image_url")) }
    return icon.flatMap { $0.isEmpty ? nil : .icon($0) }
  }

  func nativeButtons() throws(Martlet.InAppMessage.WireError) -> [Martlet.InAppMessage.Button] {
    var native: [Martlet.InAppMessage.Button] = []
    for (index, button) in buttons.enumerated() {
      native.append(
        .init(
          id: button.id, text: button.text,
          clickAction: try .init(wire: button.clickAction, at: "buttons[\(index)].click_action"),
          // If the last button has no colours of its own, it is the primary button.
          themes: .init(wire: button.themes, or: index == buttons.count - 1 ? .defaults : .secondary)))
    }
    return native
  }

  func nativeAssets() throws(Martlet.InAppMessage.WireError) -> Set<URL> {
    var assets: Set<URL> = []
    for (index, text) in assetURLs.enumerated() { assets.insert(try .checked(text, "asset_urls[\(index)]")) }
    return assets
  }

  mutating func write(
    _ graphic: Martlet.InAppMessage.Graphic?, _ alternative: String?, _ language: String?,
    _ themes: Martlet.InAppMessage.Themes
  ) {
    switch graphic {
    case .icon(let icon): self.icon = icon
    case .image(let url): imageURL = url.absoluteString
    case nil: break
    }
    imageAlt = alternative
    self.language = language
    self.themes = themes.themes.mapValues(Wire.Theme.init)
  }

  mutating func write(
    header: String, _ headerAlignment: Martlet.InAppMessage.TextAlignment, message: String,
    _ messageAlignment: Martlet.InAppMessage.TextAlignment, _ buttons: [Martlet.InAppMessage.Button]
  ) {
    if !header.isEmpty { self.header = header }
    if !message.isEmpty { self.message = message }
    self.headerAlignment = Wire.Open(headerAlignment.rawValue)
    self.messageAlignment = Wire.Open(messageAlignment.rawValue)
    self.buttons = buttons.map(Wire.Button.init)
  }
}

extension Wire.Button {
  init(_ button: Martlet.InAppMessage.Button) {
    self.init(
      id: button.id, text: button.text, clickAction: .init(button.clickAction),
      themes: button.themes.themes.mapValues(Wire.ButtonTheme.init))
  }
}

extension Martlet.InAppMessage.WireError {
  /// The kind or the field, for the record of the outcome.
  var detail: String {
    switch self {
    case .unsupportedKind(let kind): kind
    case .invalid(let field, _): field
    }
  }

  var discardReason: Outcome.DiscardReason {
    switch self {
    case .unsupportedKind: .unsupportedKind
    case .invalid: .invalidContent
    }
  }
}

// Missing colours of a message default to the SDK's colours of the same scheme.

extension Martlet.InAppMessage.Themes {
  package init(wire: [String: Wire.Theme]) {
    let themes = wire.map { name, theme in
      (name, Martlet.InAppMessage.Theme(wire: theme, over: name == "dark" ? .defaultDark : .defaultLight))
    }
    self = themes.isEmpty ? .defaults : Self(themes: Dictionary(uniqueKeysWithValues: themes))
  }
}

extension Martlet.InAppMessage.Theme {
  fileprivate init(wire: Wire.Theme, over base: Self) {
    self.init(
      backgroundColor: .init(wire.background) ?? base.backgroundColor,
      textColor: .init(wire.text) ?? base.textColor,
      iconColor: .init(wire.icon) ?? base.iconColor,
      iconBackgroundColor: .init(wire.iconBackground) ?? base.iconBackgroundColor,
      headerTextColor: .init(wire.headerText) ?? base.headerTextColor,
      closeButtonColor: .init(wire.closeButton) ?? base.closeButtonColor,
      frameColor: .init(wire.frame) ?? base.frameColor)
  }
}

extension Martlet.InAppMessage.ButtonThemes {
  init(wire: [String: Wire.ButtonTheme], or defaults: Self) {
    let themes = wire.map { name, theme in
      let base = name == "dark" ? Martlet.InAppMessage.ButtonTheme.defaultDark : .defaultLight
      let native = Martlet.InAppMessage.ButtonTheme(
        textColor: .init(theme.text) ?? base.textColor, borderColor: .init(theme.border) ?? base.borderColor,
        backgroundColor: .init(theme.background) ?? base.backgroundColor)
      return (name, native)
    }
    self = themes.isEmpty ? defaults : Self(themes: Dictionary(uniqueKeysWithValues: themes))
  }
}

extension Martlet.InAppMessage.Color {
  fileprivate init?(_ wire: Wire.Color?) {
    guard let wire else { return nil }
    self.init(rawValue: wire.argb)
  }
}

extension Wire.Theme {
  init(_ theme: Martlet.InAppMessage.Theme) {
    self.init(
      background: .init(argb: theme.backgroundColor.rawValue), text: .init(argb: theme.textColor.rawValue),
      headerText: .init(argb: theme.headerTextColor.rawValue), icon: .init(argb: theme.iconColor.rawValue),
      iconBackground: .init(argb: theme.iconBackgroundColor.rawValue),
      closeButton: .init(argb: theme.closeButtonColor.rawValue),
      frame: .init(argb: theme.frameColor.rawValue))
  }
}

extension Wire.ButtonTheme {
  init(_ theme: Martlet.InAppMessage.ButtonTheme) {
    self.init(
      text: .init(argb: theme.textColor.rawValue), border: .init(argb: theme.borderColor.rawValue),
      background: .init(argb: theme.backgroundColor.rawValue))
  }
}
