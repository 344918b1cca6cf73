// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletWire

extension BridgeAction.Method {
  /// What the call means with these arguments.
  func action(_ arguments: BridgeArguments) throws(BridgeRefusal) -> BridgeAction {
    switch self {
    case .closeMessage: return .closeMessage
    case .declareClose: return .declareClose
    case .logClick: return .logClick(buttonID: try arguments.buttonID(0))
    case .logCustomEvent:
      return .logCustomEvent(name: try arguments.eventName(0), properties: try arguments.properties(1))
    case .logPurchase:
      return .logPurchase(
        productID: try arguments.text(0, length: 1...Wire.Limits.nameLength),
        price: try arguments.number(1, in: -1e12...1e12, "a price"), currency: try arguments.currency(2),
        quantity: try arguments.whole(3, in: Wire.Limits.quantity, or: 1), properties: try arguments.properties(4))
    case .requestImmediateDataFlush: return .requestImmediateDataFlush
    case .requestPushPermission: return .requestPushPermission
    case .changeUser:
      return .changeUser(
        id: try arguments.text(0, length: 1...Wire.Limits.userIDLength),
        signature: try arguments.optionalText(1, atMost: BridgeAction.Limits.signatureLength))
    case .setBannerHeight: throw arguments.unsupported("Only banners have their own height.")
    case .setFirstName, .setLastName, .setEmail, .setCountry, .setHomeCity, .setLanguage, .setPhoneNumber, .setGender, .setDateOfBirth,
      .setEmailNotificationSubscriptionType, .setPushNotificationSubscriptionType:
      return try profile(arguments)
    case .setCustomUserAttribute: return try customAttribute(arguments)
    case .setCustomLocationAttribute: return try location(arguments)
    case .addToSubscriptionGroup, .removeFromSubscriptionGroup:
      let group = try arguments.text(0, length: 1...64)
      return .setAttribute(key: Martlet.User.key(ofSubscriptionGroup: group), value: .bool(self == .addToSubscriptionGroup))
    case .addToCustomAttributeArray: return try change(arguments, .add)
    case .removeFromCustomAttributeArray: return try change(arguments, .remove)
    case .incrementCustomUserAttribute:
      let step = try arguments.step(1)
      return .changeAttribute(key: try arguments.attributeKey(0), Wire.AttributeChange(.known(.increment), step))
    case .addAlias:
      let alias = try arguments.text(0, length: 1...255)
      let label = try arguments.text(1, length: 1...(Wire.Limits.keyLength - Martlet.User.key(ofAlias: "").unicodeScalars.count))
      return .setAttribute(key: Martlet.User.key(ofAlias: label), value: .string(alias))
    }
  }

  private func profile(_ arguments: BridgeArguments) throws(BridgeRefusal) -> BridgeAction {
    func text(_ key: String) throws(BridgeRefusal) -> BridgeAction {
      .setAttribute(key: key, value: try arguments.optionalText(0, atMost: 255).map { .string($0) } ?? .null)
    }
    func subscription(_ key: String) throws(BridgeRefusal) -> BridgeAction {
      .setAttribute(key: key, value: .string(try arguments.word(0, of: Martlet.User.SubscriptionState.allCases.map(\.rawValue))))
    }
    // The keys of the methods of `Martlet.User`.
    switch self {
    case .setFirstName: return try text("first_name")
    case .setLastName: return try text("last_name")
    case .setEmail: return try text("email")
    case .setCountry: return try text("country")
    case .setHomeCity: return try text("home_city")
    case .setLanguage: return try text("language")
    case .setPhoneNumber: return try text("phone_number")
    case .setGender: return .setAttribute(key: "gender", value: try gender(arguments))
    case .setDateOfBirth: return .setAttribute(key: "date_of_birth", value: .string(try arguments.day(from: 0)))
    case .setEmailNotificationSubscriptionType: return try subscription("email_subscription")
    default: return try subscription("push_subscription")
    }
  }

