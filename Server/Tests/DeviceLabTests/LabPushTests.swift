// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import MartletCore
import MartletTesting
import Testing

@testable import DeviceLab

/// Pushes to the phones of the lab.
@Suite struct LabPushTests {
  @Test func `pushes reach the phone that has their token in their order, and no phone that was removed`()
    async throws
  {
    let pushes = LabPushService(environment: ManualClock().environment)
    pushes.add("ab12")
    for id in ["1", "2"] { #expect(await pushes.send(try Self.push(id: id, to: "ab12")) == .sent) }
    pushes.remove("ab12")
    guard case .invalidToken(let invalid) = await pushes.send(try Self.push(id: "3", to: "ab12")) else {
      Issue.record("still accepted")
      return
    }
    #expect(invalid.reason == .unregistered)
    pushes.add("ab12")
    pushes.stop()
    // Another server sends it again.
    #expect(
      await pushes.send(try Self.push(id: "4", to: "ab12"))
        == .later(Postponement(cause: .shutDown, wait: .none)))
    var arrived: [String] = []
    for await arrival in pushes.arrivals { arrived.append("\(arrival.number): \(arrival.push.collapseID)") }
    #expect(arrived == ["1: 1", "2: 2"])
  }

  @Test(
    arguments: [
      (" ", nil), ("[]", nil), ("{}", nil), (#"{"martlet":{}}"#, nil), (#"{"aps":{}}"#, true),
      (#"{"aps":7}"#, true),
      (#"{"aps":{"alert":"Hi"}}"#, false), (#"{"aps":{"alert":{"title":7,"body":null}}}"#, false),
      (#"{"aps":{"alert":[],"badge":-4}}"#, false),
      (#"{"aps":{"alert":{},"badge":99999999999999999999}}"#, false),
    ] as [(String, Bool?)])
  func `a phone understands a push or ignores it, whatever the payload is`(payload: String, isSilent: Bool?)
    throws
  {
    let notification = PhoneNotification(try Self.arrival(payload), at: Instant(milliseconds: 0))
    #expect(notification?.isSilent == isSilent)
    #expect((notification?.badge ?? 0) >= 0)
    if let notification { #expect(!notification.words.isEmpty) }
  }

  @Test func `a picture is only taken by https`() throws {
    func image(_ url: String) throws -> String? {
      PhoneNotification(
        try Self.arrival(#"{"aps":{"alert":"Hi"},"martlet":{"image_url":"\#(url)"}}"#),
        at: Instant(milliseconds: 0))?
        .imageURL
    }
    #expect(try image("https://cdn.example/a.png") == "https://cdn.example/a.png")
    #expect(try image("http://cdn.example/a.png") == nil)
    #expect(try image("data:text/html,x") == nil)
  }

  @Test func `the list holds the newest notifications, and one with the same id replaces the other`() throws {
    var centre = NotificationCentre()
    for number in 1...30 {
      let push = try Self.arrival(#"{"aps":{"alert":"\#(number)"}}"#, id: "n\(number)")
      centre.add(
        try #require(PhoneNotification(push, at: Instant(milliseconds: 0))), toList: true,
        asBanner: number == 30)
    }
    #expect(
      centre.list.count == NotificationCentre.maximum && centre.list.first?.body == "30"
        && centre.banner?.body == "30")
    let again = try #require(
      PhoneNotification(
        try Self.arrival(#"{"aps":{"alert":"new"}}"#, id: "n25"), at: Instant(milliseconds: 0)))
    centre.add(again, toList: true, asBanner: false)
    #expect(
      centre.list.count == NotificationCentre.maximum && centre.list.map(\.id).count { $0 == "n25" } == 1)
    #expect(centre.notification("n25")?.body == "new")
    centre.remove("n30")
    #expect(centre.banner == nil && centre.notification("n30") == nil)
  }

  private static func push(_ payload: String = "{}", id: String, to token: String) throws -> Push {
    try Push(
      id: APNsID(delivery: id), deviceToken: token, topic: LabPushService.topic, collapseID: id,
      payload: Array(payload.utf8))
  }

  private static func arrival(_ payload: String, id: String = "id") throws -> LabPushService.Arrival {
    LabPushService.Arrival(number: 1, push: try push(payload, id: id, to: "ab"))
  }
}
