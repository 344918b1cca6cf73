// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// A recording leads to the decisions that were made, and says so when it does not.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReplayTests {
  /// A run with a delay, a cap, a change of user and a relaunch.
  private func recording() async -> (folder: URL, decisions: [Decision]) {
    var delayed = Wire.Campaign.onEvent("later")
    delayed.rules.delayMilliseconds = 5_000
    var capped = Wire.Campaign.onEvent("hello")
    capped.rules.caps = [.init(limit: 1, within: .known(.session))]
    let server = ScriptedServer(campaigns: [delayed, capped, .onSessionStart()])
    let clock = ManualClock()
    let first = Bench(transport: server, clock: clock) { $0.triggerMinimumTimeInterval = 0 }
    first.presenter.onPresent = { $0.context?.logImpression() }
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { first.presenter.presented.count == 1 })
    await first.advance(by: .seconds(31))
    for name in ["hello", "hello", "later", "unknown"] {
      first.martlet.logCustomEvent(name: name, properties: ["price": 4.5, "n": 3])
    }
    await first.settle(until: { first.delegate.decisions.contains { $0.event.label == "unknown" } })
    await first.advance(by: .seconds(40))
    first.martlet.changeUser(userId: "B")
    await first.settle(until: { first.delegate.decisions.count == 6 })
    first.martlet.logCustomEvent(name: "later")
    await first.settle(until: { first.delegate.decisions.count == 7 })
    let second = Bench(
      transport: server, directory: first.copyOfDirectory(), clock: ManualClock(start: clock.now, seed: 2))
    second.martlet.applicationDidBecomeActive()
    await second.settle(until: { second.delegate.decisions.count == 1 })
    return (second.copyOfDirectory(), first.delegate.decisions + second.delegate.decisions)
  }

  @Test func `replaying a device's recording gives the decisions that it made, bit for bit`() async throws {
    let (folder, decisions) = await recording()
    let replay = try Martlet.Replay(contentsOf: folder)
    #expect(replay.problems == [])
    #expect(replay.isSameEngine)
    #expect(replay.firstDifference.map { "\($0.number): \($0.difference.map(\.description) ?? "")" } == nil)
    #expect(replay.entries.flatMap(\.decisions) == decisions)
    #expect(replay.entries.flatMap(\.outcomes).contains { $0.outcome == .discarded(.relaunched) })
    #expect(replay.entries.flatMap(\.outcomes).contains { $0.outcome == .queued(.delay) })
  }

  @Test func `what is asked of one campaign leaves out the steps that say nothing of it`() async throws {
    let replay = try Martlet.Replay(contentsOf: await recording().folder)
    let entries = replay.explain("on-later")
    #expect(!entries.isEmpty && entries.count < replay.entries.count)
    #expect(entries.allSatisfy { $0.concerns("on-later") })
  }

  @Test func `a decision that was changed after it was written is the first difference, with both sides`()
    async throws
  {
    let folder = await recording().folder
    let file = try #require(try RelaunchTests.segments(folder).first)
    let changed = try Self.rewriting(Array(Data(contentsOf: file))) {
      $0.replacing("\"verdict\":\"chosen\"", with: "\"verdict\":\"ended\"")
    }
    let replay = try Martlet.Replay(segments: [(1, changed)])
    let entry = try #require(replay.firstDifference)
    #expect(entry.difference?.recorded?.contains("\"verdict\":\"ended\"") == true)
    #expect(entry.difference?.replayed?.contains("\"verdict\":\"chosen\"") == true)
  }

  @Test func `another engine version is named`() async throws {
    let folder = await recording().folder
    let file = try #require(try RelaunchTests.segments(folder).first)
    let changed = try Self.rewriting(Array(Data(contentsOf: file))) { text in
      text.replacing("\"engine\":\(DeliveryEngine.version)", with: "\"engine\":1")
    }
    let replay = try Martlet.Replay(segments: [(1, changed)])
    #expect(replay.engineVersions == [1])
    #expect(!replay.isSameEngine)
  }

  @Test func `damage is named and loses only the frames that it hit`() async throws {
    let folder = await recording().folder
    let whole = try Martlet.Replay(contentsOf: folder).entries.count
    for file in try RelaunchTests.segments(folder) {
      var bytes = try Data(contentsOf: file)
      guard let hit = bytes.firstRange(of: Data("\"name\":\"unknown\"".utf8)) else { continue }
      bytes[hit.lowerBound] ^= 0x01
      try bytes.write(to: file)
      break
    }
    let replay = try Martlet.Replay(contentsOf: folder)
    #expect(replay.entries.count == whole - 1)
    #expect(replay.problems.contains { $0.contains("damaged") })
  }

  @Test(arguments: 0..<200)
  func `bytes of any kind are no recording, and do no harm`(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    let bytes = (0..<(seed * 7)).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    #expect(throws: Martlet.Replay.Failure.self) { try Martlet.Replay(segments: [(1, bytes)]) }
  }

  @Test func `a folder without a recording says what to give instead`() throws {
    let folder = URL.temporary()
    #expect(throws: Martlet.Replay.Failure.unreadable(folder.path)) { try Martlet.Replay(contentsOf: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(throws: Martlet.Replay.Failure.noRecording) { try Martlet.Replay(contentsOf: folder) }
  }

  /// Writes each frame anew with a changed text.
  /// The frames of a segment with changed texts. Those for which there is none are left out.
  static func rewriting(_ bytes: [UInt8], _ change: (String) -> String?) throws -> [UInt8] {
    try JournalFrame.scan(bytes).records.flatMap { record in
      try change(String(decoding: record.payload, as: UTF8.self)).map {
        try JournalFrame.encode(kind: record.kind, payload: Array($0.utf8))
      } ?? []
    }
  }
}
