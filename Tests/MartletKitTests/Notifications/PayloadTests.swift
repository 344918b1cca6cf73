// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import MartletKit

@Suite("Payloads of notifications")
struct PayloadTests {
  @Test func `a payload is read completely`() throws {
    let payload = try Recorded.payload("alert")
    #expect(payload.isMartlet && !payload.isSilent && !payload.isSync && payload.problems.isEmpty)
    #expect(payload.campaignId == "c-spring")
    #expect(payload.deliveryId == "d-8c40")
    #expect(payload.title == "Spring is here")
    #expect(payload.subtitle == "For three days")
    #expect(payload.body == "20 % on everything green.")
    #expect(payload.badge == 2)
    #expect(payload.threadIdentifier == "offers")
    #expect(payload.categoryIdentifier == "offer")
    #expect(
      payload.link
        == Payload.Link(
          url: try #require(URL(string: "https://shop.example/spring?from=push")), useWebView: true))
    #expect(payload.extras["section"] as? String == "spring")
    #expect(payload.extras["rank"] as? Int == 2)
    #expect(payload.extras["is_new"] as? Bool == true)
    #expect(payload.extras["price"] as? Double == 9.5)
    #expect(payload.userInfo["of_the_app"] as? Int == 7)
  }

  @Test(arguments: ["open", "later", "unknown", nil])
  func `each button opens its own URL, and one without a URL opens nothing`(action: String?) throws {
    let opened = try Recorded.payload("alert").link(for: action)?.url.absoluteString
    let expected = ["open": "shop://spring", "": "https://shop.example/spring?from=push"]
    #expect(opened == expected[action ?? ""])
  }

  @Test func `an alert that is only a text is the body`() throws {
    let payload = try Recorded.payload("text")
    #expect(payload.body == "Hello" && payload.title == nil)
  }

  @Test func `a notification that shows nothing is silent`() throws {
    let payload = try Recorded.payload("silent-sync")
    #expect(payload.isSilent && payload.isSync && payload.badge == 4)
    #expect(!Payload(userInfo: ["aps": ["content-available": 1, "badge": 2], "martlet": [:]]).isSilent)
    #expect(
      !Payload(userInfo: ["aps": ["content-available": 1, "sound": "default"], "martlet": [:]]).isSilent)
  }

  @Test(
    arguments: [
      ("alert", true), ("text", true), ("silent-sync", true), ("damaged-fields", true),
      ("damaged-whole", true), ("later-version", true),
      ("foreign", false), ("foreign-silent", false),
    ])
  func `only a payload with Martlet's part is Martlet's, whatever it contains`(name: String, isOurs: Bool)
    throws
  {
    #expect(Martlet.Notifications.isMartletPayload(try Recorded.userInfo(name)) == isOurs)
    #expect(try Recorded.payload(name).isMartlet == isOurs)
  }

  @Test func `a payload of another sender has no link and no fields of Martlet, but its texts can be read`()
    throws
  {
    let payload = try Recorded.payload("foreign")
    #expect(payload.title == "Your parcel" && payload.badge == 1)
    #expect(payload.link == nil && payload.campaignId == nil && !payload.isSync)
  }

  @Test func `each damaged field is named, and every other field is read`() throws {
    let payload = try Recorded.payload("damaged-fields")
    #expect(payload.title == "Still readable" && payload.body == nil && payload.badge == nil)
    #expect(payload.link?.url.absoluteString == "https://shop.example/a" && payload.link?.useWebView == false)
    #expect(payload.isSync)
    #expect(payload.campaignId == nil && payload.deliveryId == nil && payload.extras.isEmpty)
    #expect(
      payload.actionLinks.mapValues(\.url.absoluteString) == [
        "more.info": "shop://more", "fine": "shop://fine",
      ])
    let fields = Set(payload.problems.compactMap { $0.split(separator: ":").first.map(String.init) })
    #expect(
      fields == [
        "campaign_id", "delivery_id", "use_webview", "image_url", "actions.open.url",
        "actions.more.info.use_webview", "actions.bare",
        "extras", "badge",
      ])
    // Values of a notification are personal.
    #expect(!payload.problems.contains { $0.contains("shop") || $0.contains("yes") })
  }

  @Test func `a part that is not an object is Martlet's, with nothing in it`() throws {
    let payload = try Recorded.payload("damaged-whole")
    #expect(
      payload.isMartlet && payload.body == "Hello"
        && payload.problems == ["Expected an object, found a string."])
  }

  @Test func `a text that is not a URL is named, and opens nothing`() throws {
    let payload = try Recorded.payload("damaged-url")
    #expect(payload.campaignId == "c-1" && payload.link == nil && payload.actionLinks.isEmpty)
    #expect(
      payload.problems.contains { $0.hasPrefix("url:") }
        && payload.problems.contains { $0.hasPrefix("actions.open.url:") })
  }

  @Test
  func `a payload of a later version is opened without what is not known, and loses nothing for the app`()
    throws
  {
    let payload = try Recorded.payload("later-version", action: "open")
    #expect(payload.version == 9 && payload.problems.isEmpty)
    #expect(payload.link(for: payload.actionIdentifier)?.url.absoluteString == "shop://nine")
    #expect((payload.userInfo["martlet"] as? [String: Any])?["hologram"] != nil)
  }

  @Test(arguments: PropertyCases.seeds(full: 300))
  func `whatever stands in a payload, it is read`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func value(_ depth: Int) -> Any {
      switch generator.int(0...(depth > 3 ? 6 : 8)) {
      case 0: return NSNull()
      case 1: return true
      case 2: return generator.int(-5...5)
      case 3: return 1.5
      case 4: return Double.nan
      case 5: return Date(timeIntervalSince1970: 0)
      case 6: return ["", "https://a.example", "no url", "a.b"][generator.int(0...3)]
      case 7: return (0..<generator.int(0...3)).map { _ in value(depth + 1) }
      default: return object(depth + 1)
      }
    }
    func object(_ depth: Int) -> [String: Any] {
      let keys = [
        "version", "campaign_id", "delivery_id", "url", "use_webview", "actions", "sync", "badge", "extras",
        "a.b", "open", "alert",
        "title", "",
      ]
      var fields: [String: Any] = [:]
      for _ in 0..<generator.int(0...6) { fields[keys[generator.int(0...(keys.count - 1))]] = value(depth) }
      return fields
    }
    let payload = Payload(userInfo: ["aps": value(0), "martlet": object(0), 5: "not a text"])
    #expect(payload.isMartlet)
    #expect(payload.problems.allSatisfy { !$0.isEmpty })
    #expect(payload == payload)
  }
}
