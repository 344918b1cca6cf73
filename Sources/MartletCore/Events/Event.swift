// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Something that happened on this device and was logged through the SDK.
///
/// Only such events trigger messages; events that the server learns from elsewhere never do.
public struct Event: Hashable, Sendable {
  /// Unique for ever; the server counts an id once.
  public var id: String
  /// Device wall clock at the moment of the call.
  public var at: Instant
  public var kind: Kind

  public init(id: String, at: Instant, kind: Kind) {
    self.id = id
    self.at = at
    self.kind = kind
  }

  /// What happened, as far as triggers tell it apart.
  public enum Kind: Hashable, Sendable {
    case sessionStart
    /// The app was opened from a push; `campaign` is nil when the push was not Martlet's.
    case pushClick(campaign: CampaignID?)
    case custom(name: String, properties: Properties)
    case purchase(Purchase)
    case screenView(name: String, properties: Properties)
  }
}

extension Event {
  /// The kinds of event that triggers tell apart. What the engine has to know of each is said here, once.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    case sessionStart = "session_start"
    /// Named by the campaign of the push.
    case pushClick = "push_click"
    /// Named by the product.
    case purchase
    /// Named by the app.
    case custom
    /// Named by the screen.
    case screenView = "screen_view"

    /// Its place in lists that have one for each category.
    @inline(__always)
    var place: Int {
      switch self {
      case .sessionStart: 0
      case .pushClick: 1
      case .purchase: 2
      case .custom: 3
      case .screenView: 4
      }
    }

    /// Whether its events have a name, by which triggers tell them apart.
    public var hasName: Bool { self != .sessionStart }

    /// Whether its events have properties, which filters read.
    public var hasProperties: Bool {
      switch self {
      case .sessionStart, .pushClick: false
      case .purchase, .custom, .screenView: true
      }
    }

    /// What stands for it in fingerprints, which devices store: never changed and never given to another. `any` is for a trigger that names no
    /// event; nil: an empty name says so.
    var mark: (named: UInt8, any: UInt8?) {
      switch self {
      case .sessionStart: (1, nil)
      case .pushClick: (2, nil)
      case .purchase: (4, 3)
      case .custom: (5, nil)
      case .screenView: (9, nil)
      }
    }
  }
}

extension Event.Kind {
  /// The kind of event that triggers take it for.
  public var category: Event.Category {
    switch self {
    case .sessionStart: .sessionStart
    case .pushClick: .pushClick
    case .purchase: .purchase
    case .custom: .custom
    case .screenView: .screenView
    }
  }

  /// What tells it from others of its category: the event's or the screen's name, the product's id, the campaign of the push; nil: nothing does.
  public var name: String? {
    switch self {
    case .sessionStart: nil
    case .pushClick(let campaign): campaign?.rawValue
    case .purchase(let purchase): purchase.productID
    case .custom(let name, _), .screenView(let name, _): name
    }
  }

  /// What filters read, of a purchase its own fields too; nil: such events have none.
  public var properties: Properties? {
    switch self {
    case .sessionStart, .pushClick: nil
    case .purchase(let purchase): purchase.propertiesWithFields
    case .custom(_, let properties), .screenView(_, let properties): properties
    }
  }
}

/// A purchase as the app logged it.
public struct Purchase: Hashable, Sendable {
  public var productID: String
  /// ISO 4217 code, upper case.
  public var currency: String
  /// Price of one unit, in `currency`.
  public var price: Double
  /// 1…100.
  public var quantity: Int
  public var properties: Properties

  public init(productID: String, currency: String, price: Double, quantity: Int = 1, properties: Properties = [:]) {
    self.productID = productID
    self.currency = currency
    self.price = price
    self.quantity = quantity
    self.properties = properties
  }

  /// What filters find: the properties, and the purchase's own fields under the names that no property has.
  var propertiesWithFields: Properties {
    var values: [String: Value] = [
      "price": .double(price), "currency": .string(currency), "quantity": .int(Int64(quantity)), "product_id": .string(productID),
    ]
    for (name, value) in properties { values[name] = value }
    return Properties(values)
  }
}
