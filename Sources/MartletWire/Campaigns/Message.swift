// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// The message of a campaign. A flat object: fields that a message type does not use are absent.
  public struct Message: Equatable, Sendable {
    public var kind: Open<Kind>
    public var header: String?
    /// The text, or the page of an `html` message.
    public var message: String?
    public var headerAlignment: Open<Alignment>?
    public var messageAlignment: Open<Alignment>?
    public var imageURL: String?
    public var imageAlt: String?
    /// A character or a short name, drawn when there is no image.
    public var icon: String?
    /// The language of the text (BCP 47). Screen readers use it to choose a voice.
    public var language: String?
    public var slideFrom: Open<SlideFrom>?
    public var buttons: [Button]
    public var clickAction: ClickAction
    public var close: Close
    public var orientation: Open<Orientation>
    public var animateIn: Bool
    public var animateOut: Bool
    /// The themes `light` and `dark`. Missing colours are the SDK's defaults.
    public var themes: [String: Theme]
    public var extras: [String: JSONValue]
    public var baseURL: String?
    public var assetURLs: [String]
    /// Whether links of an `html` page follow the rules of pages in an archive.
    public var legacy: Bool
    /// What the page of an `html` message can do. nil: close itself and log clicks.
    public var bridge: Bridge?
    public var unknown: UnknownFields

    public init(
      kind: Open<Kind>, header: String? = nil, message: String? = nil,
      headerAlignment: Open<Alignment>? = nil,
      messageAlignment: Open<Alignment>? = nil, imageURL: String? = nil, imageAlt: String? = nil,
      icon: String? = nil,
      language: String? = nil, slideFrom: Open<SlideFrom>? = nil, buttons: [Button] = [],
      clickAction: ClickAction = ClickAction(),
      close: Close = Close(), orientation: Open<Orientation> = .known(.any), animateIn: Bool = true,
      animateOut: Bool = true,
      themes: [String: Theme] = [:], extras: [String: JSONValue] = [:], baseURL: String? = nil,
      assetURLs: [String] = [],
      legacy: Bool = false, bridge: Bridge? = nil, unknown: UnknownFields = [:]
    ) {
      self.kind = kind
      self.header = header
      self.message = message
      self.headerAlignment = headerAlignment
      self.messageAlignment = messageAlignment
      self.imageURL = imageURL
      self.imageAlt = imageAlt
      self.icon = icon
      self.language = language
      self.slideFrom = slideFrom
      self.buttons = buttons
      self.clickAction = clickAction
      self.close = close
      self.orientation = orientation
      self.animateIn = animateIn
      self.animateOut = animateOut
      self.themes = themes
      self.extras = extras
      self.baseURL = baseURL
      self.assetURLs = assetURLs
      self.legacy = legacy
      self.bridge = bridge
      self.unknown = unknown
    }

    /// The alignment of text, along the reading direction.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
      case leading, center, trailing
    }

    /// The edge from which a slideup appears.
    public enum SlideFrom: String, Hashable, Sendable, CaseIterable {
      case top, bottom
    }

    /// The device orientations in which a message can be shown.
    public enum Orientation: String, Hashable, Sendable, CaseIterable {
      case any, portrait, landscape
    }
  }

  /// A button of a message.
  public struct Button: Equatable, Sendable {
    /// The position, from 0.
    public var id: Int
    public var text: String
    public var clickAction: ClickAction
    /// The themes `light` and `dark`.
    public var themes: [String: ButtonTheme]
    public var unknown: UnknownFields

    public init(
      id: Int, text: String, clickAction: ClickAction = ClickAction(), themes: [String: ButtonTheme] = [:],
      unknown: UnknownFields = [:]
    ) {
      self.id = id
      self.text = text
      self.clickAction = clickAction
      self.themes = themes
      self.unknown = unknown
    }
  }

  /// `{"type": "url", "url": "https://…", "use_webview": false}` or `{"type": "none"}`.
  public struct ClickAction: Equatable, Sendable {
    public var type: Open<Kind>
    public var url: String?
    public var useWebView: Bool
    public var unknown: UnknownFields

    public init(
      type: Open<Kind> = .known(.none), url: String? = nil, useWebView: Bool = false,
      unknown: UnknownFields = [:]
    ) {
      self.type = type
      self.url = url
      self.useWebView = useWebView
      self.unknown = unknown
    }

    /// `news_feed` is retired. It is accepted from old payloads, and the message just closes.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case none, url
      case newsFeed = "news_feed"
    }
  }

  /// `{"type": "user"}` or `{"type": "auto", "after_seconds": 5}`.
  public struct Close: Equatable, Sendable {
    public var type: Open<Kind>
    public var afterSeconds: Double?
    public var unknown: UnknownFields

    public init(type: Open<Kind> = .known(.user), afterSeconds: Double? = nil, unknown: UnknownFields = [:]) {
      self.type = type
      self.afterSeconds = afterSeconds
      self.unknown = unknown
    }

    /// `user`: only the person closes it. `auto`: it also closes automatically.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case user, auto
    }
  }

  /// Colours as `#RRGGBB` or `#RRGGBBAA`. Missing ones are the SDK's defaults.
  public struct Theme: Equatable, Sendable {
    public var background: Color?
    public var text: Color?
    public var headerText: Color?
    public var icon: Color?
    public var iconBackground: Color?
    public var closeButton: Color?
    /// The backdrop behind a modal.
    public var frame: Color?
    public var unknown: UnknownFields

    public init(
      background: Color? = nil, text: Color? = nil, headerText: Color? = nil, icon: Color? = nil,
      iconBackground: Color? = nil,
      closeButton: Color? = nil, frame: Color? = nil, unknown: UnknownFields = [:]
    ) {
      self.background = background
      self.text = text
      self.headerText = headerText
      self.icon = icon
      self.iconBackground = iconBackground
      self.closeButton = closeButton
      self.frame = frame
      self.unknown = unknown
    }
  }

  /// The colours of a button in light or dark mode. Missing ones are the SDK's defaults.
  public struct ButtonTheme: Equatable, Sendable {
    public var text: Color?
    public var border: Color?
    public var background: Color?
    public var unknown: UnknownFields

    public init(
      text: Color? = nil, border: Color? = nil, background: Color? = nil, unknown: UnknownFields = [:]
    ) {
      self.text = text
      self.border = border
      self.background = background
      self.unknown = unknown
    }
  }

  /// An sRGB colour with alpha.
  public struct Color: Equatable, Sendable {
    /// 0xAARRGGBB.
    public var argb: UInt32

    public init(argb: UInt32) { self.argb = argb }
  }
}
