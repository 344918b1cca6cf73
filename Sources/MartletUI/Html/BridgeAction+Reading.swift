// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletWire

extension BridgeArguments {
  /// The meaning of the call. Throws if the method does not exist, then if the page may not call
  /// it, then if its arguments are invalid.
  func action(allowing capabilities: Set<SceneNode.BridgeAccess.Capability>) throws(BridgeRefusal)
    -> BridgeAction
  {
    func need(_ capability: SceneNode.BridgeAccess.Capability) throws(BridgeRefusal) {
      guard capabilities.contains(capability) else {
        throw BridgeRefusal(method: call.method, reason: .notAllowed(capability))
      }
    }
    func profile(_ key: String) throws(BridgeRefusal) -> BridgeAction {
      try need(.attributes)
      return .setAttribute(key: key, value: try optionalText(0, atMost: 255).map { .string($0) } ?? .null)
    }
    func subscription(_ key: String) throws(BridgeRefusal) -> BridgeAction {
      try need(.subscriptions)
      return .setAttribute(
        key: key, value: .string(try word(0, of: Martlet.User.SubscriptionState.allCases.map(\.rawValue))))
    }
    func group(isMember: Bool) throws(BridgeRefusal) -> BridgeAction {
      try need(.subscriptions)
      return .setAttribute(
        key: Martlet.User.key(ofSubscriptionGroup: try text(0, length: 1...64)), value: .bool(isMember))
    }
    func list(_ operation: Wire.AttributeChange.Operation) throws(BridgeRefusal) -> BridgeAction {
      try need(.attributes)
      return try change(
        Wire.AttributeChange(.known(operation), self[1]), "a string, a number, true, false or a date")
    }
    switch call.method {
    case "closeMessage", "exitContent": return .closeMessage
    case "actionContent": return .actionContent
    case "declareClose": return .declareClose
    case "logClick": return .logClick(buttonID: try buttonID(0))
    case "logCustomEvent":
      try need(.customEvent)
      return .logCustomEvent(name: try eventName(0), properties: try properties(1))
    case "logPurchase":
      try need(.purchase)
      return .logPurchase(
        productID: try text(0, length: 1...Wire.Limits.nameLength),
        price: try number(1, in: -1e12...1e12, "a price"),
        currency: try currency(2), quantity: try whole(3, in: Wire.Limits.quantity, or: 1),
        properties: try properties(4))
    case "requestImmediateDataFlush":
      try need(.flush)
      return .requestImmediateDataFlush
    case "requestPushPermission":
      try need(.pushPermission)
      return .requestPushPermission
    case "changeUser":
      try need(.changeUser)
      return .changeUser(
        id: try text(0, length: 1...Wire.Limits.userIDLength),
        signature: try optionalText(1, atMost: BridgeAction.Limits.signatureLength))
    case "setBannerHeight":
      throw BridgeRefusal(method: call.method, reason: .unsupported("Only banners have their own height."))
    // The keys match the methods of `Martlet.User`.
    case "getUser.setFirstName": return try profile("first_name")
    case "getUser.setLastName": return try profile("last_name")
    case "getUser.setEmail": return try profile("email")
    case "getUser.setCountry": return try profile("country")
    case "getUser.setHomeCity": return try profile("home_city")
    case "getUser.setLanguage": return try profile("language")
    case "getUser.setPhoneNumber": return try profile("phone_number")
    case "getUser.setGender":
      try need(.attributes)
      return .setAttribute(key: "gender", value: try gender())
    case "getUser.setDateOfBirth":
      try need(.attributes)
      return .setAttribute(key: "date_of_birth", value: .string(try day(from: 0)))
    case "getUser.setEmailNotificationSubscriptionType": return try subscription(Wire.Subscription.emailKey)
    case "getUser.setPushNotificationSubscriptionType": return try subscription(Wire.Subscription.pushKey)
    case "getUser.addToSubscriptionGroup": return try group(isMember: true)
    case "getUser.removeFromSubscriptionGroup": return try group(isMember: false)
    case "getUser.setCustomUserAttribute":
      try need(.attributes)
      return try customAttribute()
    case "getUser.setCustomLocationAttribute":
      try need(.attributes)
      return try location()
    case "getUser.addToCustomAttributeArray": return try list(.add)
    case "getUser.removeFromCustomAttributeArray": return try list(.remove)
    case "getUser.incrementCustomUserAttribute":
      try need(.attributes)
      let step = try step(1)
      return .changeAttribute(key: try attributeKey(0), Wire.AttributeChange(.known(.increment), step))
    case "getUser.addAlias":
      try need(.attributes)
      let alias = try text(0, length: 1...255)
      let label = try text(
        1, length: 1...(Wire.Limits.keyLength - Martlet.User.key(ofAlias: "").unicodeScalars.count))
      return .setAttribute(key: Martlet.User.key(ofAlias: label), value: .string(alias))
    default: throw BridgeRefusal(method: call.method, reason: .unknownMethod)
    }
  }

