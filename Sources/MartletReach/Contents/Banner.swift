// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit
public import MartletWire

extension Reach {
  /// A notification inside the app: a card at an edge of the window, or in an area of the app's own
  /// screen.
  public struct Banner: Hashable, Sendable {
    /// Empty: no title.
    public var title: String
    /// The text below the title. Empty: no text.
    public var text: String
    /// Whether the icon that the app has set is shown.
    public var showsIcon: Bool
    /// A picture beside the text. Without title and text, it fills the banner.
    public var imageURL: URL?
    /// The description for screen readers. If nil or empty, the picture is decorative.
    public var imageAltText: String?
    /// Whether the person can close it without opening it.
    public var isCloseable: Bool
    /// The edge of the window. A notification area of the app's screen is used instead, if there is
    /// one.
    public var edge: Edge
    /// The action of a tap if there is no content.
    public var clickAction: ClickAction
    /// The language of the texts (BCP 47). Screen readers use it to choose a voice.
    public var language: String?
    public var themes: Themes
    /// The key-value pairs of the campaign.
    public var extras: Extras

    public init(
      title: String = "", text: String = "", showsIcon: Bool = true, imageURL: URL? = nil,
      imageAltText: String? = nil,
      isCloseable: Bool = true, edge: Edge = .bottom, clickAction: ClickAction = .none,
      language: String? = nil,
      themes: Themes = .defaults, extras: Extras = [:]
    ) {
      self.title = title
      self.text = text
      self.showsIcon = showsIcon
      self.imageURL = imageURL
      self.imageAltText = imageAltText
      self.isCloseable = isCloseable
      self.edge = edge
      self.clickAction = clickAction
      self.language = language
      self.themes = themes
      self.extras = extras
    }

    /// An edge of the window.
    public typealias Edge = Martlet.InAppMessage.SlideFrom
  }
}

extension Reach.Banner {
  var hasWords: Bool { !title.isEmpty || !text.isEmpty }

  /// Creates the banner of a campaign from its wire form. Unknown enumerated values and missing
  /// colours are the defaults.
  ///
  /// Throws an error that names the field if it has nothing to show, or a URL cannot be used.
  public init(wire: Wire.Banner) throws(Reach.ContentError) {
    self.init(
      title: wire.title ?? "", text: wire.text ?? "", showsIcon: wire.showsIcon,
      imageURL: try wire.imageURL.map { url throws(Reach.ContentError) in try .checked(url, "image_url") },
      imageAltText: wire.imageAlt,
      isCloseable: wire.isCloseable, edge: wire.edge.known == .top ? .top : .bottom,
      clickAction: try .init(wire: wire.action, at: "action"), language: wire.language,
      themes: .init(wire: wire.themes),
      extras: .init(json: wire.extras))
    guard hasWords || imageURL != nil else {
      throw .invalid(field: "title", reason: "A banner needs a title, text or a picture.")
    }
  }
}
