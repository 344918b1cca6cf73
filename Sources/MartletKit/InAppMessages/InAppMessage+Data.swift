// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet.InAppMessage {
  /// What every kind of message has.
  public struct Data: Sendable {
    public var clickAction: ClickAction
    public var messageClose: MessageClose
    public var orientation: Orientation
    public var animateIn: Bool
    public var animateOut: Bool
    /// The campaign's own key-value pairs (D14).
    public var extras: Extras
    /// A JSON text that the server filled in at display time.
    public var messageExtras: String?
    /// The campaign's id; nil for a message built in the app.
    public var id: String?
    /// Logs what becomes of the message; set by the SDK, nil for a message built in the app.
    public var context: Context?

    public init(
      clickAction: ClickAction = .none, messageClose: MessageClose = .userInteraction, orientation: Orientation = .any,
      animateIn: Bool = true, animateOut: Bool = true, extras: Extras = [:], messageExtras: String? = nil
    ) {
      self.clickAction = clickAction
      self.messageClose = messageClose
      self.orientation = orientation
      self.animateIn = animateIn
      self.animateOut = animateOut
      self.extras = extras
      self.messageExtras = messageExtras
    }
  }

  /// What a click does (C2).
  public enum ClickAction: Hashable, Sendable {
    case none
    case url(URL, useWebView: Bool)

    public var url: URL? {
      if case .url(let url, _) = self { url } else { nil }
    }
  }

  public enum MessageClose: Hashable, Sendable {
    case userInteraction
    /// Seconds after it became visible; a swipe or tap still works.
    case auto(after: TimeInterval)
  }

  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    case any, portrait, landscape
  }

  public enum SlideFrom: String, Hashable, Sendable, CaseIterable {
    case top, bottom
  }

  /// Leading and trailing follow the reading direction.
  public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing
  }

  public enum Graphic: Hashable, Sendable {
    /// One character or short name of a symbol.
    case icon(String)
    case image(URL)
  }

  public struct Button: Hashable, Sendable {
    /// 0-based position.
    public var id: Int
    public var text: String
    public var clickAction: ClickAction
    public var themes: ButtonThemes

    public init(id: Int, text: String, clickAction: ClickAction, themes: ButtonThemes = .defaults) {
      self.id = id
      self.text = text
      self.clickAction = clickAction
      self.themes = themes
    }
  }
}

extension Martlet.InAppMessage.Data: Hashable {
  /// Two messages are equal when their content is; who logs for them does not matter.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.clickAction == rhs.clickAction && lhs.messageClose == rhs.messageClose && lhs.orientation == rhs.orientation
      && lhs.animateIn == rhs.animateIn && lhs.animateOut == rhs.animateOut && lhs.extras == rhs.extras
      && lhs.messageExtras == rhs.messageExtras && lhs.id == rhs.id
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(clickAction)
    hasher.combine(extras)
  }
}