  private func gender() throws(BridgeRefusal) -> Wire.JSONValue {
    if self[0] == .null { return .null }
    let letters: [String: Martlet.User.Gender] = [
      "f": .female, "m": .male, "o": .other, "u": .unknown, "n": .notApplicable, "p": .preferNotToSay,
    ]
    guard let given = self[0].string?.lowercased(),
      let gender = letters[given] ?? Martlet.User.Gender(rawValue: given)
    else {
      throw refusal(
        0,
        "one of \(Martlet.User.Gender.allCases.map(\.rawValue).joined(separator: ", ")), its letter, or null")
    }
    return .string(gender.rawValue)
  }

  private func customAttribute() throws(BridgeRefusal) -> BridgeAction {
    let key = try attributeKey(0)
    guard try flag(2, or: false) else { return .setAttribute(key: key, value: self[1]) }
    return try change(Wire.AttributeChange(.known(.merge), self[1]), "an object, because merge is true")
  }

  private func change(_ change: Wire.AttributeChange, _ expected: String) throws(BridgeRefusal)
    -> BridgeAction
  {
    let key = try attributeKey(0)
    guard change.fits else { throw refusal(1, expected) }
    return .changeAttribute(key: key, change)
  }

  private func location() throws(BridgeRefusal) -> BridgeAction {
    let key = try attributeKey(0)
    if self[1] == .null, self[2] == .null { return .setAttribute(key: key, value: .null) }
    let latitude = try number(1, in: -90...90, "a latitude from -90 to 90")
    let longitude = try number(2, in: -180...180, "a longitude from -180 to 180")
    return .setAttribute(key: key, value: ["latitude": .double(latitude), "longitude": .double(longitude)])
  }

  /// nil for the body: omitted, null or empty. A number is converted to text.
  private func buttonID(_ index: Int) throws(BridgeRefusal) -> String? {
    let text: String
    switch self[index] {
    case .null: return nil
    case .string(let given): text = given
    case .int(let number): text = String(number)
    default: throw refusal(index, Self.buttonWords)
    }
    if text.isEmpty { return nil }
    let isFine = text.unicodeScalars.allSatisfy { scalar in
      scalar == " " || scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
        || scalar.properties.numericType == .decimal
    }
    guard isFine, text.unicodeScalars.count <= BridgeAction.Limits.buttonIDLength else {
      throw refusal(index, Self.buttonWords)
    }
    return text
  }

  private static let buttonWords =
    "a button id of up to \(BridgeAction.Limits.buttonIDLength) letters, digits, spaces, dashes and underscores, or nothing for the body"

  private func eventName(_ index: Int) throws(BridgeRefusal) -> String {
    let name = try text(index, length: 1...Wire.Limits.nameLength)
    guard !name.hasPrefix("$") else { throw refusal(index, "a name that does not start with $") }
    return name
  }

  private func attributeKey(_ index: Int) throws(BridgeRefusal) -> String {
    try text(index, length: 1...Wire.Limits.keyLength)
  }

  /// The increment of a number, 1 by default. Whole numbers stay whole.
  private func step(_ index: Int) throws(BridgeRefusal) -> Wire.JSONValue {
    if self[index] == .null { return 1 }
    if case .int = self[index] { return self[index] }
    let number = try number(index, in: -1e15...1e15, "a number, or nothing for 1")
    return Int64(exactly: number).map { .int($0) } ?? .double(number)
  }

  private func currency(_ index: Int) throws(BridgeRefusal) -> String {
    guard let code = self[index].string.flatMap(Wire.CurrencyCode.normal) else {
      throw refusal(index, "a currency code of three letters (ISO 4217)")
    }
    return code
  }

  /// Year, month and day are separate arguments.
  private func day(from index: Int) throws(BridgeRefusal) -> String {
    let year = try whole(index, in: 1...9_999)
    let month = try whole(index + 1, in: 1...12)
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let day = try whole(index + 2, in: 1...lengths[month - 1])
    return Martlet.User.day(year, month, day)
  }
}
