// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite struct PushPayloadTests {
  private static func campaign(
    banner: Wire.Banner? = nil, content: Wire.Content? = nil, data: Wire.DataPush? = nil
  ) -> Wire.Campaign {
    Wire.Campaign(
      id: "c-spring", version: 3, createdAt: Instant(milliseconds: 0), triggers: [], message: nil,
      banner: banner, content: content,
      data: data)
  }

  private func payload(
    _ push: Wire.PushNotification, of campaign: Wire.Campaign = Self.campaign(), isTest: Bool = false
  ) throws -> Wire.JSONValue {
    let payload = PushPayload(push, of: campaign, isTest: isTest)
    return try Wire.decode(Wire.JSONValue.self, from: payload.bytes(deliveryID: "d-1"))
  }

  private static let full = Wire.PushNotification(
    title: "Spring is here", subtitle: "For three days", text: "20 % on everything green.",
    imageURL: "https://cdn.shop.example/spring.jpg", sound: "default", badge: 2, threadID: "offers",
    interruption: .known(.timeSensitive),
    buttonCategory: "offer", actions: ["open": Wire.PushAction(url: "shop://spring")],
    action: Wire.ClickAction(type: .known(.url), url: "https://shop.example/spring", useWebView: true),
    extras: ["rank": 2])

  @Test func `a visible push has what its author wrote, and what a client needs to count it`() throws {
    let expected: Wire.JSONValue = [
      "aps": [
        "alert": [
          "title": "Spring is here", "subtitle": "For three days", "body": "20 % on everything green.",
        ], "sound": "default",
        "badge": 2, "thread-id": "offers", "category": "offer", "interruption-level": "time-sensitive",
        "mutable-content": 1,
      ],
      "martlet": [
        "version": 1, "campaign_id": "c-spring", "delivery_id": "d-1", "url": "https://shop.example/spring",
        "use_webview": true,
        "image_url": "https://cdn.shop.example/spring.jpg", "actions": ["open": ["url": "shop://spring"]],
        "extras": ["rank": 2],
      ],
    ]
    #expect(try payload(Self.full) == expected)
  }

  @Test func `a push of a campaign with content opens the content and no URL`() throws {
    let martlet = try #require(
      try payload(Self.full, of: Self.campaign(content: Wire.Content(kind: .known(.text))), isTest: true)[
        "martlet"])
    #expect(martlet["url"] == nil && martlet["campaign_id"] == "c-spring")
    #expect(
      martlet["opens_content"] == true && martlet["campaign_version"] == 3 && martlet["is_test"] == true)
  }

  @Test func `a silent push has nothing that people notice, and says sync now`() throws {
    var silent = Self.full
    silent.isSilent = true
    let json = try payload(silent)
    #expect(json["aps"] == ["content-available": 1])
    #expect(json["martlet"]?["sync"] == true && json["martlet"]?["badge"] == 2)
  }

  @Test func `the pushes of a campaign without triggers bring its banner, and wake the app for it`() throws {
    let json = try payload(Self.full, of: Self.campaign(banner: Wire.Banner(title: "Hello")))
    #expect(json["aps"]?["content-available"] == 1 && json["aps"]?["alert"] != nil)
    #expect(
      json["martlet"]?["delivers_item"] == true && json["martlet"]?["brings_banner"] == true
        && json["martlet"]?["campaign_version"] == 3
        && json["martlet"]?["sync"] == nil)
    var triggered = Self.campaign(banner: Wire.Banner(title: "Hello"))
    triggered.triggers = [Wire.Trigger(kind: .known(.sessionStart))]
    #expect(try payload(Self.full, of: triggered)["martlet"]?["delivers_item"] == nil)
  }

  @Test func `a run of a campaign with data and no trigger sends a silent push that brings the data`() throws
  {
    let campaign = Self.campaign(data: Wire.DataPush(body: "refresh"))
    let json = try payload(try #require(campaign.runPush), of: campaign)
    #expect(json["aps"] == ["content-available": 1])
    #expect(
      json["martlet"] == [
        "version": 1, "campaign_id": "c-spring", "delivery_id": "d-1", "delivers_item": true,
        "campaign_version": 3,
      ])
    var triggered = campaign
    triggered.triggers = [Wire.Trigger(kind: .known(.sessionStart))]
    #expect(triggered.runPush == nil)
  }

  @Test func `a payload that is too large says how large it is and which field is the longest`() throws {
    var push = Wire.PushNotification(title: "Hello", text: "Hi")
    #expect(PushPayload(push, of: Self.campaign()).excess == nil)
    push.extras = ["story": .string(String(repeating: "x", count: 4_000))]
    let excess = try #require(PushPayload(push, of: Self.campaign()).excess)
    #expect(excess.field == "extras.story" && excess.bytes > 4_096)
    // To the byte: what is allowed is sent as it was measured.
    push.extras = ["story": .string(String(repeating: "x", count: 4_000 - (excess.bytes - 4_096)))]
    let fits = PushPayload(push, of: Self.campaign())
    #expect(fits.excess == nil && fits.bytes(deliveryID: String(repeating: "0", count: 36)).count == 4_096)
  }
}
