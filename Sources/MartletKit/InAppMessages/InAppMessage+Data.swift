// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet.InAppMessage {
  /// What every kind of message has.
  public struct Data: Sendable {
    /// What a click on the body does. Buttons have actions of their own. Default: it closes the message.
    public var clickAction: ClickAction
    /// Whether it closes by itself. Default: only a person closes it.
    public var messageClose: MessageClose
    /// In which orientations it may be shown. Default: any.
    public var orientation: Orientation
    /// Whether it enters with an animation. Default true; a person's wish for less motion is honoured.
    public var animateIn: Bool
    /// Whether it leaves with an animation. Default true; a person's wish for less motion is honoured.
    public var animateOut: Bool
    /// The campaign's own key-value pairs.
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

  /// What a click does. The message closes in any case.
  public enum ClickAction: Hashable, Sendable {
    /// Closes the message.
    case none
    /// Closes the message and opens the URL: in the app's own web view, where it has one, or as the system does.
    case url(URL, useWebView: Bool)

    /// The URL; nil for an action without one.
    public var url: URL? {
      if case .url(let url, _) = self { url } else { nil }
    }
  }

  /// What closes a message.
  public enum MessageClose: Hashable, Sendable {
    /// A person, by a tap, a swipe, escape or the close control.
    case userInteraction
    /// Seconds after it became visible; a swipe or tap still works.
    case auto(after: TimeInterval)
  }

  /// In which orientations of the interface a message may be shown.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    case any, portrait, landscape
  }

  /// The edge from which a slideup enters and to which it is swiped away.
  public enum SlideFrom: String, Hashable, Sendable, CaseIterable {
    case top, bottom
  }

  /// Leading and trailing follow the reading direction.
  public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing
  }

  /// What stands beside or above the text.
  public enum Graphic: Hashable, Sendable {
    /// One character or short name of a symbol.
    case icon(String)
    /// A picture, loaded before the message is shown; one that cannot be loaded discards the message.
    case image(URL)
  }

  /// A button of a message, shown in the order of the message's list.
  public struct Button: Hashable, Sendable {
    /// 0-based position; as text it is the button's id in clicks and reports.
    public var id: Int
    /// What it says.
    public var text: String
    /// What a click on it does, whatever the message's own action.
    public var clickAction: ClickAction
    /// Its colours in light and dark surroundings.
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
