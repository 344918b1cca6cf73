// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire
import TestSupport
import Testing

@testable import EngagementReach

@MainActor
@Suite("Notifications of apps that move in", .timeLimit(.minutes(5)), .serialized)
struct PushMessageTests {
  private nonisolated static let good = #"""
    {"aps":{"alert":{"title":"Hello","body":"You"},"badge":3,"content-available":1},"martlet":{"version":1,"campaign_id":"news","delivery_id":"d-1",
    "url":"https://example.test/offer","use_web_view":true,"opens_content":true,"actions":{"buy":{"url":"https://example.test/buy"}},
    "extras":{"n":1.5,"deep":[{"a":[true,null]}]}},"other":"x"}
    """#

  @Test func `a message has the id of its notification, what it has for Martlet, and all of it`() throws {
    let message = AEPushMessage()
    #expect(message.messageId == "" && message.reachValues.isEmpty && message.payload.isEmpty)
    #expect(message.parseJsonPayload(Self.good))
    #expect(message.messageId == "d-1")
    #expect(message.reachValues["campaign_id"] as? String == "news")
    #expect((message.reachValues["extras"] as? [String: Any])?["n"] as? Double == 1.5)
    #expect(message.payload["other"] as? String == "x")
  }

  @Test func `a payload is read from a dictionary, a string and data`() throws {
    let data = Data(Self.good.utf8)
    let fields = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for json in [fields, Self.good, data] as [Any] {
      let message = AEPushMessage()
      #expect(message.parseJsonPayload(json))
      #expect(message.messageId == "d-1")
    }
  }

  @Test(
    arguments: [
      nil, 5, "", "{", "[1]", "null", #"{"aps":{}}"#, ["aps": ["alert": "Hello"]], "{}", Data([0xFF]),
    ] as [(any Sendable)?])
  func `what is no notification of Martlet changes nothing`(json: (any Sendable)?) {
    let message = AEPushMessage(userInfo: ["martlet": ["delivery_id": "d"]])
    #expect(!message.parseJsonPayload(json))
    #expect(message.messageId == "d")
  }

  @Test func `a text that is longer than 64 KB is not read`() {
    let long = #"{"martlet":{"delivery_id":"d"},"x":""# + String(repeating: "x", count: 65_536) + #""}"#
    #expect(!AEPushMessage().parseJsonPayload(long))
    #expect(!AEPushMessage().parseJsonPayload(Data(long.utf8)))
  }

  @Test func `a message comes back from an archive, and a damaged archive gives none`() throws {
    let message = AEPushMessage()
    message.parseJsonPayload(Self.good)
    let bytes = try NSKeyedArchiver.archivedData(withRootObject: message, requiringSecureCoding: true)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AEPushMessage.self, from: bytes))
    #expect(read.messageId == "d-1")
    #expect(Set(read.payload.keys) == ["aps", "martlet", "other"])
    #expect(read.reachValues["use_web_view"] as? Bool == true)
    #expect(
      (try? NSKeyedUnarchiver.unarchivedObject(ofClass: AEPushMessage.self, from: Data(bytes.prefix(20))))
        == nil)
  }

  @Test func `a module of the app hears of the start, of screens and of notifications`() async throws {
    let bench = MovedAppBench()
    let module = OwnModule()
    await bench.start(with: [module])
    #expect(bench.agent.getModule("own") === module)
    bench.agent.startActivity("cart", extras: nil)
    let fields = try #require(try JSONSerialization.jsonObject(with: Data(Self.good.utf8)) as? [String: Any])
    bench.agent.applicationDidReceiveRemoteNotification(fields, fetchCompletionHandler: nil)
    bench.agent.applicationDidReceiveRemoteNotification(
      ["aps": ["alert": "Hello"]], fetchCompletionHandler: nil)
    bench.agent.tellModules(tapOn: fields)
    await bench.settle { module.heard.count == 5 }
    #expect(module.heard == ["start", "screen cart", "message d-1", "notification d-1", "tap d-1"])
  }

  @Test func `a module that wants nothing but its start is left alone`() async throws {
    let bench = MovedAppBench()
    let module = PlainModule()
    await bench.start(with: [module])
    bench.agent.startActivity("cart", extras: nil)
    bench.agent.applicationDidReceiveRemoteNotification(
      ["martlet": ["delivery_id": "d"]], fetchCompletionHandler: nil)
    await bench.martlet.settled()
    #expect(module.starts == 1)
    // What the agent never calls does nothing.
    module.dlcDownloaded(AEPushMessage())
    module.dlcDownloadFailed("d")
    module.campaignsPolled([])
    module.campaignsPollFailed()
    #expect(module.starts == 1)
  }

  @Test func `hostile notifications crash nothing, and are either Martlet's or left to the app`() async throws
  {
    let bench = MovedAppBench()
    let module = OwnModule()
    await bench.start(with: [module])
    var ours = 0
    for seed in PropertyCases.fuzzSeeds(usual: 1_000, targets: 2) {
      var mutator = Mutator(seed: seed, corpus: [Array(Self.good.utf8)])
      let text = mutator.next()
      let message = AEPushMessage()
      let isRead = message.parseJsonPayload(Data(text))
      let fields = (try? JSONSerialization.jsonObject(with: Data(text))) as? [String: Any]
      let isOurs = EngagementAgent.isEngagementPushPayload(fields)
      #expect(isOurs == (fields?["martlet"] != nil), "seed \(seed)")
      #expect(isRead == isOurs, "seed \(seed)")
      #expect(message.payload.isEmpty != isRead, "seed \(seed)")
      guard let fields else { continue }
      var wasCalled = false
      bench.agent.applicationDidReceiveRemoteNotification(fields) { _ in wasCalled = true }
      if isOurs {
        ours += 1
        // What was read can be archived, and is read again.
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: message, requiringSecureCoding: true)
        let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: AEPushMessage.self, from: bytes)
        #expect(again?.messageId == message.messageId, "seed \(seed)")
      } else {
        await bench.martlet.settled()
        #expect(!wasCalled, "seed \(seed)")
      }
    }
    #expect(ours > 0)
    await bench.settle { module.heard.count { $0.hasPrefix("message") } == ours }
  }

  @Test func `hostile objects in a notification crash nothing`() {
    var deep: Any = 1
    for _ in 0..<500 { deep = ["a": deep] }
    let objects: [Any] = [
      deep, Date(timeIntervalSince1970: 0), Data([1]), JSONDecoder(), Double.nan, Double.infinity, UInt64.max,
      NSNull(), [NSNull(), deep],
      URL(fileURLWithPath: "/"),
    ]
    for object in objects {
      for userInfo: [AnyHashable: Any] in [
        ["martlet": object], ["martlet": ["delivery_id": object]], [1: object, "martlet": [:]],
        ["aps": object, "martlet": 1],
      ] {
        #expect(EngagementAgent.isEngagementPushPayload(userInfo))
        let message = AEPushMessage(userInfo: userInfo)
        #expect(message.parseJsonPayload(userInfo))
        #expect(
          (try? NSKeyedArchiver.archivedData(withRootObject: message, requiringSecureCoding: true)) != nil)
      }
    }
  }
}

@MainActor
private final class OwnModule: AEModule {
  private(set) var heard: [String] = []

  func start() { heard.append("start") }
  func stop() {}
  func name() -> String { "own" }
  func configurationChanged() { heard.append("configuration") }
  func activityChanged(_ name: String) { heard.append("screen \(name)") }
  func pushMessageReceived(_ message: AEPushMessage) { heard.append("message \(message.messageId)") }
  func processRemoteNotification(_ userInfo: [AnyHashable: Any]) {
    heard.append("notification \(id(userInfo))")
  }
  func pushNotificationReceived(_ userInfo: [AnyHashable: Any]) { heard.append("tap \(id(userInfo))") }

  private func id(_ userInfo: [AnyHashable: Any]) -> String {
    (userInfo["martlet"] as? [String: Any])?["delivery_id"] as? String ?? ""
  }
}

@MainActor
private final class PlainModule: AEModule {
  private(set) var starts = 0
  func start() { starts += 1 }
  func stop() {}
  func name() -> String { "plain" }
}
