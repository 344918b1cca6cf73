// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
package import MartletWire

extension Martlet {
  /// Logs an event, which can trigger a message.
  ///
  /// The name has 1 to 255 characters and does not start with `$`. Properties can be strings,
  /// booleans, numbers, dates, and lists and dictionaries of them, nested up to 8 levels deep.
  /// Their keys follow the same rules as names. An event can have up to 256 properties, of about 30
  /// KB as JSON.
  ///
  /// An event with an invalid name, or with too many or too large properties, is not logged. A
  /// single invalid property is left out, and the rest of the event is logged. Both are reported in
  /// the log.
  @_disfavoredOverload
  public func logCustomEvent(name: String, properties: [String: Any]? = nil) {
    logEvent(name) { read(properties, of: "The event \(name.prefix(64))") }
  }

  /// Logs a purchase, which can trigger a message.
  ///
  /// - Parameters:
  ///   - productId: 1 to 255 characters.
  ///   - currency: an ISO 4217 code, in upper or lower case.
  ///   - price: the price of one unit, rounded to two decimals.
  ///   - quantity: 1 to 100 units.
  ///   - properties: as in `logCustomEvent(name:properties:)`.
  ///
  /// An invalid purchase is not logged. A single invalid property is left out. Both are reported in
  /// the log.
  @_disfavoredOverload
  public func logPurchase(
    productId: String, currency: String, price: Double, quantity: Int = 1, properties: [String: Any]? = nil
  ) {
    logPurchase(productId, currency, price, quantity) {
      read(properties, of: "The purchase of \(productId.prefix(64))")
    }
  }

  /// Logs that a screen appeared, which can trigger a message. Call it when the screen appears.
  ///
  /// - Parameters:
  ///   - name: 1 to 255 characters. Triggers must have exactly this name.
  ///   - properties: as in `logCustomEvent(name:properties:)`.
  ///
  /// A screen with an invalid name is not logged. A single invalid property is left out. Both are
  /// reported in the log.
  @_disfavoredOverload
  public func logScreen(name: String, properties: [String: Any]? = nil) {
    logScreen(name) { read(properties, of: "The screen \(name.prefix(64))") }
  }

  /// Logs an event with typed properties. The rules of `logCustomEvent(name:properties:)` with
  /// `[String: Any]` apply.
  ///
  ///     martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5, "currency": "EUR"])
  ///
  /// Literals use this method automatically. For other values, name the type: `["total":
  /// .double(total)]`. Dictionaries of other types, or with values such as `Date`, use the other
  /// method.
  public func logCustomEvent(name: String, properties: Properties) {
    logEvent(name) { examine(properties, of: "The event \(name.prefix(64))") }
  }

  /// Logs a screen with typed properties. The rules of the method with `[String: Any]` apply.
  public func logScreen(name: String, properties: Properties) {
    logScreen(name) { examine(properties, of: "The screen \(name.prefix(64))") }
  }

  /// Logs a purchase with typed properties. The rules of the method with `[String: Any]` apply.
  public func logPurchase(
    productId: String, currency: String, price: Double, quantity: Int = 1, properties: Properties
  ) {
    logPurchase(productId, currency, price, quantity) {
      examine(properties, of: "The purchase of \(productId.prefix(64))")
    }
  }
}

/// Checks on the caller's thread.
extension Martlet {
  /// The properties with their types, and the first problem. For modules that refuse an event with
  /// one invalid property.
  package static func typed(_ properties: [String: Any]) -> (properties: Properties, problem: String?) {
    let (read, problems) = PropertyReader.read(properties)
    return (read, problems.first.map { "\($0.path): \($0.reason)" })
  }

  func logEvent(_ name: String, _ properties: () -> Properties) {
    submit("The event \(name.prefix(64))") { () throws(EventRules.Refusal) in
      try EventRules.check(eventName: name)
      let checked = properties()
      try EventRules.check(checked)
      return .log(.custom(name: name, properties: checked), at: environment.now())
    }
  }

