// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletWire

@Suite struct TranslationTests {
  static let definition = CampaignDefinition(
    id: "c-1", version: 4, priority: Priority(bucket: .high, order: -3), createdAt: Instant(milliseconds: 5),
    schedule: Schedule(
      startsAt: Instant(milliseconds: 6), endsAt: Instant(milliseconds: 7),
      startsAtLocally: LocalTime(text: "2026-12-24T18:00:00"),
      endsAtLocally: LocalTime(text: "1969-02-28T23:59:59"), expiresAfter: .seconds(60),
      displaysWithin: .seconds(5),
      quietHours: [
        QuietHours(from: 22 * 60, to: 8 * 60 + 5),
        QuietHours(from: 0, to: 0, weekdays: [.saturday, .sunday]),
      ]),
    triggers: [
      .any([
        .sessionStart,
        .count(.customEvent(name: "a", .not(.all([]))), Repetition(.every, 3, within: .session)),
      ]),
      .all([.sessionStart, .anyPurchase(nil)], within: .last(.seconds(60))),
      .count(
        .any([.sessionStart, .pushClick(campaign: nil)]),
        Repetition(.atLeast, 2, within: .last(.seconds(86_400)))),
      .event(.screenView, name: "Cart", .any([])), .sessionStart, .pushClick(campaign: nil),
      .pushClick(campaign: "c-0"), .anyPurchase(nil),
      .purchase(productID: "sku", .any([])),
      .customEvent(
        name: "a",
        .all(operations.map { .compare(Comparison(path: ["x", "y"], operation: $0)) } + [.not(.all([]))])),
    ],
    delay: .seconds(3), exceptions: [.sessionStart, .customEvent(name: "b", nil)],
    reEligibility: .after(.seconds(86_400)),
    caps: FrequencyCap.Window.allCases.map { FrequencyCap(3, within: $0) }, tags: ["promo", "spring"],
    isRenderedAtDisplay: true)

  static let operations: [Comparison.Operation] = [
    .equals(.null), .notEquals(.bool(true)), .less(.int(1)), .lessOrEqual(.double(1)),
    .greater(.date(Instant(milliseconds: 9))),
    .greaterOrEqual(.string("")), .isIn([.int(1), .string("a"), .array([])]),
    .contains(.object(["k": .int(1)])),
    .matches(pattern: "^a", ignoringCase: true), .matches(pattern: "b", ignoringCase: false), .isBlank,
    .isNotBlank,
    .between(.int(1), .double(2.5)), .between(.ago(seconds: 86_400), .fromNow(seconds: 90)),
    .less(.ago(seconds: 7_200)),
    .greater(.fromNow(seconds: 0)), .isNotIn([.string("a"), .bool(false)]),
    .contains(.string("x"), ignoringCase: true),
    .startsWith("x", ignoringCase: true), .startsWith(""), .endsWith("y"), .endsWith("y", ignoringCase: true),
    .includesAny([.int(1)]), .includesAll([.date(Instant(milliseconds: 1))]), .exists, .doesNotExist,
    .anyElement(
      .any([
        .compare(Comparison(path: [], operation: .less(.int(1)))),
        .compare(Comparison(path: ["sku"], operation: .exists)),
      ])),
  ]

  @Test func `a definition survives the way over the wire`() throws {
    let campaign = Wire.Campaign(Self.definition, message: Examples.modal)
    let received = try Wire.decode(Wire.Campaign.self, from: Wire.encode(campaign))
    #expect(received == campaign)
    #expect(try received.definition() == Self.definition)
    #expect(try Examples.campaign.definition().triggers.count == 2)
  }

  private func refusal(_ change: (inout Wire.Campaign) -> Void) -> String? {
    var campaign = Examples.campaign
    change(&campaign)
    do {
      _ = try campaign.definition()
      return nil
    } catch {
      return error.field
    }
  }

  private func refusal(of filter: Wire.Filter) -> String? {
    refusal {
      $0.triggers.append(Wire.Trigger(kind: .known(.anyPurchase), filter: .all([.all([]), filter])))
    }
  }

  private func compare(_ operation: String, _ value: Wire.JSONValue?) -> Wire.Filter {
    .compare(Wire.Comparison(path: ["a"], operation: .init(operation), value: value))
  }

