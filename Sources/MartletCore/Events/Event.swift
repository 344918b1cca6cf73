// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Something that happened on this device and was logged through the SDK.
///
/// Only these events trigger messages. Events that the server receives from elsewhere do not.
public struct Event: Hashable, Sendable {
  /// Globally unique. The server counts each id once.
  public var id: String
  /// The device's wall clock at the time of the call.
  public var at: Instant
  public var kind: Kind

  public init(id: String, at: Instant, kind: Kind) {
    self.id = id
    self.at = at
    self.kind = kind
  }

  /// What happened, as far as triggers distinguish it.
  public enum Kind: Hashable, Sendable {
    case sessionStart
    /// The app was opened from a push notification. `campaign` is nil if Martlet did not send it.
    case pushClick(campaign: CampaignID?)
    case custom(name: String, properties: Properties)
    case purchase(Purchase)
    case screenView(name: String, properties: Properties)
    /// The app changed an attribute of the person. Triggers wait for changes, so an attribute that
    /// is set to the value that it has is no event.
    case attribute(key: String, AttributeChange)
    /// The server says that the person is in the audience with this id, and was not before.
    case audienceEntry(String)
    /// The server says that the person is no longer in the audience with this id.
    case audienceExit(String)
  }

  /// What the app did to an attribute.
  public enum AttributeChange: Hashable, Sendable {
    case value(Value)
    case removed
    /// A change relative to the current value, which the device does not know: the operation and
    /// its operand.
    case relative(operation: String, operand: Value)
  }
}

extension Event {
  /// The kinds of events that triggers distinguish, with everything that the engine needs to know
  /// about each.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    case sessionStart = "session_start"
    /// Its name is the campaign of the push.
    case pushClick = "push_click"
    /// Its name is the product.
    case purchase
    /// The app defines the name.
    case custom
    /// Its name is the screen.
    case screenView = "screen_view"
    /// Its name is the key of the attribute.
    case attribute
    /// Its name is the audience.
    case audienceEntry = "audience_entry"
    /// Its name is the audience.
    case audienceExit = "audience_exit"

    /// The description of this category.
    @inline(__always)
    var traits: Traits {
      switch self {
      case .sessionStart: Traits(place: 0, mark: 1, hasName: false)
      case .pushClick: Traits(place: 1, mark: 2)
      case .purchase: Traits(place: 2, mark: 4, markOfAny: 3, hasProperties: true)
      case .custom: Traits(place: 3, mark: 5, hasProperties: true)
      case .screenView: Traits(place: 4, mark: 9, hasProperties: true)
      case .attribute: Traits(place: 5, mark: 10, hasProperties: true)
      case .audienceEntry: Traits(place: 6, mark: 11, namesAudience: true)
      case .audienceExit: Traits(place: 7, mark: 12, namesAudience: true)
      }
    }

    /// Whether its events have properties, which filters compare.
    public var hasProperties: Bool { traits.hasProperties }

    /// Whether the name of its events is the id of an audience.
    public var namesAudience: Bool { traits.namesAudience }
  }
}

extension Event.Category {
  /// The description of a category, in one place.
  struct Traits {
    /// The index in lists with one element for each category.
    var place: Int
    /// The number in stored fingerprints. Never change or reuse it.
    var mark: UInt8
    /// The number for triggers without a name. nil: as for an empty name.
    var markOfAny: UInt8?
    /// Whether its events have a name, which triggers compare.
    var hasName = true
    var hasProperties = false
    var namesAudience = false
  }
}

extension Event.Kind {
  /// The category of the event.
  public var category: Event.Category {
    switch self {
    case .sessionStart: .sessionStart
    case .pushClick: .pushClick
    case .purchase: .purchase
    case .custom: .custom
    case .screenView: .screenView
    case .attribute: .attribute
    case .audienceEntry: .audienceEntry
    case .audienceExit: .audienceExit
    }
  }

  /// What distinguishes it in its category: the name of the event, screen, attribute or audience,
  /// the product's id, the push's campaign, or nil.
  public var name: String? {
    switch self {
    case .sessionStart: nil
    case .pushClick(let campaign): campaign?.rawValue
    case .purchase(let purchase): purchase.productID
    case .custom(let name, _), .screenView(let name, _), .attribute(let name, _), .audienceEntry(let name),
      .audienceExit(let name):
      name
    }
  }

  /// The properties that filters compare, including the fields of a purchase, and the new value of
  /// an attribute. nil if such events have none.
  public var properties: Properties? {
    switch self {
    case .sessionStart, .pushClick, .audienceEntry, .audienceExit: nil
    case .attribute(_, let change): change.properties
    case .purchase(let purchase): purchase.propertiesWithFields
    case .custom(_, let properties), .screenView(_, let properties): properties
    }
  }
}

/// A purchase that the app logged.
public struct Purchase: Hashable, Sendable {
  public var productID: String
  /// An ISO 4217 code in upper case.
  public var currency: String
  /// The price of one unit in `currency`.
  public var price: Double
  /// 1 to 100 units.
  public var quantity: Int
  public var properties: Properties

  public init(
    productID: String, currency: String, price: Double, quantity: Int = 1, properties: Properties = [:]
  ) {
    self.productID = productID
    self.currency = currency
    self.price = price
    self.quantity = quantity
    self.properties = properties
  }

  /// The properties that filters read: those of the app, and the fields of the purchase under names
  /// that no property has.
  var propertiesWithFields: Properties {
    var values: [String: Value] = [
      "price": .double(price), "currency": .string(currency), "quantity": .int(Int64(quantity)),
      "product_id": .string(productID),
    ]
    for (name, value) in properties { values[name] = value }
    return Properties(values)
  }
}

extension Event.AttributeChange {
  /// What setting an attribute to this value does: null removes it.
  public init(setting value: Value) { self = value == .null ? .removed : .value(value) }

  /// `value` is the new value. A change relative to the current value has the `operation` and its
  /// operand, `by`.
  var properties: Properties {
    switch self {
    case .value(let value): Properties(["value": value])
    case .removed: Properties()
    case .relative(let operation, let operand): Properties(["operation": .string(operation), "by": operand])
    }
  }
}
