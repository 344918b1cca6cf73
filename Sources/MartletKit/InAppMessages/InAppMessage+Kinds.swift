// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

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

  /// An HTML page in a sandbox.
  public struct Html: Hashable, Sendable {
    public var data: Data
    /// The HTML of the page. If empty, the page of the archive among the assets is used.
    public var message: String
    /// The base of relative URLs: the unpacked archive, if there is one.
    public var baseURL: URL?
    public var assetURLs: Set<URL>
    /// True for pages in an archive that follow older rules: each link counts as a click, and its
    /// URL can have options.
    public var legacy: Bool
    /// What the page can do.
    public var bridge: Bridge

    public init(
      data: Data = .init(), message: String = "<html></html>", baseURL: URL? = nil, assetURLs: Set<URL> = [],
      legacy: Bool = false,
      bridge: Bridge = Bridge()
    ) {
      self.data = data
      self.message = message
      self.baseURL = baseURL
      self.assetURLs = assetURLs
      self.legacy = legacy
      self.bridge = bridge
    }
  }

  /// A silent message: it shows nothing, and counts who would have seen it.
  public struct Control: Hashable, Sendable {
    public var data: Data

    public init(data: Data = .init()) {
      self.data = data
    }
  }
}
