// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet.InAppMessage {
  /// A card that slides in from an edge and never blocks the app.
  public struct Slideup: Hashable, Sendable {
    public var data: Data
    public var graphic: Graphic?
    /// Read by screen readers; nil or empty: the image is decoration.
    public var imageAltText: String?
    /// BCP 47; picks the narrator's voice.
    public var language: String?
    public var message: String
    public var slideFrom: SlideFrom
    public var themes: Themes

    public init(
      data: Data = .init(), graphic: Graphic? = nil, imageAltText: String? = nil, language: String? = nil, message: String = "",
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

  /// A card in the middle of the screen, over a backdrop.
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
      data: Data = .init(), graphic: Graphic? = nil, imageAltText: String? = nil, language: String? = nil, header: String = "",
      headerTextAlignment: TextAlignment = .center, message: String = "", messageTextAlignment: TextAlignment = .center,
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

  /// A modal that is one image.
  public struct ModalImage: Hashable, Sendable {
    public var data: Data
    public var imageURL: URL
    public var imageAltText: String?
    public var language: String?
    public var buttons: [Button]
    public var themes: Themes

    public init(
      data: Data = .init(), imageURL: URL, imageAltText: String? = nil, language: String? = nil, buttons: [Button] = [],
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

  /// The whole screen with image and text; a modal on large screens.
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
      data: Data = .init(), imageURL: URL, imageAltText: String? = nil, language: String? = nil, header: String = "",
      headerTextAlignment: TextAlignment = .center, message: String = "", messageTextAlignment: TextAlignment = .center,
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

  /// The whole screen as one image; a modal on large screens.
  public struct FullImage: Hashable, Sendable {
    public var data: Data
    public var imageURL: URL
    public var imageAltText: String?
    public var language: String?
    public var buttons: [Button]
    public var themes: Themes

    public init(
      data: Data = .init(), imageURL: URL, imageAltText: String? = nil, language: String? = nil, buttons: [Button] = [],
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

  /// A page of the campaign's own, in a sandbox.
  public struct Html: Hashable, Sendable {
    public var data: Data
    /// The page. Empty: it is the page of the archive among the assets.
    public var message: String
    /// Where the page's relative addresses lead; the unpacked archive when there is one.
    public var baseURL: URL?
    public var assetURLs: Set<URL>
    /// True for messages whose assets come as an archive, written for the rules of such pages: every link is a click, with options in its
    /// address.
    public var legacy: Bool
    /// What the page may do.
    public var bridge: Bridge

    public init(
      data: Data = .init(), message: String = "<html></html>", baseURL: URL? = nil, assetURLs: Set<URL> = [], legacy: Bool = false,
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

  /// Nothing visible; counts the impression that would have been.
  public struct Control: Hashable, Sendable {
    public var data: Data

    public init(data: Data = .init()) {
      self.data = data
    }
  }
}
