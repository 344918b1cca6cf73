// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire
import TestSupport
import Testing

@testable import MartletTesting

/// What `martlet replay` prints, of recordings that the SDK made.
@Suite("Replay in words")
@MainActor
struct ReplayTranscriptTests {
  /// A message with a delay, one that loses to it, a cap that is used up, another person, a
  /// relaunch.
  private static let document = #"""
    {
      "version": 1, "name": "A recording", "configuration": {"session_timeout": "5m"},
      "campaigns": [
        {"id": "late", "priority": {"bucket": "high"}, "delay_ms": 60000, "caps": [{"limit": 1, "within": "day"}],
         "triggers": [{"kind": "custom_event", "name": "a"}], "message": {"kind": "slideup", "message": "Late."}},
        {"id": "plain", "triggers": [{"kind": "custom_event", "name": "a"}, {"kind": "custom_event", "name": "b", "filter":
          {"path": ["total"], "op": "greater", "value": 20}}], "message": {"kind": "slideup", "message": "Plain."}}
      ],
      "steps": [
        {"launch": true},
        {"event": "a"},
        {"wait": "61s"},
        {"tap": "swipe"},
        {"event": {"name": "b", "properties": {"total": 12}}},
        {"advance": "1h", "event": "a"},
        {"relaunch": true},
        {"user": "ada"},
        {"event": "a"},
        {"wall_clock": "2025-12-31T00:00:00Z"},
        {"wait": "1s"}
      ]
    }
    """#

  /// An experiment that withholds its message, and a campaign that gets the turn.
  private static let experiment = #"""
    {
      "version": 1, "name": "An experiment",
      "campaigns": [
        {"id": "sale", "priority": {"bucket": "high"}, "triggers": [{"kind": "custom_event", "name": "a"}], "message": {"kind": "control"},
         "arm": {"experiment_id": "x-1", "name": "control", "withheld": true}},
        {"id": "tips", "triggers": [{"kind": "custom_event", "name": "a"}], "message": {"kind": "slideup", "message": "Tips."}}
      ],
      "steps": [{"launch": true}, {"event": "a"}, {"relaunch": true}, {"advance": "1m", "event": "a"}]
    }
    """#

  /// The segments as the device keeps them.
  private static func record(_ document: String = document) async throws -> [(number: UInt64, bytes: [UInt8])]
  {
    let scenario = try Scenario(reading: Array(document.utf8))
    let runner = ScenarioRunner(scenario)
    var segments: [(number: UInt64, bytes: [UInt8])] = []
    runner.observer = { _, world in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: world.storage.path)) ?? []
      segments = []
      for number in names.filter({ $0.hasPrefix("engine.") }).compactMap({
        UInt64($0.dropFirst("engine.".count))
      }).sorted() {
        guard let data = try? Data(contentsOf: world.storage.appendingPathComponent("engine.\(number)"))
        else { continue }
        segments.append((number, Array(data)))
      }
    }
    #expect(await runner.run().isPassed)
    return segments
  }

  @Test
  func
    `the timeline says what the device was told, what was decided and why, and that all of it came out the same`()
    async throws
  {
    let transcript = ReplayTranscript(try Martlet.Replay(segments: await Self.record()))
    #expect(transcript.isReproduced)
    let text = (transcript.lines + transcript.verdict).joined(separator: "\n") + "\n"
    #expect(try Golden.difference(text, from: "replay/transcript.txt") == nil)
  }

  @Test
  func
    `an experiment is replayed with its arm: the moment that is compared, what was withheld, and who got the turn`()
    async throws
  {
    let segments = try await Self.record(Self.experiment)
    #expect(
      segments.contains {
        String(decoding: $0.bytes, as: UTF8.self).contains(#""name":"control","withheld":true"#)
      })
    let replay = try Martlet.Replay(segments: segments)
    let transcript = ReplayTranscript(replay)
    #expect(transcript.isReproduced && transcript.exitStatus == 0)
    let lines = transcript.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    let compared = try #require(lines.firstIndex(of: "sale: would be displayed now, and is compared"))
    #expect(lines[compared + 1] == "sale: withheld")
    #expect(lines.count { $0 == "sale: would be displayed now, and is compared" } == 2, "once in each launch")
    #expect(lines.contains("tips: shown"))
    let explained = ReplayTranscript(replay, explaining: "sale").lines
    #expect(
      explained.contains { $0.contains("is compared") } && !explained.contains { $0.contains("tips: shown") })
    // Without the arm, other decisions follow, which the replay notices.
    let changed = try segments.map { ($0.number, try Self.changing($0.bytes, #","withheld":true"#, "")) }
    #expect(!ReplayTranscript(try Martlet.Replay(segments: changed)).isReproduced)
  }

  @Test func `explaining a campaign lists what concerns it and nothing else; until ends the timeline early`()
    async throws
  {
    let replay = try Martlet.Replay(segments: await Self.record())
    let lines = ReplayTranscript(replay, explaining: "late").lines
    #expect(lines.contains { $0.contains("late: shown") })
    #expect(!lines.contains { $0.hasPrefix("      plain") || $0.hasPrefix("    plain") })
    let early = ReplayTranscript(replay, until: 3)
    #expect(early.lines.filter { $0.hasPrefix("#") }.count == 3)
    #expect(early.isReproduced)
    // A campaign that nobody knows is a slip of the pen, not a quiet campaign.
    #expect(
      ReplayTranscript(replay, explaining: "lste").verdict.first
        == "No step of this recording names the campaign lste; it names late, plain.")
  }

  @Test func `a recording of another engine says so, and that differences are to be expected`() async throws {
    let segments = try await Self.record().map { segment in
      (
        segment.number,
        try Self.changing(segment.bytes, #""engine":\#(DeliveryEngine.version)"#, #""engine":1"#)
      )
    }
    let verdict = ReplayTranscript(try Martlet.Replay(segments: segments)).verdict
    #expect(
      verdict.first
        == "Recorded by engine version 1 of SDK \(Martlet.version); this is version \(DeliveryEngine.version): differences are to be expected."
    )
  }

  @Test func `a decision that came out otherwise is shown with both sides, and its step`() async throws {
    let segments = try await Self.record().map { segment in
      (segment.number, try Self.changing(segment.bytes, #""reason":"priority""#, #""reason":"interval""#))
    }
    let transcript = ReplayTranscript(try Martlet.Replay(segments: segments))
    #expect(!transcript.isReproduced)
    #expect(transcript.verdict.first?.hasPrefix("The first difference is at #") == true)
    #expect(transcript.verdict.last?.contains("recorded: ") == true)
  }

  @Test func `damage in the middle is named with its place, and the rest is replayed`() async throws {
    var segments = try await Self.record()
    segments[0].bytes[segments[0].bytes.count * 3 / 4] ^= 0xFF
    let replay = try Martlet.Replay(segments: segments)
    let transcript = ReplayTranscript(replay)
    #expect(replay.problems.count == 1)
    #expect(transcript.verdict.first == replay.problems.first)
    #expect(replay.problems[0].contains("engine.\(segments[0].number)"))
    #expect(!transcript.lines.isEmpty)
    #expect(transcript.exitStatus == 3)
  }

  @Test(arguments: 0..<40)
  func `whatever is lost of a recording, the verdict says how much, has its own status, and promises nothing`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let whole = try await Self.record()
    #expect(ReplayTranscript(try Martlet.Replay(segments: whole)).exitStatus == 0)
    var segments = whole
    // Of the last segment: bytes that differ, or an end that is missing. The others have their
    // snapshot, so that there is something to replay.
    let last = segments.count - 1
    let position = random.int(0...segments[last].bytes.count - 1)
    if random.oneIn(2) {
      segments[last].bytes[position] ^= UInt8(random.int(1...255))
    } else {
      segments[last].bytes.removeSubrange(position...)
      // Between two frames nothing tells that there was more.
      if JournalFrame.scan(segments[last].bytes).damage.isEmpty { return }
    }
    let replay = try Martlet.Replay(segments: segments)
    let transcript = ReplayTranscript(replay)
    let lost = segments.reduce(0) {
      $0 + JournalFrame.scan($1.bytes).damage.reduce(0) { $0 + $1.range.count }
    }
    #expect(replay.lostByteCount == lost && lost > 0)
    #expect(replay.byteCount == segments.reduce(0) { $0 + $1.bytes.count })
    #expect(transcript.exitStatus == 3)
    let sentence = try #require(transcript.verdict.last)
    #expect(
      sentence.hasPrefix("The recording is damaged: \(lost) of \(replay.byteCount) bytes are lost, and "))
    #expect(!transcript.verdict.contains { $0.contains("bit for bit") })
  }

  @Test func `what is no recording at all is a failure that says what to give`() {
    do throws(Martlet.Replay.Failure) {
      _ = try Martlet.Replay(segments: [(1, Array("no recording".utf8))])
      Issue.record("it was read")
    } catch {
      #expect(error.description.hasPrefix("No file starts with a snapshot that this version can read."))
    }
  }

  /// The frames once more, with a text of the same length in its place, and right checksums.
  private static func changing(_ bytes: [UInt8], _ old: String, _ new: String) throws -> [UInt8] {
    try JournalFrame.scan(bytes).records.flatMap { record in
      let text = String(decoding: record.payload, as: UTF8.self).replacing(old, with: new)
      return try JournalFrame.encode(kind: record.kind, payload: Array(text.utf8))
    }
  }
}
