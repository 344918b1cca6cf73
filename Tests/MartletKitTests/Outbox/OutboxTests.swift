// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

@Suite struct OutboxTests {
  private func record(_ id: String, _ body: Wire.EventRecord.Body = .custom(name: "e", properties: [:]))
    -> Wire.EventRecord
  {
    Wire.EventRecord(id: id, at: Instant(milliseconds: 0), sessionID: nil, userID: nil, body: body)
  }

  private func results(_ ids: [String], _ status: Wire.EventResult.Status) -> [Wire.EventResult] {
    ids.map { Wire.EventResult(id: $0, status: .known(status)) }
  }

  @Test func `a batch holds at most 500 events and stays below the size of a body, in the order of logging`()
  {
    var outbox = Outbox()
    for number in 0..<1_200 { _ = outbox.add(record("\(number)"), bytes: 100) }
    let first = outbox.takeBatch() ?? []
    let oldest: [String] = (0..<500).map { String($0) }
    #expect(first.map(\.id) == oldest)
    _ = outbox.settle(results(first.map(\.id), .stored))

    var large = Outbox()
    for number in 0..<100 { _ = large.add(record("\(number)"), bytes: 30_000) }
    let batch = large.takeBatch() ?? []
    #expect(batch.count == (Wire.Limits.bodyBytes - 16_384) / 30_001)
  }

  @Test func `only one batch is under way at a time`() {
    var outbox = Outbox()
    _ = outbox.add(record("a"), bytes: 1)
    #expect(outbox.takeBatch()?.count == 1)
    _ = outbox.add(record("b"), bytes: 1)
    #expect(outbox.takeBatch() == nil)
    #expect(outbox.firstWaiting() == 2)
    outbox.release()
    #expect(outbox.takeBatch()?.map(\.id) == ["a", "b"])
  }

  @Test(
    arguments: [
      (Wire.Open<Wire.EventResult.Status>.known(.stored), true), (.known(.duplicate), true),
      (.known(.rejected), true),
      (.known(.retry), false), (.unknown("later"), false),
    ])
  func `an event is forgotten when the server stored, knew or refused it, and kept otherwise`(
    status: Wire.Open<Wire.EventResult.Status>, isForgotten: Bool
  ) {
    var outbox = Outbox()
    _ = outbox.add(record("a"), bytes: 7)
    _ = outbox.takeBatch()
    let settlement = outbox.settle([
      Wire.EventResult(id: "a", status: status), Wire.EventResult(id: "stranger", status: .known(.stored)),
    ])
    #expect(settlement.acknowledged == (isForgotten ? ["a"] : []))
    #expect(outbox.isEmpty == isForgotten)
    #expect(outbox.bytes == (isForgotten ? 0 : 7))
    #expect(!outbox.isBatchInFlight)
  }

  @Test func `an event that the answer does not name waits again`() {
    var outbox = Outbox()
    for id in ["a", "b"] { _ = outbox.add(record(id), bytes: 1) }
    _ = outbox.takeBatch()
    _ = outbox.settle(results(["b"], .stored))
    #expect(outbox.takeBatch()?.map(\.id) == ["a"])
  }

  @Test
  func `a full outbox drops analytics first, the oldest before the others, and never what is under way`() {
    var outbox = Outbox(limits: .init(count: 3, bytes: 1_000))
    let presentation = Wire.EventRecord.Presentation(id: "p", campaignID: "c", campaignVersion: 1)
    _ = outbox.add(record("impression", .impression(presentation)), bytes: 1)
    _ = outbox.add(record("old"), bytes: 1)
    _ = outbox.add(record("new"), bytes: 1)
    #expect(outbox.add(record("newer"), bytes: 1) == ["old"])
    #expect(outbox.add(record("large"), bytes: 999) == ["new", "newer"])
    #expect(outbox.entries.map(\.record.id) == ["impression", "large"])

    var busy = Outbox(limits: .init(count: 1))
    _ = busy.add(record("under way"), bytes: 1)
    _ = busy.takeBatch()
    #expect(busy.add(record("late"), bytes: 1) == ["late"])
  }

  @Test func `batches that are refused as a whole are halved until the culprit stands alone`() {
    var outbox = Outbox()
    for number in 0..<8 { _ = outbox.add(record("\(number)"), bytes: 1) }
    var sizes: [Int] = []
    while let batch = outbox.takeBatch() {
      sizes.append(batch.count)
      if case .culprit(let id) = outbox.splitBatch() {
        #expect(id == "0")
        outbox.drop(id)
        break
      }
    }
    #expect(sizes == [8, 4, 2, 1])
    #expect(outbox.takeBatch()?.count == 1)
    _ = outbox.settle(results(["1"], .stored))
    #expect(outbox.takeBatch()?.map(\.id) == ["2", "3"])
  }

