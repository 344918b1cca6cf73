// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Off stays off, and what was wiped stays away, whatever the disk does.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PrivacyTests {
  private let server = ScriptedServer()

  /// A client that sends when the test asks for it, on a folder with these files.
  private func bench(
    _ files: [String: String] = [:], folders: [String] = [], in directory: URL = .temporary(),
    seed: UInt64 = 1
  ) throws
    -> Bench
  {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for folder in folders {
      try FileManager.default.createDirectory(
        at: directory.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for (name, text) in files { try Data(text.utf8).write(to: directory.appendingPathComponent(name)) }
    return Bench(transport: server, directory: directory, clock: ManualClock(seed: seed)) {
      $0.api.requestPolicy = .manual
    }
  }

  @Test(arguments: StoredStates.unreadable)
  func `off is what a stored state that cannot be read means, until the app says that it is on`(text: String)
    async throws
  {
    let bench = try bench(["state.json": text])
    bench.martlet.logCustomEvent(name: "ignored")
    bench.martlet.requestImmediateDataFlush()
    await bench.martlet.settled()
    #expect(!bench.martlet.isEnabled)
    #expect(await bench.martlet.deviceId == nil)
    #expect(bench.log.all.contains { $0.hasPrefix("error") && $0.contains("set `isEnabled = true`") })

    bench.martlet.isEnabled = true
    bench.martlet.logCustomEvent(name: "agreed")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { !server.storedEvents.isEmpty })
    #expect(server.storedEvents.map(\.label) == ["custom agreed"])
    let next = try self.bench(in: bench.copyOfDirectory(), seed: 2)
    let id = await next.martlet.deviceId
    #expect(next.martlet.isEnabled)
    #expect(await bench.martlet.deviceId == id)
  }

  @Test func `on is what no stored state means: it is the first launch`() async throws {
    let bench = try bench()
    #expect(await bench.martlet.deviceId != nil)
    #expect(bench.martlet.isEnabled)
    #expect(bench.log.all.filter { $0.hasPrefix("error") } == [])
  }

  @Test(arguments: [StoredStates.off] + StoredStates.unreadable)
  func `the switch counts also in a folder that cannot be used otherwise`(text: String) async throws {
    let bench = try bench(["state.json": text], folders: ["lock"])
    await bench.martlet.settled()
    #expect(!bench.martlet.isEnabled)
    #expect(bench.log.contains("The storage folder cannot be used"))
  }

  @Test func `a process that ends amid a wipe has wiped all the same: the next launch erases what is left`()
    async throws
  {
    let first = try bench()
    first.martlet.changeUser(userId: "A")
    first.martlet.logCustomEvent(name: "private")
    await first.martlet.settled()
    let killed = first.copyOfDirectory()
    first.martlet.wipeData()
    await first.martlet.settled()
    #expect(!first.storedText.contains("private"))

    // The state says that it was wiped; the rest is as before, with what an earlier crash left half
    // written.
    let state = killed.appendingPathComponent("state")
    try Data(contentsOf: first.directory.appendingPathComponent("state")).write(to: state)
    let names = [
      "journal.9.new", "definitions", "definitions.new", "definitions.json", "definitions.json.new",
    ]
    let second = try bench(
      Dictionary(uniqueKeysWithValues: names.map { ($0, "private") }), in: killed, seed: 2)
    await second.martlet.settled()
    #expect(!second.storedText.contains("private"))
    #expect(!second.martlet.isEnabled)
    second.martlet.isEnabled = true
    second.martlet.logCustomEvent(name: "new")
    second.martlet.requestImmediateDataFlush()
    await second.settle(until: { !server.storedEvents.isEmpty })
    #expect(server.storedEvents.map(\.label) == ["custom new"])
    #expect(server.storedEvents.allSatisfy { $0.userID == nil })
  }

  @Test
  func
    `when a wipe cannot erase everything, nothing of before is sent later, and nothing new is stored beside it`()
    async throws
  {
    // No client can remove a folder that has the name of one of its files.
    let first = try bench(folders: ["journal.2.new"])
    first.martlet.logCustomEvent(name: "private")
    await first.martlet.settled()
    first.martlet.wipeData()
    first.martlet.isEnabled = true
    first.martlet.logCustomEvent(name: "new")
    first.martlet.requestImmediateDataFlush()
    await first.settle(until: { !server.storedEvents.isEmpty })
    #expect(first.log.contains("Could not erase the stored data"))
    #expect(!first.storedText.contains("private") && !first.storedText.contains("new"))

    let next = first.copyOfDirectory()
    let second = try bench(in: next, seed: 2)
    await second.martlet.settled()
    #expect(!second.martlet.isEnabled)
    try FileManager.default.removeItem(at: next.appendingPathComponent("journal.2.new"))
    second.martlet.isEnabled = true
    second.martlet.logCustomEvent(name: "newer")
    second.martlet.requestImmediateDataFlush()
    await second.settle(until: { server.storedEvents.count >= 2 })
    #expect(server.storedEvents.map(\.label) == ["custom new", "custom newer"])
    #expect(second.storedText.contains("newer"))
  }
}

private enum StoredStates {
  static let off = #"{"version": 1, "enabled": false, "device_id": "d"}"#
  static let unreadable = [
    "", #"{"version": 1, "enab"#, "{}", "null", #"{"enabled": "no"}"#, "\u{0}\u{0}\u{0}\u{0}",
  ]
}
