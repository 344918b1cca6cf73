// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A launch while files cannot be read: as before the first unlock of a device.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct UnreadableStorageTests {
  private let server = ScriptedServer(campaigns: [.onEvent("hello")])

  /// What a launch of user A left, and the id of its device.
  private func prepared(_ change: (Martlet) -> Void = { _ in }) async -> (folder: URL, deviceID: String?) {
    let first = Bench(transport: server) { $0.api.requestPolicy = .manual }
    first.martlet.changeUser(userId: "A")
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !first.delegate.decisions.isEmpty })
    first.martlet.requestImmediateDataFlush()
    await first.quiet()
    change(first.martlet)
    await first.martlet.settled()
    return (first.copyOfDirectory(), await first.martlet.deviceId)
  }

  private func launched(in folder: URL, seed: UInt64 = 2) -> Bench {
    Bench(transport: server, directory: folder, clock: ManualClock(seed: seed))
  }

  @Test(
    arguments: ["state", "journal.", "definitions", "engine."])
  func
    `what is logged until the folder can be read arrives, with its times and in its order, for whom it was logged; nothing is sent or shown before`(
      file: String
    ) async throws
  {
    let (folder, deviceID) = await prepared()
    let hidden = try Unreadable.hide(file, in: folder)
    let before = (requests: server.requests.count, stored: server.storedEvents.count)
    let bench = launched(in: folder)
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.logCustomEvent(name: "hello")
    await bench.martlet.settled()
    let firstTime = bench.clock.now
    await bench.advance(by: .seconds(2))
    bench.martlet.logCustomEvent(name: "later")
    bench.martlet.changeUser(userId: "B")
    bench.martlet.logCustomEvent(name: "as B")
    bench.martlet.requestImmediateDataFlush()
    await bench.advance(by: .seconds(1))
    #expect(await bench.martlet.deviceId == nil)
    #expect(server.requests.count == before.requests)
    #expect(bench.presenter.presented.isEmpty && bench.delegate.decisions.isEmpty)
    #expect(bench.log.all.filter { $0.hasPrefix("error") }.count == 1, "\(bench.log.all)")
    #expect(bench.log.contains("The stored data cannot be read yet"))

    try hidden.show()
    await bench.advance(by: .seconds(60))
    #expect(await bench.martlet.deviceId == deviceID)
    #expect(bench.martlet.user.id == "B")
    await bench.settle(until: { server.storedEvents.contains { $0.label == "custom as B" } })
    let mine = server.storedEvents.dropFirst(before.stored).filter {
      $0.label.hasPrefix("custom") || $0.label.hasPrefix("user")
    }
    #expect(mine.map(\.label) == ["custom hello", "custom later", "user_changed", "custom as B"])
    #expect(mine.map(\.userID) == ["A", "A", "B", "B"])
    #expect(
      mine.map(\.at) == [
        firstTime, firstTime + .seconds(2), firstTime + .seconds(2), firstTime + .seconds(2),
      ])
    #expect(bench.log.all.filter { $0.hasPrefix("error") }.count == 1, "\(bench.log.all)")
  }

  @Test(
    arguments: [true, false])
  func
    `the app that becomes active tries it at once, without waiting for the time; so does a device that is unlocked`(
      isActivation: Bool
    ) async throws
  {
    let (folder, deviceID) = await prepared()
    let hidden = try Unreadable.hide("state", in: folder)
    let bench = launched(in: folder)
    await bench.martlet.settled()
    await bench.advance(by: .seconds(3_600))
    try hidden.show()
    #expect(await bench.martlet.deviceId == nil)
    if isActivation {
      bench.martlet.applicationDidBecomeActive()
    } else {
      bench.martlet.mailbox.post(.storageMayBeReadable)
    }
    #expect(await bench.martlet.deviceId == deviceID)
  }

  @Test
  func `who had switched it off stays off: what was logged meanwhile is not sent, nor is anything shown`()
    async throws
  {
    let (folder, _) = await prepared { $0.isEnabled = false }
    let hidden = try Unreadable.hide("state", in: folder)
    let requests = server.requests.count
    let bench = launched(in: folder)
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.logCustomEvent(name: "hello")
    bench.martlet.logCustomEvent(name: "private")
    await bench.martlet.settled()
    try hidden.show()
    await bench.advance(by: .seconds(60))
    #expect(!bench.martlet.isEnabled)
    #expect(server.requests.count == requests && bench.presenter.presented.isEmpty)
    #expect(!bench.storedText.contains("private"))
  }

  @Test(
    arguments: [true, false])
  func
    `switched off while it cannot be read, it is off then and at the next launch, also when the process ends before; on again takes it back`(
      endsBefore: Bool
    ) async throws
  {
    let (folder, deviceID) = await prepared()
    let hidden = try Unreadable.hide("state", in: folder)
    let bench = launched(in: folder)
    bench.martlet.logCustomEvent(name: "before")
    bench.martlet.isEnabled = false
    await bench.martlet.settled()
    var next = bench
    if endsBefore {
      try hidden.show()
      next = launched(in: bench.copyOfDirectory(), seed: 3)
    } else {
      try hidden.show()
      await bench.advance(by: .seconds(60))
    }
    await next.martlet.settled()
    #expect(!next.martlet.isEnabled)
    #expect(await next.martlet.deviceId == deviceID)
    let third = launched(in: next.copyOfDirectory(), seed: 4)
    await third.martlet.settled()
    #expect(!third.martlet.isEnabled)
    third.martlet.isEnabled = true
    await third.martlet.settled()
    let fourth = launched(in: third.copyOfDirectory(), seed: 5)
    #expect(await fourth.martlet.deviceId == deviceID)
    #expect(fourth.martlet.isEnabled)
    #expect(fourth.martlet.user.id == "A")
  }

  @Test(
    arguments: [true, false])
  func
    `a wipe before it was read wins, whether it can be read by then or not: nothing of before is left, sent or shown, and what comes after it is new`(
      isReadable: Bool
    ) async throws
  {
    let (folder, deviceID) = await prepared()
    let hidden = try Unreadable.hide("state", in: folder)
    let stored = server.storedEvents.count
    let bench = launched(in: folder)
    bench.martlet.logCustomEvent(name: "private")
    await bench.martlet.settled()
    if isReadable { try hidden.show() }
    bench.martlet.wipeData()
    await bench.martlet.settled()
    await bench.advance(by: .seconds(120))
    #expect(!bench.martlet.isEnabled)
    #expect(await bench.martlet.deviceId == nil)
    #expect(!bench.storedText.contains("private") && !bench.storedText.contains("\"A\""))
    bench.martlet.isEnabled = true
    bench.martlet.logCustomEvent(name: "new")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.count > stored })
    let new = server.storedEvents.dropFirst(stored)
    #expect(new.map(\.label) == ["custom new"] && new.allSatisfy { $0.userID == nil })
    let newID = await bench.martlet.deviceId
    #expect(newID != nil && newID != deviceID)
  }

  @Test
  func
    `a folder without a state in which nothing can be written yet is no first launch: no id is made, and what was logged waits`()
    async throws
  {
    let folder = URL.temporary()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let probe = folder.appendingPathComponent("probe")
    // It can be opened, and writing it fails, also for the superuser.
    try FileManager.default.createSymbolicLink(at: probe, withDestinationURL: URL(filePath: "/proc/self/mem"))
    let bench = launched(in: folder)
    bench.martlet.applicationDidEnterBackground()
    bench.martlet.logCustomEvent(name: "hello")
    #expect(await bench.martlet.deviceId == nil)
    #expect(bench.log.contains("The stored data cannot be read yet"))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains("state"))
    await bench.advance(by: .seconds(60))
    #expect(await bench.martlet.deviceId != nil)
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.map(\.label).contains("custom hello") })
  }

  @Test
  func
    `more than memory is kept for is dropped and said, and a client that ends while it waits frees everything`()
    async throws
  {
    let (folder, _) = await prepared()
    _ = try Unreadable.hide("state", in: folder)
    let bench = launched(in: folder)
    let text = String(repeating: "x", count: 25_000)
    for number in 0..<1_000 {
      bench.martlet.logCustomEvent(name: "big", properties: ["text": text])
      if number % 200 == 0 { await bench.martlet.settled() }
    }
    await bench.martlet.settled()
    #expect(bench.log.contains("of the oldest events were dropped"))
    let decisions = bench.martlet.decisions
    bench.release()
    for await _ in decisions {}
    await eventually("nothing of the client sleeps") { bench.clock.sleeperCount == 0 }
  }
}

/// A file that is there and cannot be read, for as long as a test wants.
struct Unreadable {
  private let file: URL
  private let content: Data

  /// - Parameter prefix: of the file's name; the newest of them.
  static func hide(_ prefix: String, in folder: URL) throws -> Unreadable {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix(prefix)
    }.sorted()
    let file = folder.appendingPathComponent(try #require(names.last))
    let hidden = Unreadable(file: file, content: try Data(contentsOf: file))
    #if os(Linux)
    // For the superuser too: it can be opened, and reading it fails.
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/proc/self/mem")
    #else
    chmod(file.path, 0)
    #endif
    return hidden
  }

  func show() throws {
    #if os(Linux)
    try FileManager.default.removeItem(at: file)
    try content.write(to: file)
    #else
    chmod(file.path, 0o600)
    #endif
  }
}
