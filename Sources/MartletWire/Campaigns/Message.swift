// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// What a campaign shows. One flat object: fields that a kind does not use are absent.
  public struct Message: Hashable, Sendable {
    public var kind: Open<Kind>
    public var header: String?
    /// The text; the page itself for `html`.
    public var message: String?
    public var headerAlignment: Open<Alignment>?
    public var messageAlignment: Open<Alignment>?
    public var imageURL: String?
    public var imageAlt: String?
    /// One character or short name; drawn when there is no image.
    public var icon: String?
    /// BCP 47; picks the narrator's voice.
    public var language: String?
    public var slideFrom: Open<SlideFrom>?
    public var buttons: [Button]
    public var clickAction: ClickAction
    public var close: Close
    public var orientation: Open<Orientation>
    public var animateIn: Bool
    public var animateOut: Bool
    /// Keyed by `light` and `dark`; absent colours come from the SDK's default theme.
    public var themes: [String: Theme]
    public var extras: [String: JSONValue]
    public var baseURL: String?
    public var assetURLs: [String]
    /// The links of an `html` page follow the rules of pages that come as an archive.
    public var legacy: Bool
    /// What the page of an `html` message may do; nil: close itself and log clicks.
    public var bridge: Bridge?
    public var unknown: UnknownFields

    public init(
      kind: Open<Kind>,
      header: String? = nil,
      message: String? = nil,
      headerAlignment: Open<Alignment>? = nil,
      messageAlignment: Open<Alignment>? = nil,
      imageURL: String? = nil,
      imageAlt: String? = nil,
      icon: String? = nil,
      language: String? = nil,
      slideFrom: Open<SlideFrom>? = nil,
      buttons: [Button] = [],
      clickAction: ClickAction = ClickAction(),
      close: Close = Close(),
      orientation: Open<Orientation> = .known(.any),
      animateIn: Bool = true,
      animateOut: Bool = true,
      themes: [String: Theme] = [:],
      extras: [String: JSONValue] = [:],
      baseURL: String? = nil,
      assetURLs: [String] = [],
      legacy: Bool = false,
      bridge: Bridge? = nil,
      unknown: UnknownFields = [:]
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

    /// Of a text, along the reading direction.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
      case leading, center, trailing
    }

    /// The edge that a slideup comes from.
    public enum SlideFrom: String, Hashable, Sendable, CaseIterable {
      case top, bottom
    }

    /// Where the device must be held for the message to show.
    public enum Orientation: String, Hashable, Sendable, CaseIterable {
      case any, portrait, landscape
    }
  }

  /// One of a message's buttons.
  public struct Button: Hashable, Sendable {
    /// 0-based position.
    public var id: Int
    public var text: String
    public var clickAction: ClickAction
    /// Keyed by `light` and `dark`.
    public var themes: [String: ButtonTheme]
    public var unknown: UnknownFields

    public init(
      id: Int, text: String, clickAction: ClickAction = ClickAction(), themes: [String: ButtonTheme] = [:], unknown: UnknownFields = [:]
    ) {
      self.id = id
      self.text = text
      self.clickAction = clickAction
      self.themes = themes
      self.unknown = unknown
    }
  }

  /// `{"type": "url", "url": "https://…", "use_webview": false}` or `{"type": "none"}`.
  public struct ClickAction: Hashable, Sendable {
    public var type: Open<Kind>
    public var url: String?
    public var useWebView: Bool
    public var unknown: UnknownFields

    public init(type: Open<Kind> = .known(.none), url: String? = nil, useWebView: Bool = false, unknown: UnknownFields = [:]) {
      self.type = type
      self.url = url
      self.useWebView = useWebView
      self.unknown = unknown
    }

    /// `news_feed` is retired: accepted from old payloads, the message just closes.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case none, url
      case newsFeed = "news_feed"
    }
  }

  /// `{"type": "user"}` or `{"type": "auto", "after_seconds": 5}`.
  public struct Close: Hashable, Sendable {
    public var type: Open<Kind>
    public var afterSeconds: Double?
    public var unknown: UnknownFields

    public init(type: Open<Kind> = .known(.user), afterSeconds: Double? = nil, unknown: UnknownFields = [:]) {
      self.type = type
      self.afterSeconds = afterSeconds
      self.unknown = unknown
    }

    /// `user`: only a person closes it; `auto`: so does the time.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case user, auto
    }
  }

  /// Colours as `#RRGGBB` or `#RRGGBBAA`; absent ones are the SDK's own.
  public struct Theme: Hashable, Sendable {
    public var background: Color?
    public var text: Color?
    public var headerText: Color?
    public var icon: Color?
    public var iconBackground: Color?
    public var closeButton: Color?
    /// Behind a modal.
    public var frame: Color?
    public var unknown: UnknownFields

    public init(
      background: Color? = nil, text: Color? = nil, headerText: Color? = nil, icon: Color? = nil, iconBackground: Color? = nil,
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

  /// Colours of a button in one scheme; absent ones are the SDK's own.
  public struct ButtonTheme: Hashable, Sendable {
    public var text: Color?
    public var border: Color?
    public var background: Color?
    public var unknown: UnknownFields

    public init(text: Color? = nil, border: Color? = nil, background: Color? = nil, unknown: UnknownFields = [:]) {
      self.text = text
      self.border = border
      self.background = background
      self.unknown = unknown
    }
  }

  /// An sRGB colour with alpha.
  public struct Color: Hashable, Sendable {
    /// 0xAARRGGBB.
    public var argb: UInt32

    public init(argb: UInt32) {
      self.argb = argb
    }
  }
}
