// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletWire

extension Martlet.InAppMessage {
  /// The properties that all message types share.
  public struct Data: Sendable {
    /// The action of a click on the message itself. Buttons have their own actions. Default: the
    /// message closes.
    public var clickAction: ClickAction
    /// Whether the message closes automatically. Default: only a person closes it.
    public var messageClose: MessageClose
    /// The orientations in which it can be shown. Default: any.
    public var orientation: Orientation
    /// Whether it appears with an animation. Default: true. Reduce Motion applies.
    public var animateIn: Bool
    /// Whether it disappears with an animation. Default: true. Reduce Motion applies.
    public var animateOut: Bool
    /// The key-value pairs of the campaign.
    public var extras: Extras
    /// A JSON string that the server filled in at display.
    public var messageExtras: String?
    /// The id of the campaign, or nil for a message that the app built.
    public var id: String?
    /// True if the campaign's author sent it as a test.
    public package(set) var isTestSend = false
    /// Logs the events of the message. Set by the SDK, or nil for a message that the app built.
    public var context: Context?

    public init(
      clickAction: ClickAction = .none, messageClose: MessageClose = .userInteraction,
      orientation: Orientation = .any,
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

  /// The action of a click. The message closes in any case.
  public enum ClickAction: Hashable, Sendable {
    /// Closes the message.
    case none
    /// Closes the message and opens the URL: in the app's own web view, if it has one, or with the
    /// system.
    case url(URL, useWebView: Bool)

    /// The URL, or nil for an action without one.
    public var url: URL? {
      if case .url(let url, _) = self { url } else { nil }
    }
  }

  /// How a message closes.
  public enum MessageClose: Hashable, Sendable {
    /// A person closes it with a tap, a swipe, Escape or the close control.
    case userInteraction
    /// It closes automatically this many seconds after it became visible. A person can also close
    /// it.
    case auto(after: TimeInterval)
  }

  /// The interface orientations in which a message can be shown.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    case any, portrait, landscape
  }

  /// The edge from which a slideup appears, and towards which it is swiped away.
  public enum SlideFrom: String, Hashable, Sendable, CaseIterable {
    case top, bottom
  }

  /// The alignment of text. Leading and trailing follow the reading direction.
  public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing
  }

  /// The image or icon of a message.
  public enum Graphic: Hashable, Sendable {
    /// A character, or the short name of a symbol.
    case icon(String)
    /// An image, which is loaded before the message is shown. If it cannot be loaded, the message
    /// is discarded.
    case image(URL)
  }

  /// A button of a message. Buttons are shown in the order of the list.
  public struct Button: Hashable, Sendable {
    /// The position from 0. As a string, it is the button's id in clicks and reports.
    public var id: Int
    /// The label.
    public var text: String
    /// The action of a click on the button, independent of the message's own action.
    public var clickAction: ClickAction
    /// The colours in light and dark mode.
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
  /// Two values are equal if their content is. The context is not compared.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.clickAction == rhs.clickAction && lhs.messageClose == rhs.messageClose
      && lhs.orientation == rhs.orientation
      && lhs.animateIn == rhs.animateIn && lhs.animateOut == rhs.animateOut && lhs.extras == rhs.extras
      && lhs.messageExtras == rhs.messageExtras && lhs.id == rhs.id && lhs.isTestSend == rhs.isTestSend
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(clickAction)
    hasher.combine(extras)
  }
}

extension Martlet.InAppMessage {
  /// The key-value pairs of a campaign. Read them by key, with a cast:
  ///
  ///     if message.extras["screen"] as? String == "cart" { … }
  ///
  /// A value is a `String`, `Bool`, `Int`, `Double`, `[Any]` or `[String: Any]`. null and a missing
  /// key are nil. Equality compares JSON.
  public struct Extras: Hashable, Sendable {
    /// The pairs as JSON.
    public var json: [String: Wire.JSONValue]

    public init(json: [String: Wire.JSONValue] = [:]) {
      self.json = json
    }

    /// Creates extras from strings, booleans, numbers, dates (stored as milliseconds in `$date`),
    /// and lists and dictionaries of them. Pairs with other values are left out.
    public init(_ pairs: [String: Any]) {
      json = pairs.compactMapValues { value in
        (try? PropertyReader.value(value, at: "")).map { Wire.JSONValue($0) }
      }
    }

    /// The value of a key, or nil.
    public subscript(key: String) -> Any? {
      json[key]?.native
    }

    /// All pairs with the values that the subscript returns. Pairs with null are left out.
    public var pairs: [String: Any] { json.compactMapValues(\.native) }
    /// All keys, sorted.
    public var keys: [String] { json.keys.sorted() }
    /// True if there are no pairs.
    public var isEmpty: Bool { json.isEmpty }
  }
}

extension Martlet.InAppMessage.Extras: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Wire.JSONValue)...) {
    self.init(json: Dictionary(elements) { _, last in last })
  }
}

extension Wire.JSONValue {
  /// The value as a Swift type. nil for null.
  fileprivate var native: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .int(let value): Int(exactly: value) ?? Double(value)
    case .double(let value): value
    case .string(let value): value
    case .array(let elements): elements.compactMap(\.native)
    case .object(let fields): fields.compactMapValues(\.native)
    }
  }
}
