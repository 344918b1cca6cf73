// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletUI
import MartletWire
import Testing

/// What calls of a page mean, as a table.
@Suite("Calls of a page's bridge")
struct BridgeCallTests {
  typealias Capability = Martlet.InAppMessage.Html.Bridge.Capability

  private static func action(
    _ method: String, _ arguments: [Wire.JSONValue],
    allowing capabilities: Set<Capability> = Set(Capability.allCases)
  ) throws(BridgeRefusal) -> BridgeAction {
    try BridgeAction(
      BridgeCall(method: method, arguments: arguments), access: .init(capabilities: capabilities))
  }

  static let right: [(String, [Wire.JSONValue], BridgeAction)] = [
    ("closeMessage", [], .closeMessage),
    ("declareClose", [], .declareClose),
    ("logClick", [], .logClick(buttonID: nil)),
    ("logClick", [.null], .logClick(buttonID: nil)),
    ("logClick", [""], .logClick(buttonID: nil)),
    ("logClick", ["Buy now_2-b"], .logClick(buttonID: "Buy now_2-b")),
    ("logClick", ["Köpa"], .logClick(buttonID: "Köpa")),
    ("logClick", [0], .logClick(buttonID: "0")),
    ("logCustomEvent", ["seen"], .logCustomEvent(name: "seen", properties: [:])),
    ("logCustomEvent", ["seen", .null], .logCustomEvent(name: "seen", properties: [:])),
    (
      "logCustomEvent", ["seen", ["n": 1, "at": ["$date": 5]]],
      .logCustomEvent(name: "seen", properties: ["n": 1, "at": ["$date": 5]])
    ),
    (
      "logPurchase", ["shoe", 9.5, "eur"],
      .logPurchase(productID: "shoe", price: 9.5, currency: "EUR", quantity: 1, properties: [:])
    ),
    (
      "logPurchase", ["shoe", " 9.50 ", "EUR", "3", ["size": 42]],
      .logPurchase(productID: "shoe", price: 9.5, currency: "EUR", quantity: 3, properties: ["size": 42])
    ),
    (
      "logPurchase", ["shoe", -5, "EUR", 1.0],
      .logPurchase(productID: "shoe", price: -5, currency: "EUR", quantity: 1, properties: [:])
    ),
    ("requestImmediateDataFlush", [], .requestImmediateDataFlush),
    ("requestPushPermission", [], .requestPushPermission),
    ("changeUser", ["ada"], .changeUser(id: "ada", signature: nil)),
    ("changeUser", ["ada", "signed"], .changeUser(id: "ada", signature: "signed")),
    ("web.trackLocation", [], .nothing),
    ("web.anything", ["whatever"], .nothing),
    ("getUser.setFirstName", ["Ada"], .setAttribute(key: "first_name", value: "Ada")),
    ("getUser.setFirstName", [.null], .setAttribute(key: "first_name", value: .null)),
    ("getUser.setLastName", ["Lovelace"], .setAttribute(key: "last_name", value: "Lovelace")),
    ("getUser.setEmail", ["ada@example.com"], .setAttribute(key: "email", value: "ada@example.com")),
    ("getUser.setCountry", ["GB"], .setAttribute(key: "country", value: "GB")),
    ("getUser.setHomeCity", ["London"], .setAttribute(key: "home_city", value: "London")),
    ("getUser.setLanguage", ["en"], .setAttribute(key: "language", value: "en")),
    ("getUser.setPhoneNumber", ["+4420"], .setAttribute(key: "phone_number", value: "+4420")),
    ("getUser.setGender", ["F"], .setAttribute(key: "gender", value: "female")),
    ("getUser.setGender", ["prefer_not_to_say"], .setAttribute(key: "gender", value: "prefer_not_to_say")),
    ("getUser.setGender", [.null], .setAttribute(key: "gender", value: .null)),
    ("getUser.setDateOfBirth", [1815, 12, 10], .setAttribute(key: "date_of_birth", value: "1815-12-10")),
    (
      "getUser.setDateOfBirth", ["2000", "2", "29"], .setAttribute(key: "date_of_birth", value: "2000-02-29")
    ),
    (
      "getUser.setEmailNotificationSubscriptionType", ["opted_in"],
      .setAttribute(key: "email_subscription", value: "opted_in")
    ),
    (
      "getUser.setPushNotificationSubscriptionType", ["unsubscribed"],
      .setAttribute(key: "push_subscription", value: "unsubscribed")
    ),
    ("getUser.setCustomUserAttribute", ["plan", "free"], .setAttribute(key: "plan", value: "free")),
    (
      "getUser.setCustomUserAttribute", ["plan", ["a", "b"], false],
      .setAttribute(key: "plan", value: ["a", "b"])
    ),
    ("getUser.setCustomUserAttribute", ["plan"], .setAttribute(key: "plan", value: .null)),
    (
      "getUser.setCustomLocationAttribute", ["shop", "52.5", 13.4],
      .setAttribute(key: "shop", value: ["latitude": 52.5, "longitude": 13.4])
    ),
    ("getUser.setCustomLocationAttribute", ["shop"], .setAttribute(key: "shop", value: .null)),
    (
      "getUser.setCustomUserAttribute", ["home", ["city": "Wien"], true],
      changed("home", .merge, ["city": "Wien"])
    ),
    (
      "getUser.setCustomUserAttribute", ["home", ["city": .null], true],
      changed("home", .merge, ["city": .null])
    ),
    ("getUser.incrementCustomUserAttribute", ["visits"], changed("visits", .increment, 1)),
    ("getUser.incrementCustomUserAttribute", ["visits", -2], changed("visits", .increment, -2)),
    ("getUser.incrementCustomUserAttribute", ["visits", 0.5], changed("visits", .increment, 0.5)),
    ("getUser.incrementCustomUserAttribute", ["visits", "3"], changed("visits", .increment, 3)),
    ("getUser.incrementCustomUserAttribute", ["visits", 3.0], changed("visits", .increment, 3)),
    (
      "getUser.incrementCustomUserAttribute", ["visits", .int(.max)],
      changed("visits", .increment, .int(.max))
    ),
    ("getUser.addToCustomAttributeArray", ["likes", "tea"], changed("likes", .add, "tea")),
    ("getUser.addToCustomAttributeArray", ["likes", 7], changed("likes", .add, 7)),
    ("getUser.addToCustomAttributeArray", ["likes", ["$date": 5]], changed("likes", .add, ["$date": 5])),
    ("getUser.removeFromCustomAttributeArray", ["likes", "tea"], changed("likes", .remove, "tea")),
    ("getUser.addAlias", ["ada-7", "forum"], .setAttribute(key: "alias.forum", value: "ada-7")),
    ("getUser.addToSubscriptionGroup", ["news"], .setAttribute(key: "subscription_group.news", value: true)),
    (
      "getUser.removeFromSubscriptionGroup", ["news"],
      .setAttribute(key: "subscription_group.news", value: false)
    ),
  ]

