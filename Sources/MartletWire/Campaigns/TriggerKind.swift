// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Trigger {
  /// The types of trigger.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case sessionStart = "session_start"
    case pushClick = "push_click"
    case anyPurchase = "any_purchase"
    case purchase
    case customEvent = "custom_event"
    case screenView = "screen_view"
    case attributeChange = "attribute_change"
    case audienceEntry = "audience_entry"
    case audienceExit = "audience_exit"
    case any, all, count

    /// The description of this type.
    public var traits: Traits {
      switch self {
      case .sessionStart: Traits(.sessionStart, "A session starts", Wire.Phrase("when a session starts"))
      case .customEvent:
        Traits(
          .custom, name: .required("Event"), "An event is logged",
          Wire.Phrase("when ", " is logged", unnamed: "when an event is logged"))
      case .screenView:
        Traits(
          .screenView, name: .required("Screen"), "A screen is shown",
          Wire.Phrase("when the screen ", " is shown", unnamed: "when a screen is shown"))
      case .anyPurchase: Traits(.purchase, "Any product is bought", Wire.Phrase("on any purchase"))
      case .purchase:
        Traits(
          .purchase, name: .required("Product"), "A specific product is bought",
          Wire.Phrase("when ", " is bought", unnamed: "when a product is bought"))
      case .pushClick:
        Traits(
          .pushClick, name: .optional("Push campaign"), "A push notification is opened",
          Wire.Phrase("when the push of campaign ", " is opened", unnamed: "when any push is opened"))
      case .attributeChange:
        Traits(
          .attribute, name: .required("Attribute"), "An attribute changes",
          Wire.Phrase("when ", " changes", unnamed: "when an attribute changes"))
      case .audienceEntry:
        Traits(
          .audienceEntry, name: .required("Audience"), "A person enters an audience",
          Wire.Phrase("when a person enters ", unnamed: "when a person enters an audience"))
      case .audienceExit:
        Traits(
          .audienceExit, name: .required("Audience"), "A person leaves an audience",
          Wire.Phrase("when a person leaves ", unnamed: "when a person leaves an audience"))
      case .all: Traits(nil, "All of several events happen")
      case .any: Traits(nil, "Any of several events happens")
      case .count: Traits(nil, "An event happens several times")
      }
    }

    /// The types that wait for a single event, in the order in which forms offer them.
    public static let plain: [Kind] = [
      .sessionStart, .screenView, .customEvent, .anyPurchase, .purchase, .attributeChange, .audienceEntry,
      .audienceExit, .pushClick,
    ]
  }
}

extension Wire.Trigger.Kind {
  /// The description of a type of trigger, in one place.
  public struct Traits: Sendable {
    /// Whether it waits for an event with a name.
    public enum Name: Equatable, Sendable {
      /// Any of them.
      case none
      /// The event with this name, or any.
      case optional(String)
      /// The event with this name.
      case required(String)

      /// The label of the field for the name, or nil if there is none.
      public var field: String? {
        switch self {
        case .none: nil
        case .optional(let label), .required(let label): label
        }
      }
    }

    /// The events that it waits for. nil: it combines other triggers.
    public var category: Event.Category?
    public var name: Name
    /// The label in forms.
    public var label: String
    /// When the campaign is shown: `when cart_viewed is logged`. Empty for combinations of other
    /// triggers.
    public var sentence: Wire.Phrase

    /// Whether it can have conditions on the properties of the event.
    public var takesFilter: Bool { category?.hasProperties ?? false }

    fileprivate init(
      _ category: Event.Category?, name: Name = .none, _ label: String,
      _ sentence: Wire.Phrase = Wire.Phrase("")
    ) {
      self.category = category
      self.name = name
      self.label = label
      self.sentence = sentence
    }
  }

  /// The type of trigger for these events.
  init?(_ category: Event.Category, isNamed: Bool) {
    let kinds = Self.plain.filter { $0.traits.category == category }
    guard let kind = kinds.first(where: { ($0.traits.name == .none) != isNamed }) ?? kinds.first else {
      return nil
    }
    self = kind
  }
}

extension Wire {
  /// A phrase about something that can have a name.
  public struct Phrase: Equatable, Sendable {
    /// The text before the name. nil: the phrase never contains the name.
    private var before: String?
    private var after = ""
    private var unnamed: String

    package init(_ words: String) { unnamed = words }

    package init(_ before: String, _ after: String = "", unnamed: String) {
      (self.before, self.after, self.unnamed) = (before, after, unnamed)
    }

    /// The phrase with this name, or without one if it is nil.
    public func callAsFunction(_ name: String?) -> String {
      guard let before, let name else { return unnamed }
      return before + name + after
    }

    /// The phrase with an upper-case first letter. A name at its start is not changed.
    public func title(_ name: String?) -> String {
      before == "" && name != nil ? self(name) : self(name).prefix(1).uppercased() + self(name).dropFirst()
    }
  }
}
