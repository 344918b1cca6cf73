// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import TestSupport
import Testing

/// Recordings lie on people's devices: what was written once is read by later versions.
@Suite("The form of a recording")
struct RecordingFormTests {
  private func at(_ seconds: Int64) -> Instant { Instant(milliseconds: 1_000_000_000 + seconds * 1_000) }
  private let environment = Environment(
    now: { Instant(milliseconds: 0) }, monotonicNow: { .zero }, makeID: { "id" }, random: { 0 },
    sleep: { _ in })

  /// Every kind of frame and input.
  private func recording() -> [UInt8] {
    let campaigns = [
      Wire.Campaign(
        id: "now", createdAt: at(0), triggers: [.init(kind: .known(.customEvent), name: "tap")],
        message: Wire.Message(kind: .known(.slideup), message: "Not in a recording")),
      Wire.Campaign(
        id: "later", priority: .init(order: -1), createdAt: at(0),
        triggers: [.init(kind: .known(.customEvent), name: "tap")],
        message: Wire.Message(kind: .known(.slideup), message: "Nor this"),
        rules: .init(delayMilliseconds: 5_000, tags: ["promo"])),
      Wire.Campaign(
        id: "tested", createdAt: at(0), triggers: [.init(kind: .known(.purchase), name: "sku")],
        message: Wire.Message(kind: .known(.control)),
        arm: .init(experimentID: "x", name: "control", isWithheld: true, keepsTurn: true)),
    ]
    let caps = [Wire.Cap(tag: "promo", limit: 1, within: .known(.day))]
    let wire = Wire.Definitions(tag: "t", campaigns: campaigns, caps: caps)
    guard let definitions = try? campaigns.map({ try $0.definition() }), let shared = try? wire.sharedCaps()
    else { return [] }
    let frames = Wire.Recording.definitionFrames(tag: "t", userID: nil, campaigns: campaigns, caps: caps)
    var engine = DeliveryEngine(policy: .init(minimumInterval: .seconds(30)), environment: environment)
    let snapshot = Wire.Recording.Snapshot(
      sdkVersion: "1.2.3", at: at(0), policy: engine.policy, utcOffset: .seconds(3_600),
      timeZone: "Europe/Berlin", userID: nil)
    var bytes = Wire.Recording.head(snapshot, engine, definitions: [])
    func tap(_ id: String, _ second: Int64) -> DeliveryEngine.Input {
      .eventLogged(
        Event(id: id, at: at(second), kind: .custom(name: "tap", properties: ["price": .double(4.5)])))
    }
    func buy(_ id: String, _ second: Int64) -> DeliveryEngine.Input {
      .eventLogged(
        Event(id: id, at: at(second), kind: .purchase(Purchase(productID: "sku", currency: "EUR", price: 1))))
    }
    let inputs: [(DeliveryEngine.Input, Int64)] = [
      (.syncStarted, 0), (.sessionStarted, 0), (.definitionsReceived(definitions, caps: shared), 1),
      (.syncEnded, 1), (tap("e1", 2), 2),
      (.displayRequested(id: "e1"), 2), (.outcomeReported(decisionID: "e1", .discarded(.assetFailed)), 3),
      (.timePassed, 7),
      (.outcomeReported(decisionID: "e1-2", .shown), 8), (tap("e2", 9), 9), (buy("e3", 40), 40),
      (.displayRequested(id: "e3"), 41),
      (.userChanged(userID: "u"), 42),
      (.impressionCounted(campaign: "later", tags: ["promo"], userID: "u"), 42), (.relaunched, 43),
      (.attributeNoted(key: "plan", mark: DeliveryEngine.attributeMark(.value("free"))), 44),
      (.membershipReceived(["a-vip": false]), 44), (.membershipReceived(["a-vip": true]), 45),
    ]
    for (input, second) in inputs {
      let effects = engine.handle(input, at: at(second))
      if case .definitionsReceived = input { bytes += frames }
      var record: Wire.EventRecord?
      if case .impressionCounted(let campaign, _, let userID) = input {
        let presentation = Wire.EventRecord.Presentation(
          id: "e1-2", campaignID: campaign.rawValue, campaignVersion: 1)
        record = Wire.EventRecord(
          id: "r1", at: at(second), sessionID: nil, userID: userID, body: .impression(presentation))
      }
      guard
        let recorded = Wire.Recording.Input(input, at: at(second), utcOffset: .seconds(3_600), record: record)
      else { continue }
      bytes += Wire.Recording.frames(of: recorded, effects: effects)
    }
    return bytes + Wire.Recording.doneFrame
  }

  /// A frame a line: its kind and its text.
  private func text(_ bytes: [UInt8]) -> String {
    JournalFrame.scan(bytes).records.map { "\($0.kind) \(String(decoding: $0.payload, as: UTF8.self))\n" }
      .joined()
  }

  @Test func `is frozen`() throws {
    #expect(
      try Golden.difference(text(recording()), from: "recording/every-frame.txt") == nil,
      """
      When only `engine` in the first line differs, the rules have a new version (\(DeliveryEngine.version)): record the file again with \
      RECORD_GOLDEN=1. Any other difference must be one that earlier versions' recordings can be read with.
      """)
  }

  @Test func `is read back as it was written, to the last effect`() throws {
    let lines = String(decoding: try Golden.data("recording/every-frame.txt"), as: UTF8.self).split(
      separator: "\n")
    let frames = try lines.flatMap { line -> [UInt8] in
      let parts = line.split(separator: " ", maxSplits: 1)
      return try JournalFrame.encode(
        kind: UInt8(parts[0]) ?? 0, payload: Array((parts.count > 1 ? String(parts[1]) : "").utf8))
    }
    var player = Wire.Recording.Player()
    var count = 0
    player.play(frames, segment: 1) { step in
      count += 1
      #expect(step.recorded == step.results)
      if case .impressionCounted = step.input {
        #expect(step.record?.id == "r1")
      } else {
        #expect(step.record == nil)
      }
    }
    #expect(player.problems == [])
    #expect(count == 18)
    #expect(player.openStep == nil)
  }
}