  @Test(arguments: right)
  func `a right call means what the table says`(
    method: String, arguments: [Wire.JSONValue], action: BridgeAction
  ) throws {
    #expect(try Self.action(method, arguments) == action)
  }

  static let wrong: [(String, [Wire.JSONValue], BridgeRefusal.Reason)] = [
    ("logFoo", [], .unknownMethod),
    ("getUser.", [], .unknownMethod),
    ("constructor", [], .unknownMethod),
    ("logClick", [true], .argument(index: 0, expected: buttonWords)),
    ("logClick", ["<b>"], .argument(index: 0, expected: buttonWords)),
    ("logClick", ["a\nb"], .argument(index: 0, expected: buttonWords)),
    ("logClick", [.string(String(repeating: "b", count: 256))], .argument(index: 0, expected: buttonWords)),
    ("logCustomEvent", [], .argument(index: 0, expected: "a string of 1 to 255 characters")),
    ("logCustomEvent", [7], .argument(index: 0, expected: "a string of 1 to 255 characters")),
    ("logCustomEvent", ["$session"], .argument(index: 0, expected: "a name that does not start with $")),
    ("logCustomEvent", ["seen", "n=1"], .argument(index: 1, expected: "an object of properties, or null")),
    ("logPurchase", ["shoe", "cheap", "EUR"], .argument(index: 1, expected: "a price")),
    ("logPurchase", ["shoe", "1e999", "EUR"], .argument(index: 1, expected: "a price")),
    ("logPurchase", ["shoe", "0x10", "EUR"], .argument(index: 1, expected: "a price")),
    (
      "logPurchase", ["shoe", 1, "€"],
      .argument(index: 2, expected: "a currency code of three letters (ISO 4217)")
    ),
    ("logPurchase", ["shoe", 1, "EUR", 101], .argument(index: 3, expected: "a whole number from 1 to 100")),
    ("logPurchase", ["shoe", 1, "EUR", 1.5], .argument(index: 3, expected: "a whole number from 1 to 100")),
    ("changeUser", [""], .argument(index: 0, expected: "a string of 1 to 255 characters")),
    ("changeUser", ["ada", 7], .argument(index: 1, expected: "a string of up to 8192 characters, or null")),
    ("setBannerHeight", [50], .unsupported("Only banners have their own height.")),
    ("getUser.setEmail", [7], .argument(index: 0, expected: "a string of up to 255 characters, or null")),
    (
      "getUser.setGender", ["x"],
      .argument(
        index: 0,
        expected:
          "one of female, male, other, unknown, not_applicable, prefer_not_to_say, its letter, or null")
    ),
    ("getUser.setDateOfBirth", [2001, 2, 29], .argument(index: 2, expected: "a whole number from 1 to 28")),
    ("getUser.setDateOfBirth", [2001, 13, 1], .argument(index: 1, expected: "a whole number from 1 to 12")),
    (
      "getUser.setEmailNotificationSubscriptionType", ["yes"],
      .argument(index: 0, expected: "one of opted_in, subscribed, unsubscribed")
    ),
    (
      "getUser.setCustomLocationAttribute", ["shop", 91, 0],
      .argument(index: 1, expected: "a latitude from -90 to 90")
    ),
    ("getUser.setCustomUserAttribute", ["plan", "a", "yes"], .argument(index: 2, expected: "true or false")),
    (
      "getUser.setCustomUserAttribute", ["plan", "a", true],
      .argument(index: 1, expected: "an object, because merge is true")
    ),
    (
      "getUser.setCustomUserAttribute", ["plan", ["$date": 5], true],
      .argument(index: 1, expected: "an object, because merge is true")
    ),
    (
      "getUser.incrementCustomUserAttribute", [],
      .argument(index: 0, expected: "a string of 1 to 255 characters")
    ),
    (
      "getUser.incrementCustomUserAttribute", ["visits", "many"],
      .argument(index: 1, expected: "a number, or nothing for 1")
    ),
    (
      "getUser.incrementCustomUserAttribute", ["visits", 1e16],
      .argument(index: 1, expected: "a number, or nothing for 1")
    ),
    ("getUser.addToCustomAttributeArray", ["likes"], .argument(index: 1, expected: elementWords)),
    ("getUser.addToCustomAttributeArray", ["likes", ["tea"]], .argument(index: 1, expected: elementWords)),
    (
      "getUser.removeFromCustomAttributeArray", ["likes", ["a": 1]],
      .argument(index: 1, expected: elementWords)
    ),
    ("getUser.addAlias", ["", "forum"], .argument(index: 0, expected: "a string of 1 to 255 characters")),
    ("getUser.addAlias", ["ada-7"], .argument(index: 1, expected: "a string of 1 to 249 characters")),
  ]