  @Test func `a campaign with any part that is not understood is refused whole, and the part is named`() {
    #expect(refusal { $0.priority.bucket = .unknown("urgent") } == "priority.bucket")
    #expect(refusal { $0.triggers.append(Wire.Trigger(kind: .unknown("screen"))) } == "triggers[2].kind")
    #expect(refusal { $0.triggers[1].name = nil } == "triggers[1].name")
    #expect(refusal { $0.triggers = [Wire.Trigger(kind: .known(.purchase), name: "")] } == "triggers[0].name")
    #expect(refusal { $0.triggers[0].filter = .all([]) } == "triggers[0].filter")
    #expect(refusal(of: .unknown(["near": 1])) == "triggers[2].filter.all[1]")
    #expect(refusal(of: .not(.any([.unknown(1)]))) == "triggers[2].filter.all[1].not.any[0]")
    #expect(refusal(of: compare("sounds_like", "b")) == "triggers[2].filter.all[1].op")
    #expect(refusal(of: compare("equals", nil)) == "triggers[2].filter.all[1].value")
    #expect(refusal(of: compare("in", "b")) == "triggers[2].filter.all[1].value")
    #expect(refusal(of: compare("matches", 5)) == "triggers[2].filter.all[1].value")
    #expect(
      refusal(of: .compare(Wire.Comparison(path: [], operation: .known(.isBlank))))
        == "triggers[2].filter.all[1].path")
    #expect(refusal(of: compare("blank", nil)) == nil)
    for value: Wire.JSONValue in ["b", [1], [1, 2, 3]] {
      #expect(refusal(of: compare("between", value)) == "triggers[2].filter.all[1].value")
    }
    #expect(refusal(of: compare("between", [1, ["$ago": 3]])) == "triggers[2].filter.all[1].value[1]")
    #expect(refusal(of: compare("starts_with", 5)) == "triggers[2].filter.all[1].value")
    #expect(refusal(of: compare("includes_any", [1, ["$now": 1]])) == "triggers[2].filter.all[1].value[1]")
    #expect(refusal(of: compare("any_element", nil)) == "triggers[2].filter.all[1].filter")
    let inner = Wire.Filter.not(compare("sounds_like", "b"))
    #expect(
      refusal(of: .compare(Wire.Comparison(path: ["a"], operation: .known(.anyElement), filter: inner)))
        == "triggers[2].filter.all[1].filter.not.op")
    #expect(
      refusal(of: .compare(Wire.Comparison(path: ["a"], operation: .known(.exists), filter: inner)))
        == "triggers[2].filter.all[1].filter")
    #expect(
      refusal(
        of: .compare(Wire.Comparison(path: ["a"], operation: .known(.equals), value: "a", ignoringCase: true))
      )
        == "triggers[2].filter.all[1].ignoring_case")
    // What only decorates does not stop a campaign.
    #expect(
      refusal {
        $0.unknown = ["later": 1]
        $0.triggers[1].unknown = ["later": 1]
        $0.message?.kind = .unknown("hologram")
      } == nil)
  }

  @Test func `a relative date has whole units that are added up, and stands only where there is an order`()
    throws
  {
    func translated(_ operation: String, _ value: Wire.JSONValue) -> Filter? {
      try? compare(operation, value).translated()
    }
    func less(_ bound: Comparison.Bound) -> Filter {
      .compare(Comparison(path: ["a"], operation: .less(bound)))
    }
    #expect(translated("less", ["$ago": ["days": 3]]) == less(.ago(seconds: 259_200)))
    #expect(
      translated("less", ["$from_now": ["days": 1, "hours": 2, "minutes": 3.0, "seconds": 4]])
        == less(.fromNow(seconds: 93_784)))
    #expect(translated("less", ["$ago": ["seconds": 0]]) == less(.fromNow(seconds: 0)))
    let wrong: [Wire.JSONValue] = [
      ["days": -1], ["days": 1.5], ["weeks": 1], [:], 3, ["days": "3"], ["days": .int(.max)],
      ["days": 1, "$date": 1],
    ]
    for offset in wrong { #expect(translated("less", ["$ago": offset]) == nil, "\(offset)") }
    for operation in ["equals", "not_equals", "contains"] {
      #expect(translated(operation, ["$ago": ["days": 3]]) == nil)
    }
    #expect(translated("in", [["$ago": ["days": 3]]]) == nil)
    #expect(translated("equals", ["$later": 1]) == nil)
    #expect(translated("equals", ["$a": 1, "b": 2]) != nil)
    #expect(
      try compare("less", ["$ago": ["hours": 48]]).translated().rewritten
        == compare("less", ["$ago": ["days": 2]]))
  }

  private func refusal(ofTrigger trigger: Wire.Trigger) -> String? {
    refusal { $0.triggers = [Wire.Trigger(kind: .known(.any), triggers: [trigger])] }
  }

  private func ruleRefusal(_ change: (inout Wire.DeliveryRules) -> Void) -> String? {
    refusal { change(&$0.rules) }
  }

  @Test
  func `a campaign with a group or a count that is not understood is refused whole, and the part is named`() {
    let part = Wire.Trigger(kind: .known(.sessionStart))
    func count(_ change: (inout Wire.Trigger) -> Void) -> String? {
      var trigger = Wire.Trigger(kind: .known(.count), triggers: [part], times: 2)
      change(&trigger)
      return refusal(ofTrigger: trigger)
    }
    #expect(count { _ in } == nil)
    #expect(count { $0.times = nil } == "triggers[0].triggers[0].times")
    #expect(count { $0.match = .unknown("at_most") } == "triggers[0].triggers[0].match")
    #expect(count { $0.triggers = [part, part] } == "triggers[0].triggers[0].triggers")
    #expect(count { $0.triggers = [] } == "triggers[0].triggers[0].triggers")
    #expect(count { $0.filter = .all([]) } == "triggers[0].triggers[0].filter")
    #expect(
      count { $0.within = Wire.HistoryWindow(type: .unknown("month")) }
        == "triggers[0].triggers[0].within.type")
    #expect(
      count { $0.within = Wire.HistoryWindow(type: .known(.last)) } == "triggers[0].triggers[0].within.ms")
    #expect(count { $0.triggers[0].kind = .unknown("screen") } == "triggers[0].triggers[0].triggers[0].kind")
    let deep = (0..<4).reduce(part) { trigger, _ in Wire.Trigger(kind: .known(.any), triggers: [trigger]) }
    #expect(refusal(ofTrigger: deep) != nil)
    #expect(refusal(ofTrigger: deep.triggers[0]) == nil)
  }

  @Test
  func `a campaign with a rule of delivery that is not understood is refused whole, and the rule is named`() {
    #expect(ruleRefusal { $0 = Examples.campaignWithRules.rules } == nil)
    #expect(ruleRefusal { $0.startsAtLocal = "2026-02-29T08:00" } == "starts_at_local")
    #expect(ruleRefusal { $0.endsAtLocal = "tomorrow" } == "ends_at_local")
    #expect(
      ruleRefusal { $0.quietHours = [Wire.QuietHours(from: "9:00", to: "10:00")] } == "quiet_hours[0].from")
    #expect(
      ruleRefusal { $0.quietHours = [Wire.QuietHours(from: "22:00", to: "24:00")] } == "quiet_hours[0].to")
    let monthly = Wire.QuietHours(from: "22:00", to: "23:00", weekdays: [.known(.monday), .unknown("last")])
    #expect(
      ruleRefusal { $0.quietHours = [Wire.QuietHours(from: "01:00", to: "02:00"), monthly] }
        == "quiet_hours[1].weekdays[1]")
    #expect(ruleRefusal { $0.exceptions = [Wire.Trigger(kind: .unknown("screen"))] } == "exceptions[0].kind")
    #expect(
      ruleRefusal { $0.reEligibility = Wire.ReEligibility(type: .unknown("twice")) } == "re_eligibility.type")
    #expect(
      ruleRefusal { $0.reEligibility = Wire.ReEligibility(type: .known(.after)) } == "re_eligibility.after_ms"
    )
    #expect(ruleRefusal { $0.caps = [Wire.Cap(limit: 1, within: .unknown("hour"))] } == "caps[0].within")
    #expect(ruleRefusal { $0.render = .unknown("at_trigger") } == "render")
  }

  @Test
  func `a shared cap that is not understood stops all campaigns, for nobody knows how often they may show`()
    throws
  {
    var definitions = Wire.Definitions(
      tag: "d", campaigns: [], caps: [Wire.Cap(tag: "promo", limit: 3, within: .known(.year))])
    #expect(try definitions.sharedCaps() == [SharedCap(tag: "promo", FrequencyCap(3, within: .year))])
    definitions.capEntries.read.append(Wire.Cap(limit: 1, within: .unknown("hour")))
    #expect(
      throws: Wire.Untranslatable(
        field: "caps[1].within", message: "This version does not know this time window.")
    ) {
      try definitions.sharedCaps()
    }
  }

  @Test func `values keep their type both ways`() {
    let value = Value.object([
      "null": .null, "bool": .bool(false), "int": .int(.min), "double": .double(0.1), "string": .string("é"),
      "date": .date(Instant(milliseconds: -1)), "array": .array([.array([]), .object([:])]),
      "almost": .object(["$date": .int(1), "x": .null]), "text": .object(["$date": .string("today")]),
    ])
    #expect(Value(Wire.JSONValue(value)) == value)
    #expect(Wire.JSONValue(Value.double(.nan)) == .null)
    #expect(Value(["$date": 5.0]) == .date(Instant(milliseconds: 5)))
  }

  @Test func `every outcome survives as kind and reason`() {
    let outcomes: [Outcome] =
      [.shown, .expired, .recalled, .replaced] + Outcome.QueueReason.allCases.map { .queued($0) }
      + Outcome.SuppressionReason.allCases.map { .suppressed($0) }
      + Outcome.DiscardReason.allCases.map { .discarded($0) }
    for outcome in outcomes {
      #expect(Outcome(kind: outcome.wireKind, reason: outcome.wireReason) == outcome)
    }
    for kind in [Wire.EventRecord.OutcomeKind.queued, .suppressed, .discarded] {
      #expect(Outcome(kind: kind, reason: nil) == nil)
      #expect(Outcome(kind: kind, reason: "later") == nil)
    }
  }

  @Test func `every event that triggers survives as a record`() {
    let kinds: [Event.Kind] = [
      .sessionStart, .pushClick(campaign: nil), .pushClick(campaign: "c"),
      .screenView(name: "Cart", properties: ["items": .int(2)]),
      .custom(name: "n", properties: ["a": .date(Instant(milliseconds: 3))]),
      .purchase(
        Purchase(productID: "p", currency: "EUR", price: 2.5, quantity: 3, properties: ["a": .int(1)])),
      .attribute(key: "plan", .value("pro")), .attribute(key: "plan", .removed),
      .attribute(key: "coins", .relative(operation: "increment", operand: 5)), .audienceEntry("a"),
      .audienceExit("a"),
    ]
    for kind in kinds {
      let event = Event(id: "e", at: Instant(milliseconds: 1), kind: kind)
      #expect(Event(Wire.EventRecord(event, sessionID: "s", userID: nil)) == event)
    }
    #expect(Event(Examples.record("e", .impression(Examples.presentation))) == nil)
  }

  @Test func `a decision of any size makes a record that may be stored`() {
    let long = String(repeating: "😀\u{1}", count: 500)
    let misses: [FilterMiss] = [
      FilterMiss(
        path: ["a"], operation: .equals(.string(long)), actual: .string(long), isTypeMismatch: false),
      FilterMiss(
        path: ["a"], operation: .isIn(Array(repeating: .string(long), count: 250)),
        actual: .array([.string(long)]), isTypeMismatch: true),
      FilterMiss(
        path: Array(repeating: long, count: 8), operation: .isBlank, actual: .object(["k": .string(long)]),
        isTypeMismatch: false),
    ]
    let decision = Decision(
      id: "d", event: Event(id: "e", at: Examples.sentAt, kind: .custom(name: "n", properties: [:])),
      at: Examples.sentAt, userID: nil,
      candidates: (0..<1_000).map {
        Examples.candidate(CampaignID("c-\($0)"), .stopped(.filter(misses[$0 % 3])))
      })
    let record = Wire.DecisionRecord(decision)
    #expect(Examples.record("e-1", .decision(record)).validate() == [])
    #expect(record.candidates.count > 20)
    #expect(record.candidates.count + record.omittedCandidates == 1_000)
    #expect(record.candidates[0].campaignID == "c-0")
    #expect(record.candidates[0].detail["actual"]?.string?.hasSuffix("…") == true)
    #expect(record.candidates[0].detail["actual"]!.encodedByteCount <= Wire.Limits.detailBytes)
    #expect(record.candidates[1].detail["omitted"] == ["actual", "value"])
    #expect(record.candidates[2].detail["omitted"] == ["actual", "path"])
  }
}

extension Filter {
  fileprivate var rewritten: Wire.Filter { Wire.Filter(self) }
}
