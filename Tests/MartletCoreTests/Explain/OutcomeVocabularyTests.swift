// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import TestSupport
import Testing

@Suite("Vocabulary of outcomes")
struct OutcomeVocabularyTests {
  /// The first words of the rows of a table under a heading.
  private func words(under heading: String) throws -> [String] {
    let page = Golden.fixtures.deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "docs/outcomes.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("#") && $0.contains(heading) })
    return lines[(start + 1)...].prefix { !$0.hasPrefix("#") }.compactMap { line in
      guard line.hasPrefix("| `") else { return nil }
      return line.split(separator: "`").dropFirst().first.map(String.init)
    }
  }

  @Test func `docs/outcomes.md explains every reason, and none that does not exist`() throws {
    #expect(try words(under: "`queued`") == Outcome.QueueReason.allCases.map(\.rawValue))
    #expect(try words(under: "`suppressed`") == Outcome.SuppressionReason.allCases.map(\.rawValue))
    #expect(try words(under: "`discarded`") == Outcome.DiscardReason.allCases.map(\.rawValue))
    #expect(try words(under: "`dropped`") == Outcome.DropReason.allCases.map(\.rawValue))
  }

  @Test(arguments: ["queued", "suppressed", "discarded", "dropped"])
  func `docs/wire.md lists every reason of an outcome, in order`(outcome: String) throws {
    let page = Golden.fixtures.deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "docs/wire.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("| `\(outcome)` | `") })
    let reasons: [String: [String]] = [
      "queued": Outcome.QueueReason.allCases.map(\.rawValue),
      "suppressed": Outcome.SuppressionReason.allCases.map(\.rawValue),
      "discarded": Outcome.DiscardReason.allCases.map(\.rawValue),
      "dropped": Outcome.DropReason.allCases.map(\.rawValue),
    ]
    #expect(
      row.split(separator: "`").filter { $0.allSatisfy { $0.isLetter || $0 == "_" } }.dropFirst().map(
        String.init) == reasons[outcome])
  }

  @Test func `docs/outcomes.md explains every outcome and every gate, in the order of the gates`() throws {
    // Switches over both, so that a new case does not compile before it stands here and there.
    let outcomes: [Outcome] = [
      .shown, .queued(.inBackground), .suppressed(.interval), .discarded(.wiped), .expired, .recalled,
      .replaced, .actioned,
      .exited, .dropped(.wiped), .withheld,
    ]
    #expect(try words(under: "# Outcomes") == outcomes.map(name))
    let miss = FilterMiss(path: [], operation: .isBlank, actual: nil, isTypeMismatch: false)
    let now = Instant(milliseconds: 0)
    let gates: [Gate] = [
      .filter(miss), .history(.group(have: 0, need: 1, window: .session)), .notStarted(startsAt: now),
      .ended(endsAt: now),
      .quietHours(until: now),
      .reEligibility(lastShown: now, again: nil), .cap(.all, FrequencyCap(1, within: .day), count: 1),
      .delayRuns(until: now),
      .interval(remaining: .zero, minimum: .zero), .priority(winner: "a"),
      .itemWaits(since: now),
    ]
    #expect(try words(under: "# Gates") == gates.map(name))
  }

  @Test func `everything but waiting is final`() {
    #expect(Outcome.QueueReason.allCases.allSatisfy { !Outcome.queued($0).isFinal })
    #expect(
      [
        Outcome.shown, .suppressed(.priority), .discarded(.wiped), .expired, .recalled, .replaced, .actioned,
        .exited, .dropped(.byApp),
        .withheld,
      ]
      .allSatisfy { $0.isFinal })
  }

  private func name(_ outcome: Outcome) -> String {
    switch outcome {
    case .shown: "shown"
    case .queued: "queued"
    case .suppressed: "suppressed"
    case .discarded: "discarded"
    case .expired: "expired"
    case .recalled: "recalled"
    case .replaced: "replaced"
    case .actioned: "actioned"
    case .exited: "exited"
    case .dropped: "dropped"
    case .withheld: "withheld"
    }
  }

  private func name(_ gate: Gate) -> String {
    switch gate {
    case .filter: "filter"
    case .notStarted: "notStarted"
    case .ended: "ended"
    case .quietHours: "quietHours"
    case .interval: "interval"
    case .priority: "priority"
    case .history: "history"
    case .reEligibility: "reEligibility"
    case .cap: "cap"
    case .delayRuns: "delayRuns"
    case .itemWaits: "itemWaits"
    }
  }
}