  func logScreen(_ name: String, _ properties: () -> Properties) {
    submit("The screen \(name.prefix(64))") { () throws(EventRules.Refusal) in
      try EventRules.check(name, of: "a screen name")
      let checked = properties()
      try EventRules.check(checked)
      return .log(.screenView(name: name, properties: checked), at: environment.now())
    }
  }

  func logPurchase(
    _ productID: String, _ currency: String, _ price: Double, _ quantity: Int, _ properties: () -> Properties
  ) {
    submit("The purchase of \(productID.prefix(64))") { () throws(EventRules.Refusal) in
      let purchase = try EventRules.purchase(
        productID: productID, currency: currency, price: price, quantity: quantity, properties: properties())
      return .log(.purchase(purchase), at: environment.now())
    }
  }

  func logPushClick(campaignID: String?) {
    submit("The click on a notification") { () throws(EventRules.Refusal) in
      if let campaignID { try EventRules.check(campaignID, of: "a campaign id") }
      return .log(.pushClick(campaign: campaignID.map { CampaignID($0) }), at: environment.now())
    }
  }

  /// Logs an event by the rules of its own method. For scenarios and the Device Lab, which can also
  /// log what apps have no method for.
  package func logEvent(_ kind: Event.Kind) {
    switch kind {
    case .custom(let name, let properties): logCustomEvent(name: name, properties: properties)
    case .screenView(let name, let properties): logScreen(name: name, properties: properties)
    case .purchase(let purchase):
      logPurchase(
        productId: purchase.productID, currency: purchase.currency, price: purchase.price,
        quantity: purchase.quantity, properties: purchase.properties)
    case .attribute(let key, .value(let value)): setAttribute(key: key, to: value)
    case .attribute(let key, .removed): setAttribute(key: key, to: Value.null)
    case .pushClick(let campaign): logPushClick(campaignID: campaign?.rawValue)
    default:
      submit("The event \(kind.category.rawValue)") { () throws(EventRules.Refusal) in
        if let name = kind.name { try EventRules.check(name, of: "a name") }
        return .log(kind, at: environment.now())
      }
    }
  }

  package func setAttribute(key: String, to given: Any) {
    submitAttribute(key, given) { value, at in .setAttribute(key: key, value: value, at: at) }
  }

  /// Refuses values that do not fit the operation, and values that no attribute can hold.
  package func changeAttribute(key: String, _ operation: Wire.AttributeChange.Operation, with given: Any) {
    submitAttribute(key, given) { value, at throws(EventRules.Refusal) in
      let change = Wire.AttributeChange(.known(operation), Wire.JSONValue(value))
      guard change.fits else {
        throw EventRules.Refusal(reason: "this value does not work with \(operation.rawValue)")
      }
      return .changeAttribute(key: key, change, at: at)
    }
  }

  private func submitAttribute(
    _ key: String, _ given: Any, _ command: (Value, Instant) throws(EventRules.Refusal) -> Command
  ) {
    submit("The attribute \(key.prefix(64))") { () throws(EventRules.Refusal) in
      try EventRules.check(key, of: "a key", upTo: Wire.Limits.keyLength)
      let value = try PropertyReader.value(given, at: key)
      try EventRules.check([key: value])
      return try command(value, environment.now())
    }
  }

  func examine(_ properties: Properties, of what: @autoclosure () -> String) -> Properties {
    // Properties that are already in their final form are not converted again.
    PropertyReader.isCommon(properties) ? properties : read(properties.mapValues { $0 as Any }, of: what())
  }

  func read(_ properties: [String: Any]?, of what: @autoclosure () -> String) -> Properties {
    guard let properties, !properties.isEmpty else { return [:] }
    let (read, problems) = PropertyReader.read(properties)
    for problem in problems { log.error("\(what()) is logged without \(problem.path): \(problem.reason).") }
    return read
  }

  private func submit(_ what: @autoclosure () -> String, _ command: () throws(EventRules.Refusal) -> Command)
  {
    guard isEnabled else { return }
    do {
      let command = try command()
      guard gate.admitEvent() else {
        return log.error(
          "\(what()) is not logged: more than \(Gate.maximumWaitingEvents) events are waiting to be written.")
      }
      mailbox.post(command)
    } catch {
      log.error("\(what()) is not logged: \(error.reason).")
    }
  }
}
