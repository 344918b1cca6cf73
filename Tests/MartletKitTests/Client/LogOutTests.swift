// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Back to somebody anonymous.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LogOutTests {
  @Test
  func
    `the next person is somebody the server has never seen, and what waited goes out under the name of the device that logged it`()
    async throws
  {
    let server = ScriptedServer(campaigns: [])
    let network = SwitchableTransport(server, isOnline: false)
    let bench = Bench(transport: network)
    bench.martlet.logCustomEvent(name: "before")
    bench.martlet.changeUser(userId: "ada")
    bench.martlet.logCustomEvent(name: "hers")
    let first = try #require(await bench.martlet.deviceId)
    bench.martlet.logOut()
    bench.martlet.logCustomEvent(name: "next")
    let second = try #require(await bench.martlet.deviceId)
    #expect(first != second)
    #expect(bench.martlet.user.id == nil)
    network.isOnline = true
    #expect(await bench.martlet.flush().isComplete)
    let sent = server.requests.compactMap { try? Wire.decode(Wire.EventsRequest.self, from: $0.plainBody) }
    let byDevice = Dictionary(grouping: sent, by: \.device.id).mapValues { $0.flatMap(\.events) }
    #expect(byDevice[first]?.map(\.label) == ["custom before", "user_changed", "custom hers"])
    #expect(byDevice[first]?.map(\.userID) == [nil, "ada", "ada"])
    #expect(byDevice[second]?.map(\.label) == ["custom next"])
    #expect(byDevice[second]?.map(\.userID) == [nil])
    #expect(sent.flatMap(\.events).allSatisfy { $0.unknown.isEmpty }, "the journal's mark is not sent")
  }

  @Test func `a relaunch before anything was sent keeps apart what each device logged`() async throws {
    let server = ScriptedServer(campaigns: [])
    let first = Bench(transport: SwitchableTransport(server, isOnline: false))
    first.martlet.changeUser(userId: "ada")
    let device = try #require(await first.martlet.deviceId)
    first.martlet.logOut()
    first.martlet.logCustomEvent(name: "next")
    let next = try #require(await first.martlet.deviceId)
    await first.martlet.settled()
    let second = Bench(transport: server, directory: first.copyOfDirectory())
    #expect(await second.martlet.deviceId == next)
    #expect(await second.martlet.flush().isComplete)
    #expect(await second.martlet.flush().isComplete)
    let sent = server.requests.compactMap { try? Wire.decode(Wire.EventsRequest.self, from: $0.plainBody) }
    #expect(
      sent.map { "\($0.device.id == device ? "former" : "present"): \($0.events.map(\.label))" }
        == [#"former: ["user_changed"]"#, #"present: ["custom next"]"#])
  }

  @Test func `messages of the person before go, the session ends and a new one begins, and the SDK stays on`()
    async
  {
    let server = ScriptedServer(campaigns: [.onEvent("a")])
    let bench = Bench(transport: server) { $0.triggerMinimumTimeInterval = 0 }
    bench.martlet.changeUser(userId: "ada")
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "a")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    let device = await bench.martlet.deviceId
    let shown = bench.presenter.presented[0]
    bench.martlet.logOut()
    #expect(shown.context?.isForCurrentUser == false, "at once")
    // Once when she signed in, once when she left.
    await bench.settle(until: { bench.presenter.dismissals == [.changeUser, .changeUser] })
    #expect(shown.context?.isValid == false)
    #expect(bench.martlet.isEnabled)
    _ = await bench.martlet.flush()
    let sent = server.requests.compactMap { try? Wire.decode(Wire.EventsRequest.self, from: $0.plainBody) }
    let hers = sent.filter { $0.device.id == device }.flatMap(\.events).map(\.label)
    let theirs = sent.filter { $0.device.id != device }.flatMap(\.events)
    #expect(hers.contains("session_end") && hers.contains("outcome discarded user_changed"))
    #expect(theirs.map(\.label).contains("session_start") && theirs.allSatisfy { $0.userID == nil })
  }

  @Test func `when nobody is signed in nothing changes, however often the app calls it`() async {
    let bench = Bench(transport: ScriptedServer(campaigns: []))
    let device = await bench.martlet.deviceId
    bench.martlet.logOut()
    bench.martlet.logOut()
    #expect(await bench.martlet.deviceId == device)
  }

  @Test func `somebody who leaves while the SDK is off is gone when it is on again`() async {
    let bench = Bench(transport: ScriptedServer(campaigns: []))
    bench.martlet.changeUser(userId: "ada")
    let device = await bench.martlet.deviceId
    bench.martlet.isEnabled = false
    bench.martlet.logOut()
    bench.martlet.isEnabled = true
    #expect(await bench.martlet.deviceId != device)
    #expect(bench.martlet.user.id == nil)
  }
}
