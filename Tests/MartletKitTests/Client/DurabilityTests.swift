// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// What was logged arrives once, whatever happens in between.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DurabilityTests {
  private let transport = HeldTransport()

  /// Only events, sent when the test asks for it.
  private func manual(_ transport: any Transport, directory: URL? = nil, clock: ManualClock = ManualClock())
    -> Bench
  {
    Bench(transport: transport, directory: directory, clock: clock) { $0.api.requestPolicy = .manual }
  }

  @Test
  func `a process that ends between sending and the answer sends the same ids again, and they count once`()
    async
  {
    // process 1                     server
    // logs a, b; flushes  ──────▶   stores a, b
    // killed              ◀─ ✕ ──   the answer is lost
    // process 2
    // flushes             ──────▶   a, b: duplicates
    let server = ScriptedServer()
    let first = manual(transport)
    first.martlet.logCustomEvent(name: "a")
    first.martlet.logCustomEvent(name: "b")
    first.martlet.requestImmediateDataFlush()
    let request = await transport.waitForRequest()
    _ = try? await server.send(request.request)

    let second = manual(server, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2))
    second.martlet.logCustomEvent(name: "c")
    second.martlet.requestImmediateDataFlush()
    await second.settle(until: { server.storedEvents.count == 3 })
    #expect(server.storedEvents.map(\.label) == ["custom a", "custom b", "custom c"])
    #expect(server.duplicateCount == 2)
    #expect(request.events.map(\.id) == server.storedEvents.prefix(2).map(\.id))

    let third = manual(transport, directory: second.copyOfDirectory(), clock: ManualClock(seed: 3))
    third.martlet.requestImmediateDataFlush()
    await third.martlet.settled()
    #expect(transport.receivedCount == 1)
  }

  @Test func `an event is written when the call has been taken, and on the disk within 100 ms`() async {
    let bench = manual(transport)
    bench.martlet.logCustomEvent(name: "written")
    await bench.martlet.settled()
    #expect(bench.storedText.contains("written"))
    #expect(bench.clock.sleeperCount >= 1)
    await bench.advance(by: .milliseconds(100))
    #expect(bench.log.all.filter { $0.hasPrefix("error") } == [])
  }

  @Test func `a damaged journal is named in the log, and everything else in it is sent`() async throws {
    let first = manual(transport)
    for name in ["a", "b", "c"] { first.martlet.logCustomEvent(name: name) }
    await first.martlet.settled()
    let directory = first.copyOfDirectory()
    let segments = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("journal.") }
    for segment in segments {
      var bytes = try Data(contentsOf: segment)
      guard let hit = bytes.firstRange(of: Data("\"name\":\"b\"".utf8)) else { continue }
      bytes[hit.lowerBound] ^= 0x01
      bytes.append(contentsOf: [0x4D, 0x01, 0x10])
      try bytes.write(to: segment)
    }
    let server = ScriptedServer()
    let second = manual(server, directory: directory, clock: ManualClock(seed: 2))
    second.martlet.requestImmediateDataFlush()
    await second.settle(until: { !server.storedEvents.isEmpty })
    #expect(server.storedEvents.map(\.label) == ["custom a", "custom c"])
    #expect(second.log.contains("damaged"))
    #expect(second.log.contains("cut off"))
  }

  @Test
  func `a segment that cannot be read is named in the log, and what is logged now is written all the same`()
    async throws
  {
    let directory = URL.temporary()
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent("journal.1"), withIntermediateDirectories: true)
    let first = manual(transport, directory: directory)
    first.martlet.logCustomEvent(name: "a")
    await first.martlet.settled()
    #expect(first.log.contains("journal.1 cannot be read"))
    let server = ScriptedServer()
    let second = manual(server, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2))
    second.martlet.requestImmediateDataFlush()
    await second.martlet.settled()
    await second.settle(until: { !server.storedEvents.isEmpty })
    #expect(server.storedEvents.map(\.label) == ["custom a"])
  }

  @Test
  func `offline, stored definitions trigger and events wait; online again, everything arrives in order`()
    async
  {
    let server = ScriptedServer(campaigns: [.onEvent("hello")])
    let network = SwitchableTransport(server)
    let first = Bench(transport: network)
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !first.delegate.decisions.isEmpty })

    network.isOnline = false
    let second = Bench(transport: network, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2))
    second.martlet.applicationDidBecomeActive()
    second.martlet.logCustomEvent(name: "hello")
    await second.settle(until: { second.presenter.presented.count == 1 })
    second.martlet.logCustomEvent(name: "later")
    await second.settle(until: { second.log.contains("No response from the server (Offline)") })

    network.isOnline = true
    await second.advance(by: .seconds(300))
    await second.settle(until: { server.storedEvents.contains { $0.label == "custom later" } })
    let custom = server.storedEvents.filter { $0.label.hasPrefix("custom") || $0.label == "session_start" }
    #expect(custom.map(\.label) == ["session_start", "session_start", "custom hello", "custom later"])
    #expect(Set(server.storedEvents.map(\.id)).count == server.storedEvents.count)
  }

  @Test func `a user and a switch that were set survive a restart`() async {
    let first = manual(transport)
    first.martlet.changeUser(userId: "A")
    first.martlet.isEnabled = false
    await first.martlet.settled()
    let second = manual(transport, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2))
    await second.martlet.settled()
    #expect(!second.martlet.isEnabled)
    second.martlet.isEnabled = true
    second.martlet.applicationDidBecomeActive()
    // The first one asked for A's definitions before it was switched off.
    var sync = await transport.waitForRequest()
    if sync.sync?.sessionID == nil { sync = await transport.waitForRequest() }
    #expect(sync.sync?.userID == "A")
    #expect(sync.sync?.device.id.isEmpty == false)
  }

  @Test func `a folder that cannot be used is named in the log, and the app goes on in memory`() async throws
  {
    let file = URL.temporary()
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
    let server = ScriptedServer(campaigns: [.onEvent("hello")])
    let bench = Bench(transport: server, directory: file)
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    #expect(bench.log.contains("events are kept only in memory"))
  }
}

extension FileManager {
  /// Copies a folder to which others may be writing. (`copyItem` never ends when a file becomes
  /// shorter on the way.)
  func copyFolder(at source: URL, to target: URL) throws {
    try createDirectory(at: target, withIntermediateDirectories: true)
    for item in try contentsOfDirectory(at: source, includingPropertiesForKeys: [.isDirectoryKey]) {
      let place = target.appendingPathComponent(item.lastPathComponent)
      if try item.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        try copyFolder(at: item, to: place)
      } else {
        try Data(contentsOf: item).write(to: place)
      }
    }
  }
}

extension Bench {
  /// The folder as it is at this moment: what a killed process leaves.
  func copyOfDirectory() -> URL {
    let copy = URL.temporary()
    try? FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    // A file that is put in another's place on the way ends a copy half done; a client that works
    // on has no more than a few of those.
    for _ in 0..<100 {
      do {
        try FileManager.default.copyFolder(at: directory, to: copy)
        return copy
      } catch {
        try? FileManager.default.removeItem(at: copy)
      }
    }
    // Of a client that stored nothing yet.
    return copy
  }

  /// Everything in the folder, as text.
  var storedText: String {
    let files =
      (try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
    return files.map { (try? Data(contentsOf: $0)).map { String(decoding: $0, as: UTF8.self) } ?? "" }.joined(
      separator: "\n")
  }
}
