// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A notification inside the app: a card at an edge, or in an area of the app's own screen.
  public struct Banner: Equatable, Sendable {
    public var title: String?
    public var text: String?
    /// Whether the icon that the app has set is shown.
    public var showsIcon: Bool
    /// A picture beside the text. Without title and text, it fills the banner.
    public var imageURL: String?
    public var imageAlt: String?
    public var isCloseable: Bool
    public var edge: Open<Message.SlideFrom>
    /// What a tap does if there is no content.
    public var action: ClickAction
    /// The language of the texts (BCP 47).
    public var language: String?
    /// The themes `light` and `dark`. Missing colours are the SDK's defaults.
    public var themes: [String: Theme]
    public var extras: [String: JSONValue]
    public var unknown: UnknownFields

    public init(
      title: String? = nil, text: String? = nil, showsIcon: Bool = true, imageURL: String? = nil,
      imageAlt: String? = nil,
      isCloseable: Bool = true, edge: Open<Message.SlideFrom> = .known(.bottom),
      action: ClickAction = ClickAction(),
      language: String? = nil, themes: [String: Theme] = [:], extras: [String: JSONValue] = [:],
      unknown: UnknownFields = [:]
    ) {
      self.title = title
      self.text = text
      self.showsIcon = showsIcon
      self.imageURL = imageURL
      self.imageAlt = imageAlt
      self.isCloseable = isCloseable
      self.edge = edge
      self.action = action
      self.language = language
      self.themes = themes
      self.extras = extras
      self.unknown = unknown
    }
  }
}

extension Wire.Banner: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("title", \.title, "The title.", .optional, .most(Wire.Limits.headerLength)),
    .field("text", \.text, "The text below the title.", .optional, .most(Wire.Limits.bannerTextLength)),
    .field("icon", \.showsIcon, "Whether the app's icon is shown, if it has set one."),
    .field(
      "image_url", \.imageURL, "A picture beside the text. Without title and text, it fills the banner."),
    .field(
      "image_alt", \.imageAlt, "The description of the picture.", .optional, .most(Wire.Limits.imageAltLength)
    ),
    .field("closeable", \.isCloseable, "Whether the person can close it without opening it."),
    .field(
      "edge", \.edge,
      "The edge of the window. A notification area of the app's screen is used instead, if there is one."),
    .field("action", \.action, "What a tap does. Only without content."),
    .field(
      "language", \.language, "The language of the texts (BCP 47).", .optional,
      .most(Wire.Limits.languageLength)),
    .field("themes", \.themes, "The colours for `light` and `dark`."),
    .field("extras", \.extras, "Key-value pairs for the app."))
}
