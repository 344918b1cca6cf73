// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import TestSupport

/// Files that people hand to the tools: scenarios, and recordings of devices.
extension FuzzTarget {
  static let scenario = FuzzTarget(
    testDescription: "A scenario",
    corpus: {
      let folder = Golden.fixtures.deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Scenarios")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json")
      }
      return try names.sorted().map { Array(try Data(contentsOf: folder.appending(path: $0))) }
    },
    read: { bytes in
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      do throws(Scenario.Invalid) {
        let scenario = try Scenario(reading: bytes)
        let places = scenario.steps.map(\.line)
        var complaints = (try? Scenario(reading: bytes)) == scenario ? [] : ["read twice, it is another"]
        if places.contains(where: { !(1...lines).contains($0) }) || places != places.sorted() {
          complaints.append("steps stand in the lines \(places) of \(lines)")
        }
        return complaints
      } catch {
        let diagnostics = error.diagnostics
        guard !diagnostics.isEmpty, diagnostics.count <= Scenario.Limits.diagnostics + 1 else {
          return ["\(diagnostics.count) diagnostics"]
        }
        let lost = diagnostics.filter {
          !(1...lines).contains($0.line) || !(1...(bytes.count + 1)).contains($0.column) || $0.message.isEmpty
        }
        return lost.isEmpty ? nil : lost.map { "nobody can find \($0)" }
      }
    })

  /// As it stands on the disk: damage hits whole frames.
  static let recordingFile = FuzzTarget(
    testDescription: "A recording",
    corpus: { [try recording()] },
    read: { bytes in replayed(bytes) })

  /// What the frames carry, a line each, whose first character is the kind: what checksums would
  /// hide.
  static let recordingFrames = FuzzTarget(
    testDescription: "What a recording's frames carry",
    corpus: {
      [
        JournalFrame.scan(try recording()).records.flatMap {
          [UInt8(ascii: "0") + $0.kind] + $0.payload + [UInt8(ascii: "\n")]
        }
      ]
    },
    read: { bytes in
      let frames = bytes.split(separator: UInt8(ascii: "\n")).flatMap { line in
        line.first.flatMap {
          try? JournalFrame.encode(kind: $0 &- UInt8(ascii: "0"), payload: Array(line.dropFirst()))
        } ?? []
      }
      return replayed(frames)
    })

  private static func replayed(_ bytes: [UInt8]) -> [String]? {
    guard let first = try? Martlet.Replay(segments: [(7, bytes)]) else { return nil }
    guard let again = try? Martlet.Replay(segments: [(7, bytes)]) else {
      return ["the second time it is refused"]
    }
    var complaints: [String] = []
    if first.problems != again.problems || first.entries.map(\.effects) != again.entries.map(\.effects) {
      complaints.append("the second time it says something else")
    }
    if first.entries.map(\.number) != Array(1..<(first.entries.count + 1)) {
      complaints.append("the entries are not numbered from 1")
    }
    return complaints
  }

  /// A session with the campaigns of the fixtures, events, a change of user and a relaunch.
  private static func recording() throws -> [UInt8] {
    let answer: Wire.SyncResponse = try Wire.decode(from: try fixtures(["sync-response"])[0])
    let campaigns = (answer.definitions?.campaigns ?? []).filter { (try? $0.definition()) != nil }
    let start = Instant(milliseconds: 1_767_225_600_000)
    let policy = DeliveryEngine.Policy(minimumInterval: .seconds(30))
    let environment = Environment(
      now: { start }, monotonicNow: { .zero }, makeID: { "" }, random: { 0 }, sleep: { _ in },
      compilePattern: Pattern.compiler,
      utcOffset: { _ in .zero })
    var engine = DeliveryEngine(policy: policy, environment: environment)
    let definitions = Wire.Recording.definitionFrames(
      tag: "t", userID: "user-7", campaigns: campaigns, caps: [])
    let snapshot = Wire.Recording.Snapshot(
      sdkVersion: "1", at: start, policy: policy, utcOffset: .zero, timeZone: "UTC", userID: "user-7")
    var bytes = Wire.Recording.head(snapshot, engine, definitions: [])
    let event = Event(
      id: "e-2", at: start,
      kind: .custom(name: "cart_viewed", properties: ["total": .double(4.5), "n": .int(3)]))
    let inputs: [DeliveryEngine.Input] = [
      .userChanged(userID: "user-7"), .sessionStarted, .syncStarted,
      .definitionsReceived(try campaigns.map { try $0.definition() }),
      .syncEnded, .eventLogged(Event(id: "e-1", at: start, kind: .sessionStart)),
      .outcomeReported(decisionID: "e-1", .shown),
      .timePassed, .eventLogged(event), .displayRequested(id: "e-2"), .userChanged(userID: "user-8"),
      .relaunched,
    ]
    for (number, input) in inputs.enumerated() {
      let now = start + .seconds(number * 7)
      let effects = engine.handle(input, at: now)
      if case .definitionsReceived = input { bytes += definitions }
      guard let recorded = Wire.Recording.Input(input, at: now, utcOffset: .zero) else { continue }
      bytes += Wire.Recording.frames(of: recorded, effects: effects)
    }
    return bytes
  }
}