  private func gender(_ arguments: BridgeArguments) throws(BridgeRefusal) -> Wire.JSONValue {
    if arguments[0] == .null { return .null }
    let letters: [String: Martlet.User.Gender] = [
      "f": .female, "m": .male, "o": .other, "u": .unknown, "n": .notApplicable, "p": .preferNotToSay,
    ]
    guard let given = arguments[0].string?.lowercased(), let gender = letters[given] ?? Martlet.User.Gender(rawValue: given) else {
      throw arguments.refusal(0, "one of \(Martlet.User.Gender.allCases.map(\.rawValue).joined(separator: ", ")), its letter, or null")
    }
    return .string(gender.rawValue)
  }

  private func customAttribute(_ arguments: BridgeArguments) throws(BridgeRefusal) -> BridgeAction {
    let key = try arguments.attributeKey(0)
    guard try arguments.flag(2, or: false) else { return .setAttribute(key: key, value: arguments[1]) }
    let merge = Wire.AttributeChange(.known(.merge), arguments[1])
    guard merge.fits else { throw arguments.refusal(1, "an object, because merge is true") }
    return .changeAttribute(key: key, merge)
  }

  /// Of a list.
  private func change(
    _ arguments: BridgeArguments, _ operation: Wire.AttributeChange.Operation
  ) throws(BridgeRefusal) -> BridgeAction {
    let key = try arguments.attributeKey(0)
    let change = Wire.AttributeChange(.known(operation), arguments[1])
    guard change.fits else { throw arguments.refusal(1, "a string, a number, true, false or a date") }
    return .changeAttribute(key: key, change)
  }

  private func location(_ arguments: BridgeArguments) throws(BridgeRefusal) -> BridgeAction {
    let key = try arguments.attributeKey(0)
    if arguments[1] == .null, arguments[2] == .null { return .setAttribute(key: key, value: .null) }
    let latitude = try arguments.number(1, in: -90...90, "a latitude from -90 to 90")
    let longitude = try arguments.number(2, in: -180...180, "a longitude from -180 to 180")
    return .setAttribute(key: key, value: ["latitude": .double(latitude), "longitude": .double(longitude)])
  }
}

extension BridgeArguments {
  func unsupported(_ why: String) -> BridgeRefusal {
    BridgeRefusal(method: call.method, reason: .unsupported(why))
  }

  /// nil for the body: absent, null or empty. A number is its text.
  fileprivate func buttonID(_ index: Int) throws(BridgeRefusal) -> String? {
    let text: String
    switch self[index] {
    case .null: return nil
    case .string(let given): text = given
    case .int(let number): text = String(number)
    default: throw refusal(index, Self.buttonWords)
    }
    if text.isEmpty { return nil }
    let isFine = text.unicodeScalars.allSatisfy { scalar in
      scalar == " " || scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
    }
    guard isFine, text.unicodeScalars.count <= BridgeAction.Limits.buttonIDLength else { throw refusal(index, Self.buttonWords) }
    return text
  }

  private static let buttonWords =
    "a button id of up to \(BridgeAction.Limits.buttonIDLength) letters, digits, spaces, dashes and underscores, or nothing for the body"

  fileprivate func eventName(_ index: Int) throws(BridgeRefusal) -> String {
    let name = try text(index, length: 1...Wire.Limits.nameLength)
    guard !name.hasPrefix("$") else { throw refusal(index, "a name that does not start with $") }
    return name
  }

  fileprivate func attributeKey(_ index: Int) throws(BridgeRefusal) -> String {
    try text(index, length: 1...Wire.Limits.keyLength)
  }

  /// By how much a number grows; 1 when it is left out. Whole numbers stay whole.
  fileprivate func step(_ index: Int) throws(BridgeRefusal) -> Wire.JSONValue {
    if self[index] == .null { return 1 }
    if case .int = self[index] { return self[index] }
    let number = try number(index, in: -1e15...1e15, "a number, or nothing for 1")
    return Int64(exactly: number).map { .int($0) } ?? .double(number)
  }

  fileprivate func currency(_ index: Int) throws(BridgeRefusal) -> String {
    guard let code = self[index].string.flatMap(Wire.CurrencyCode.normal) else {
      throw refusal(index, "a currency code of three letters (ISO 4217)")
    }
    return code
  }

  /// Year, month and day, each an argument of its own.
  fileprivate func day(from index: Int) throws(BridgeRefusal) -> String {
    let year = try whole(index, in: 1...9_999)
    let month = try whole(index + 1, in: 1...12)
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let day = try whole(index + 2, in: 1...lengths[month - 1])
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }
}