  private static func changed(
    _ key: String, _ operation: Wire.AttributeChange.Operation, _ value: Wire.JSONValue
  ) -> BridgeAction {
    .changeAttribute(key: key, Wire.AttributeChange(.known(operation), value))
  }

  private static let elementWords = "a string, a number, true, false or a date"
  private static let buttonWords =
    "a button id of up to 255 letters, digits, spaces, dashes and underscores, or nothing for the body"

  @Test(arguments: wrong)
  func `a wrong call is refused with the place of the argument and what was expected there`(
    method: String, arguments: [Wire.JSONValue], reason: BridgeRefusal.Reason
  ) {
    #expect(throws: BridgeRefusal(method: method, reason: reason)) { try Self.action(method, arguments) }
  }

  static let scoped: [(Capability, [(String, [Wire.JSONValue])])] = [
    (.customEvent, [("logCustomEvent", ["a"])]),
    (.purchase, [("logPurchase", ["a", 1, "EUR"])]),
    (.flush, [("requestImmediateDataFlush", [])]),
    (.pushPermission, [("requestPushPermission", [])]),
    (.changeUser, [("changeUser", ["a"])]),
    (
      .attributes,
      [
        ("getUser.setFirstName", ["a"]), ("getUser.setCustomUserAttribute", ["a", 1]),
        ("getUser.setDateOfBirth", [2000, 1, 1]),
        ("getUser.setCustomLocationAttribute", ["a", 1, 1]), ("getUser.setGender", ["f"]),
        ("getUser.incrementCustomUserAttribute", ["a"]), ("getUser.addToCustomAttributeArray", ["a", "b"]),
        ("getUser.removeFromCustomAttributeArray", ["a", "b"]), ("getUser.addAlias", ["a", "b"]),
      ]
    ),
    (
      .subscriptions,
      [
        ("getUser.addToSubscriptionGroup", ["a"]), ("getUser.removeFromSubscriptionGroup", ["a"]),
        ("getUser.setEmailNotificationSubscriptionType", ["subscribed"]),
        ("getUser.setPushNotificationSubscriptionType", ["subscribed"]),
      ]
    ),
  ]

  @Test(arguments: scoped)
  func `what the campaign does not allow is refused, all other capabilities or not`(
    capability: Capability, calls: [(String, [Wire.JSONValue])]
  ) throws {
    let others = Set(Capability.allCases).subtracting([capability])
    for (method, arguments) in calls {
      #expect(throws: BridgeRefusal(method: method, reason: .notAllowed(capability))) {
        try Self.action(method, arguments, allowing: others)
      }
      _ = try Self.action(method, arguments, allowing: [capability])
    }
    #expect(try Self.action("closeMessage", [], allowing: []) == .closeMessage)
    #expect(try Self.action("logClick", ["a"], allowing: []) == .logClick(buttonID: "a"))
  }

  @Test func `a refusal names the method, the place and what is expected, and nothing that the page said`() {
    let secret = "4111 1111 1111 1111"
    #expect(throws: BridgeRefusal.self) {
      try Self.action("logPurchase", [.string(secret), .string(secret), "EUR"])
    }
    do {
      _ = try Self.action("logPurchase", [.string(secret), .string(secret), "EUR"])
    } catch {
      #expect(error.description == "logPurchase: Argument 2 must be a price.")
    }
    let long = BridgeRefusal(method: String(repeating: "x", count: 10_000), reason: .unknownMethod)
    #expect(long.method.count == 64)
  }
}
