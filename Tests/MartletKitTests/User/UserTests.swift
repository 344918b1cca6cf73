// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Who the app's user is, and what is known of them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct UserTests {
  private func attributes(on server: ScriptedServer) -> [String: Wire.JSONValue] {
    var found: [String: Wire.JSONValue] = [:]
    for event in server.storedEvents {
      if case .attribute(let key, let value) = event.body { found[key] = value }
    }
    return found
  }

  @Test func `attributes of every type reach the server with their type`() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server)
    let user = bench.martlet.user
    user.setCustomAttribute(key: "text", value: "free")
    user.setCustomAttribute(key: "bool", value: true)
    user.setCustomAttribute(key: "int", value: 3)
    user.setCustomAttribute(key: "double", value: 2.5)
    user.setCustomAttribute(key: "born", value: Date(timeIntervalSince1970: -86_400))
    user.setCustomAttribute(key: "list", array: ["a", "b"])
    user.unsetCustomAttribute(key: "gone")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.count == 7 })
    #expect(
      attributes(on: server) == [
        "text": "free", "bool": true, "int": 3, "double": 2.5, "born": ["$date": -86_400_000],
        "list": ["a", "b"], "gone": .null,
      ])
  }

  @Test func `what most apps know of a person has keys of its own, and nil removes it`() async throws {
    let server = ScriptedServer()
    let bench = Bench(transport: server)
    let user = bench.martlet.user
    user.set(firstName: "Ada")
    user.set(lastName: "Lovelace")
    user.set(email: "ada@example.test")
    user.set(phoneNumber: "+44 20 7946 0000")
    user.set(country: "GB")
    user.set(homeCity: "London")
    user.set(language: "en-GB")
    user.set(gender: .preferNotToSay)
    // Half past midnight in Auckland, where it is the eleventh already.
    let birth = Date(timeIntervalSince1970: 1_702_207_800)
    user.set(dateOfBirth: birth, timeZone: try #require(TimeZone(identifier: "Pacific/Auckland")))
    user.set(homeCity: nil)
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.count == 10 })
    #expect(
      attributes(on: server) == [
        "first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.test",
        "phone_number": "+44 20 7946 0000", "country": "GB",
        "home_city": .null, "language": "en-GB", "gender": "prefer_not_to_say", "date_of_birth": "2023-12-11",
      ])
  }

  @Test func `what a person wants to be written to about, and places, are attributes too`() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server)
    let user = bench.martlet.user
    user.set(emailSubscriptionState: .optedIn)
    user.set(pushNotificationSubscriptionState: .unsubscribed)
    user.addToSubscriptionGroup(id: "news")
    user.removeFromSubscriptionGroup(id: "offers")
    user.setLocationCustomAttribute(key: "shop", latitude: 52.5, longitude: 13.4)
    user.setLocationCustomAttribute(key: "nowhere", latitude: 91, longitude: 0)
    user.unsetLocationCustomAttribute(key: "away")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.count == 6 })
    #expect(
      attributes(on: server) == [
        "email_subscription": "opted_in", "push_subscription": "unsubscribed",
        "subscription_group.news": true,
        "subscription_group.offers": false, "shop": ["latitude": 52.5, "longitude": 13.4], "away": .null,
      ])
    // The server asks for this value.
    #expect(Martlet.User.SubscriptionState.unsubscribed.rawValue == Wire.Subscription.unsubscribed)
    #expect(bench.log.contains("The attribute nowhere is not set"))
  }

  @Test func `changes reach the server as changes, in their order and each at an instant of its own`() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server)
    let user = bench.martlet.user
    user.incrementCustomUserAttribute(key: "visits")
    user.incrementCustomUserAttribute(key: "visits", by: -2)
    user.incrementCustomUserAttribute(key: "litres", by: 0.5)
    user.addToCustomAttributeStringArray(key: "likes", value: "tea")
    user.removeFromCustomAttributeStringArray(key: "likes", value: "tea")
    user.setCustomAttribute(
      key: "home", dictionary: ["city": "Wien", "street": nil, "since": ["year": 2_020]], merge: true)
    user.setCustomAttribute(key: "work", dictionary: ["city": "Graz"])
    user.setCustomAttribute(key: "pets", array: [["name": "Miez"]])
    user.setCustomAttribute(key: "none", array: [])
    user.add(alias: "ada-7", label: "forum")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.count == 10 })
    let bodies = server.storedEvents.map(\.body)
    func change(_ key: String, _ operation: Wire.AttributeChange.Operation, _ value: Wire.JSONValue)
      -> Wire.EventRecord.Body
    {
      .attributeChange(key: key, Wire.AttributeChange(.known(operation), value))
    }
    #expect(
      bodies == [
        change("visits", .increment, 1), change("visits", .increment, -2), change("litres", .increment, 0.5),
        change("likes", .add, "tea"), change("likes", .remove, "tea"),
        change("home", .merge, ["city": "Wien", "street": .null, "since": ["year": 2_020]]),
        .attribute(key: "work", value: ["city": "Graz"]), .attribute(key: "pets", value: [["name": "Miez"]]),
        .attribute(key: "none", value: []), .attribute(key: "alias.forum", value: "ada-7"),
      ])
    // The clock stands still, and the server goes by the instants.
    let instants = server.storedEvents.map(\.at)
    #expect(instants == instants.sorted() && Set(instants).count == 10)
  }

  @Test func `a change that cannot be one is refused as a whole and named in the log`() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server)
    let user = bench.martlet.user
    user.incrementCustomUserAttribute(key: "", by: 1)
    user.incrementCustomUserAttribute(key: "n", by: Double.infinity)
    user.addToCustomAttributeStringArray(key: "l", value: String(repeating: "x", count: 40_000))
    user.setCustomAttribute(key: "o", dictionary: ["$a": 1], merge: true)
    user.setCustomAttribute(key: "o", dictionary: ["a": Task<Void, Never>.self])
    user.add(alias: "a", label: String(repeating: "x", count: 250))
    user.add(alias: "", label: "forum")
    user.add(alias: "a", label: "")
    user.incrementCustomUserAttribute(key: "fine")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { !server.storedEvents.isEmpty })
    #expect(server.storedEvents.map(\.label) == ["attribute_change fine increment"])
    #expect(bench.log.all.filter { $0.contains("The attribute") && $0.contains("is not logged") }.count == 6)
    #expect(bench.log.all.filter { $0.contains("An alias is not added") }.count == 1, "the same is said once")
  }

  @Test func `what an attribute cannot hold is refused as a whole and named in the log`() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server)
    let user = bench.martlet.user
    user.setCustomAttribute(key: "", value: 1)
    user.setCustomAttribute(key: String(repeating: "k", count: 256), value: 1)
    user.setCustomAttribute(key: "infinite", value: Double.infinity)
    user.setCustomAttribute(key: "ancient", value: Date(timeIntervalSince1970: -62_135_596_801))
    user.setCustomAttribute(key: "long", array: Array(repeating: "x", count: 251))
    user.setCustomAttribute(key: "large", value: String(repeating: "x", count: 40_000))
    user.setCustomAttribute(key: "fine", array: Array(repeating: "x", count: 250))
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { !server.storedEvents.isEmpty })
    #expect(Array(attributes(on: server).keys) == ["fine"])
    #expect(bench.log.all.filter { $0.contains("The attribute") && $0.contains("is not logged") }.count == 6)
  }

  @Test func `the user's id is the one last given, and nil before`() async {
    let bench = Bench(transport: ScriptedServer())
    await bench.martlet.settled()
    #expect(bench.martlet.user.id == nil)
    bench.martlet.changeUser(userId: "ada")
    #expect(bench.martlet.user.id == "ada")
    await bench.martlet.settled()
  }

  @Test
  func
    `who signs in while the SDK is off is the user when it is on again, and gets nothing of the person before`()
    async
  {
    let server = ScriptedServer(campaigns: [.onEvent("hello")])
    let bench = Bench(transport: server) { $0.api.requestPolicy = .manual }
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.changeUser(userId: "ada")
    // Whether the session before was answered too depends on when definitions come.
    await bench.settle(until: { bench.delegate.decisions.contains { $0.userID == "ada" } })
    bench.martlet.isEnabled = false
    bench.martlet.changeUser(userId: "carla")
    bench.martlet.changeUser(userId: "ben")
    await bench.martlet.settled()
    #expect(bench.martlet.user.id == "ben")
    bench.martlet.isEnabled = true
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    #expect(bench.delegate.decisions.last?.userID == "ben")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "custom hello" } })
    #expect(server.storedEvents.filter { $0.label == "custom hello" }.map(\.userID) == ["ben"])
    #expect(!server.storedEvents.contains { $0.userID == "carla" })
    let next = Bench(transport: server, directory: bench.copyOfDirectory(), clock: ManualClock(seed: 2))
    await next.martlet.settled()
    #expect(next.martlet.user.id == "ben")
  }

  @Test
  func
    `after a wipe nobody is remembered but who signs in later, and they are stored only when the SDK is on`()
    async
  {
    let server = ScriptedServer()
    let bench = Bench(transport: server) { $0.api.requestPolicy = .manual }
    bench.martlet.changeUser(userId: "ada")
    bench.martlet.isEnabled = false
    bench.martlet.changeUser(userId: "carla")
    bench.martlet.wipeData()
    await bench.martlet.settled()
    #expect(bench.martlet.user.id == nil)
    bench.martlet.changeUser(userId: "ben")
    await bench.martlet.settled()
    #expect(!bench.storedText.contains("ben"))
    bench.martlet.isEnabled = true
    await bench.martlet.settled()
    #expect(bench.martlet.user.id == "ben")
    #expect(bench.storedText.contains("ben"))
    #expect(!bench.storedText.contains("ada") && !bench.storedText.contains("carla"))
  }

  @Test func `the device's id is the one that requests carry`() async throws {
    let transport = HeldTransport()
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    let sent = try #require(await transport.waitForRequest().sync)
    let id = try #require(await bench.martlet.deviceId)
    #expect(id == sent.device.id)
  }
}
