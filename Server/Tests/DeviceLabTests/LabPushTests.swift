// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import MartletCore
import MartletTesting
import PushEndpoint
import Synchronization
import Testing

@testable import DeviceLab

/// Pushes to the phones of the lab.
@Suite struct LabPushTests {
  @Test func `a push goes over HTTP/2 to the phone that has its token, and to no phone that was removed`() async throws {
    let clock = ManualClock()
    let endpoint = LabEndpoint(environment: clock.environment)
    let (arrived, arrive) = AsyncStream.makeStream(of: ReceivedPush.self)
    endpoint.setReceiver { arrive.yield($0) }
    endpoint.add("ab12")
    let route = try await endpoint.route()
    let sender = try PushSender(key: route.key, host: route.host, environment: clock.environment)
    func push(_ token: String) throws -> Push {
      try Push(
        id: APNsID(delivery: "run \(token)"), deviceToken: token, topic: route.topic, kind: .alert, expiration: nil,
        payload: Array(#"{"aps":{"alert":"Hello"}}"#.utf8))
    }
    guard case .sent = await sender.send(try push("ab12")) else {
      Issue.record("not sent")
      return
    }
    var pushes = arrived.makeAsyncIterator()
    #expect(await pushes.next()?.deviceToken == "ab12")
    endpoint.remove("ab12")
    guard case .invalidToken(let invalid) = await sender.send(try push("ab12")) else {
      Issue.record("still accepted")
      return
    }
    #expect(invalid.reason == .unregistered)
    await sender.shutDown()
    await endpoint.stop()
    await #expect(throws: CancellationError.self) { _ = try await endpoint.route() }
  }

  @Test(
    arguments: [
      ("", nil), ("[]", nil), ("{}", nil), (#"{"martlet":{}}"#, nil), (#"{"aps":{}}"#, true), (#"{"aps":7}"#, true),
      (#"{"aps":{"alert":"Hi"}}"#, false), (#"{"aps":{"alert":{"title":7,"body":null}}}"#, false),
      (#"{"aps":{"alert":[],"badge":-4}}"#, false), (#"{"aps":{"alert":{},"badge":99999999999999999999}}"#, false),
    ] as [(String, Bool?)])
  func `a phone understands a push or ignores it, whatever the payload is`(payload: String, isSilent: Bool?) {
    let notification = PhoneNotification(Self.push(payload), at: Instant(milliseconds: 0))
    #expect(notification?.isSilent == isSilent)
    #expect((notification?.badge ?? 0) >= 0)
    if let notification { #expect(!notification.words.isEmpty) }
  }

  @Test func `a picture is only taken by https`() {
    func image(_ url: String) -> String? {
      PhoneNotification(Self.push(#"{"aps":{"alert":"Hi"},"martlet":{"image_url":"\#(url)"}}"#), at: Instant(milliseconds: 0))?.imageURL
    }
    #expect(image("https://cdn.example/a.png") == "https://cdn.example/a.png")
    #expect(image("http://cdn.example/a.png") == nil)
    #expect(image("data:text/html,x") == nil)
  }

  @Test func `the list holds the newest notifications, and one with the same id replaces the other`() throws {
    var centre = NotificationCentre()
    for number in 1...30 {
      let push = Self.push(#"{"aps":{"alert":"\#(number)"}}"#, id: "n\(number)")
      centre.add(try #require(PhoneNotification(push, at: Instant(milliseconds: 0))), toList: true, asBanner: number == 30)
    }
    #expect(centre.list.count == NotificationCentre.maximum && centre.list.first?.body == "30" && centre.banner?.body == "30")
    let again = try #require(PhoneNotification(Self.push(#"{"aps":{"alert":"new"}}"#, id: "n25"), at: Instant(milliseconds: 0)))
    centre.add(again, toList: true, asBanner: false)
    #expect(centre.list.count == NotificationCentre.maximum && centre.list.map(\.id).count { $0 == "n25" } == 1)
    #expect(centre.notification("n25")?.body == "new")
    centre.remove("n30")
    #expect(centre.banner == nil && centre.notification("n30") == nil)
  }

  private static func push(_ payload: String, id: String = "id") -> ReceivedPush {
    ReceivedPush(
      number: 1, id: id, deviceToken: "ab", topic: "t", kind: "alert", priority: 10, expiration: nil, collapseID: nil,
      payload: Array(payload.utf8))
  }
}