  @Test(arguments: 0..<50)
  func `whatever the server answers, each event is either waiting or acknowledged, once, in order`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var outbox = Outbox(limits: .init(batchCount: 5))
    var logged: [String] = []
    var acknowledged: Set<String> = []
    for step in 0..<200 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        logged.append("\(step)")
        _ = outbox.add(record("\(step)"), bytes: 10)
      case 2:
        guard let batch = outbox.takeBatch() else { continue }
        let statuses: [Wire.EventResult.Status] = [.stored, .duplicate, .rejected, .retry]
        let answers = batch.shuffled(using: &random).compactMap { record -> Wire.EventResult? in
          guard Int.random(in: 0..<10, using: &random) > 0 else { return nil }
          return Wire.EventResult(
            id: record.id, status: .known(statuses.randomElement(using: &random) ?? .stored))
        }
        for id in outbox.settle(answers).acknowledged { #expect(acknowledged.insert(id).inserted) }
      default:
        _ = outbox.takeBatch()
        outbox.release()
      }
      #expect(outbox.entries.map(\.record.id) == logged.filter { !acknowledged.contains($0) })
      #expect(outbox.bytes == outbox.entries.count * 10)
    }
  }

  @Test(arguments: 0..<30)
  func `a batch speaks for one sender, whoever is silenced is passed by, and nobody's order changes`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var outbox = Outbox(limits: .init(batchCount: 4))
    var plain: [Wire.EventRecord] = []
    var batches = 0
    for step in 0..<300 {
      switch random.int(0...9) {
      case 0...4:
        let user = random.element(of: [nil, "a", "b"])
        var bodies: [Wire.EventRecord.Body] = [
          .custom(name: "e", properties: [:]), .attribute(key: "k", value: 1),
        ]
        if user != nil { bodies += [.userChanged(previousUserID: nil), .userChanged(previousUserID: "c")] }
        var next = record("\(step)", random.element(of: bodies))
        next.userID = user
        next.formerDeviceID = random.oneIn(5) ? "old" : nil
        plain.append(next)
        _ = outbox.add(next, bytes: 10)
      case 5...8:
        let silenced = Set(["a", "b"].filter { _ in random.oneIn(3) }.map { ExactText($0) })
        let terms = Outbox.Terms(silenced: silenced, separatesUsers: random.oneIn(2))
        let open = plain.filter { !silenced.contains(ExactText($0.userID ?? "")) }
        let expected = open.prefix { next in
          next.formerDeviceID == open.first?.formerDeviceID
            && (!terms.separatesUsers || next.userID == open.first?.userID)
        }
        #expect(outbox.nextSender(terms) == open.first.map { Outbox.Sender($0) })
        let batch = outbox.takeBatch(terms)
        #expect(batch?.map(\.id) ?? [] == expected.prefix(outbox.batchLimit).map(\.id))
        #expect(outbox.usersInFlight == Set((batch?.compactMap(\.userID) ?? []).map { ExactText($0) }))
        #expect(outbox.formerDeviceInFlight == (batch == nil ? nil : open.first?.formerDeviceID))
        if random.oneIn(3) {
          outbox.stamp(deviceID: "older")
          for index in plain.indices where plain[index].formerDeviceID == nil {
            plain[index].formerDeviceID = "older"
          }
        }
        let stored = (batch ?? []).map(\.id).filter { _ in !random.oneIn(4) }
        _ = outbox.settle(results(stored, .stored))
        plain.removeAll { stored.contains($0.id) }
        batches += batch == nil ? 0 : 1
      default:
        let dropped = outbox.disown(deviceID: "old")
        #expect(
          dropped
            == plain.filter {
              $0.formerDeviceID == "old" && ($0.userID == nil || $0.body == .userChanged(previousUserID: nil))
            }.map(\.id))
        plain.removeAll { dropped.contains($0.id) }
        for index in plain.indices where plain[index].formerDeviceID == "old" {
          plain[index].formerDeviceID = nil
        }
      }
      #expect(outbox.entries.map(\.record) == plain)
      #expect(outbox.bytes == plain.count * 10 && outbox.count == plain.count)
      #expect(
        ["a", "b"].allSatisfy { user in outbox.holdsEvents(of: user) == plain.contains { $0.userID == user } }
      )
    }
    #expect(batches > 50)
  }

  @Test
  func
    `who somebody turned out to be on a device that is refused is not said of the present one, whose anonymous person is somebody else`()
  {
    var outbox = Outbox()
    for (id, body) in [
      ("in", .userChanged(previousUserID: nil)), ("changed", .userChanged(previousUserID: "ben")),
      ("plan", .attribute(key: "plan", value: "gold")),
    ] as [(String, Wire.EventRecord.Body)] {
      var next = record(id, body)
      next.userID = "ana"
      _ = outbox.add(next, bytes: 1)
    }
    outbox.stamp(deviceID: "old")
    #expect(outbox.disown(deviceID: "other") == [] && outbox.count == 3)
    #expect(outbox.disown(deviceID: "old") == ["in"])
    #expect(outbox.takeBatch()?.map(\.id) == ["changed", "plan"])
    #expect(outbox.formerDeviceInFlight == nil)
  }

  @Test func `two normal forms of one text are two users, who share no batch where users are separate`() {
    var outbox = Outbox()
    for user in ["an\u{E9}", "ane\u{301}"] {
      var next = record(user)
      next.userID = user
      _ = outbox.add(next, bytes: 1)
    }
    #expect(
      outbox.takeBatch(.init(silenced: ["an\u{E9}"], separatesUsers: true))?.compactMap(\.userID).map {
        Array($0.utf8)
      } == [
        Array("ane\u{301}".utf8)
      ])
    outbox.release()
    #expect(outbox.takeBatch(.init(separatesUsers: true))?.count == 1)
  }

  @Test
  func
    `an event that is kept because its user is not believed is told apart from one that is kept for another reason`()
  {
    var outbox = Outbox()
    for (id, user) in [("a", "ada"), ("b", "ben"), ("n", nil)] {
      var next = record(id)
      next.userID = user
      _ = outbox.add(next, bytes: 1)
    }
    _ = outbox.takeBatch()
    let expired = Wire.UserSignature.Refusal.expired
    let settlement = outbox.settle([
      Wire.EventResult(id: "a", status: .known(.retry), code: expired.code),
      Wire.EventResult(id: "b", status: .known(.stored)),
      Wire.EventResult(id: "n", status: .known(.stored)),
    ])
    #expect(
      settlement.disbelieved == ["ada": .known(expired)] && settlement.believed == ["ben"]
        && !settlement.isUnsettled)
    #expect(outbox.takeBatch(.init(silenced: ["ada"])) == nil)
    #expect(outbox.oldest(.init(silenced: ["ada"])) == nil && outbox.oldest() == 1)
    _ = outbox.takeBatch()
    #expect(outbox.settle([Wire.EventResult(id: "a", status: .known(.retry), code: "busy")]).isUnsettled)
  }

  @Test(arguments: 0..<20)
  func `a full outbox lets go of what the plain rule names, whatever is under way, comes back or was settled`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let limits = Outbox.Limits(count: 40, bytes: 900, batchCount: 7, batchBytes: 200)
    var outbox = Outbox(limits: limits)
    var plain: [(id: String, bytes: Int, isAnalytics: Bool)] = []
    var inFlight: Set<String> = []
    let presentation = Wire.EventRecord.Presentation(id: "p", campaignID: "c", campaignVersion: 1)
    var dropCount = 0
    for step in 0..<400 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        let batch = outbox.takeBatch()?.map(\.id)
        guard inFlight.isEmpty, !plain.isEmpty else {
          #expect(batch == nil)
          continue
        }
        var size = 0
        let expected = plain.prefix { entry in
          size += entry.bytes + 1
          return size <= limits.batchBytes || size == entry.bytes + 1
        }
        #expect(batch == expected.prefix(outbox.batchLimit).map(\.id))
        inFlight = Set(batch ?? [])
      case 1:
        let stored = inFlight.filter { _ in Bool.random(using: &random) }.sorted()
        #expect(outbox.settle(results(stored, .stored)).acknowledged == stored)
        plain.removeAll { stored.contains($0.id) }
        inFlight = []
      case 2:
        outbox.release()
        inFlight = []
      case 3:
        guard inFlight.isEmpty, let id = plain.randomElement(using: &random)?.id else { continue }
        outbox.drop(id)
        plain.removeAll { $0.id == id }
      default:
        let isAnalytics = Bool.random(using: &random)
        let size = Int.random(in: 10...60, using: &random)
        let dropped = outbox.add(
          record("\(step)", isAnalytics ? .custom(name: "e", properties: [:]) : .impression(presentation)),
          bytes: size)
        plain.append(("\(step)", size, isAnalytics))
        var expected: [String] = []
        while plain.count > limits.count || plain.map(\.bytes).reduce(0, +) > limits.bytes,
          let position = plain.firstIndex(where: { $0.isAnalytics && !inFlight.contains($0.id) })
            ?? plain.firstIndex(where: { !inFlight.contains($0.id) })
        {
          expected.append(plain.remove(at: position).id)
        }
        #expect(dropped == expected)
        dropCount += dropped.count
      }
      #expect(outbox.entries.map(\.record.id) == plain.map(\.id))
      #expect(outbox.entries.map(\.sequence) == outbox.entries.map(\.sequence).sorted())
      #expect(outbox.bytes == plain.map(\.bytes).reduce(0, +))
      #expect(outbox.count == plain.count && outbox.inFlightCount == inFlight.count)
      #expect(outbox.firstWaiting() == outbox.entries.first { !inFlight.contains($0.record.id) }?.sequence)
    }
    #expect(dropCount > 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `adding to a full outbox does not go through what waits`() {
    // Were each of the 10,000 looked at for each that is added, this would take longer than it may.
    var outbox = Outbox()
    let presentation = Wire.EventRecord.Presentation(id: "p", campaignID: "c", campaignVersion: 1)
    for number in 0..<40_000 { _ = outbox.add(record("\(number)", .impression(presentation)), bytes: 1) }
    let newest: [String] = (30_000..<40_000).map { String($0) }
    #expect(outbox.entries.map(\.record.id) == newest)
  }
}
