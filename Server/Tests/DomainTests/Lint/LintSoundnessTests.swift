// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Testing

@Suite("What lint calls impossible is impossible")
struct LintSoundnessTests {
  /// A few values that meet one another.
  fileprivate static let values: [Value] = [
    .null, .bool(true), .bool(false), .int(0), .int(1), .int(2), .double(1.5), .double(2), .string(""),
    .string("a"), .string("b"),
    .date(Instant(milliseconds: 1)), .date(Instant(milliseconds: 2)), .array([.int(1)]),
    .array([.string("a")]), .object([:]),
  ]
  fileprivate static let orderable = values.filter {
    [.int(0), .int(1), .int(2), .double(1.5), .double(2), .string("a"), .string("b")].contains($0)
  }

  @Test func `no event satisfies a filter that is called contradictory`() throws {
    var random = SeededGenerator(seed: 7)
    var impossible = 0
    let cases = TestCases.count(1_200, full: 4_000)
    for number in 0..<cases {
      let filter = random.filter(3)
      let subject = CampaignLint.Subject(
        name: "a",
        campaign: Wire.Campaign(
          CampaignDefinition(
            id: "a", createdAt: CampaignLintTests.now, triggers: [.customEvent(name: "tap", filter)]),
          message: Wire.Message(kind: .known(.modal))))
      guard !CampaignLint([subject], at: CampaignLintTests.now).findings.isEmpty,
        let program = try? FilterProgram(filter, compilePattern: Draft.noPatterns)
      else { continue }
      impossible += 1
      for x in Self.values.map(Optional.some) + [nil] {
        for y in Self.values.map(Optional.some) + [nil] {
          var properties: Properties = [:]
          properties["x"] = x
          properties["y"] = y
          if program.evaluate(properties, at: CampaignLintTests.now) {
            Issue.record("case \(number): \(filter) is true for \(properties)")
          }
        }
      }
    }
    #expect(impossible > cases / 40, "too few random filters are impossible to prove anything")
  }

  @Test
  func
    `what is shadowed is never chosen while the better campaign runs, and what can never show is never chosen`()
  {
    var random = SeededGenerator(seed: 11)
    var found = 0
    let cases = TestCases.count(400, full: 1_500)
    for number in 0..<cases {
      let definitions = (0..<4).map { index in
        CampaignDefinition(
          id: CampaignID("c\(index)"), priority: random.element([.low, .medium, .high]),
          createdAt: Instant(milliseconds: Int64(random.next() % 3)), triggers: [trigger(&random)],
          reEligibility: random.element([.always, .always, .once]))
      }
      let subjects = definitions.map {
        CampaignLint.Subject(
          name: $0.id.rawValue, campaign: Wire.Campaign($0, message: Wire.Message(kind: .known(.modal))))
      }
      let dead = CampaignLint(subjects, at: CampaignLintTests.now).findings.filter {
        $0.code == .shadowed || $0.severity == .error
      }
      found += dead.count
      var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: Draft.environment)
      _ = engine.handle(.definitionsReceived(definitions), at: CampaignLintTests.now)
      for event in 0..<30 {
        let properties: Properties = ["x": random.element(Self.values), "y": random.element(Self.values)]
        let name = random.element(["tap", "open"])
        let logged = Event(
          id: "e\(event)", at: CampaignLintTests.now, kind: .custom(name: name, properties: properties))
        for effect in engine.handle(.eventLogged(logged), at: CampaignLintTests.now) {
          guard case .present(let presentation) = effect else { continue }
          if dead.contains(where: { $0.campaign == presentation.campaign }) {
            Issue.record("case \(number): \(presentation.campaign)")
          }
          _ = engine.handle(.outcomeReported(decisionID: presentation.id, .shown), at: CampaignLintTests.now)
        }
      }
    }
    #expect(found > cases / 15, "too few findings to prove anything")
  }

  private func trigger(_ random: inout SeededGenerator) -> Trigger {
    let plain = Trigger.customEvent(
      name: random.element(["tap", "open"]), random.next() % 2 == 0 ? nil : random.filter(1))
    return random.next() % 5 == 0 ? .count(plain, Repetition(.atLeast, 2, within: .session)) : plain
  }
}

/// Random parts of filters.
extension SeededGenerator {
  fileprivate mutating func element<T>(_ elements: [T]) -> T {
    elements[Int(next() % UInt64(elements.count))]
  }

  fileprivate mutating func bound() -> Comparison.Bound { .value(element(LintSoundnessTests.orderable)) }

  fileprivate mutating func operation() -> Comparison.Operation {
    let operand = element(LintSoundnessTests.values.filter { $0 != .null })
    return element([
      .equals(operand), .notEquals(operand), .less(bound()), .lessOrEqual(bound()), .greater(bound()),
      .greaterOrEqual(bound()),
      .isIn([operand, element([.int(1), .string("a")])]), .isNotIn([operand]), .contains(operand),
      .startsWith("a"), .isBlank,
      .isNotBlank,
      .exists, .doesNotExist, .includesAny([operand]),
      .anyElement(.compare(Comparison(path: [], operation: .equals(operand)))),
    ])
  }

  fileprivate mutating func filter(_ depth: Int) -> Filter {
    let kind = Int(next() % 6)
    let parts = { (random: inout SeededGenerator) in
      (0..<Int(random.next() % 4)).map { _ in random.filter(depth - 1) }
    }
    if depth == 0 || kind < 3 {
      return .compare(Comparison(path: [element(["x", "y"])], operation: operation()))
    }
    return kind == 3 ? .not(filter(depth - 1)) : kind == 4 ? .any(parts(&self)) : .all(parts(&self))
  }
}
