// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Testing

@Suite("Lint of campaigns")
struct CampaignLintTests {
  static let now = Instant(milliseconds: 1_750_000_000_000)

  static func campaign(
    _ id: String, _ triggers: [Wire.Trigger] = [tap()], priority: Wire.Priority.Bucket = .medium,
    age: Int64 = 0, startsAt: Instant? = nil,
    endsAt: Instant? = nil, rules: Wire.DeliveryRules = Wire.DeliveryRules()
  ) -> CampaignLint.Subject {
    CampaignLint.Subject(
      name: id.uppercased(),
      campaign: Wire.Campaign(
        id: id, priority: Wire.Priority(bucket: .known(priority)),
        createdAt: Instant(milliseconds: 1_000 - age), startsAt: startsAt,
        endsAt: endsAt, triggers: triggers, message: Wire.Message(kind: .known(.modal)), rules: rules))
  }

  static func tap(_ filter: Wire.Filter? = nil, _ name: String = "tap") -> Wire.Trigger {
    Wire.Trigger(kind: .known(.customEvent), name: name, filter: filter)
  }

  static func total(_ operation: Wire.Comparison.Operation, _ value: Wire.JSONValue?) -> Wire.Filter {
    .compare(Wire.Comparison(path: ["total"], operation: .known(operation), value: value))
  }

  private func codes(_ subjects: [CampaignLint.Subject], caps: [Wire.Cap] = [], logged: Set<String>? = nil)
    -> [String]
  {
    CampaignLint(subjects, caps: caps, loggedEvents: logged, at: Self.now).findings.map {
      "\($0.campaign) \($0.code.rawValue) \($0.field)"
    }
  }

  @Test func `only messages compete: banners, content and data come one after the other`() {
    func item(_ id: String, age: Int64, _ change: (inout Wire.Campaign) -> Void) -> CampaignLint.Subject {
      var subject = Self.campaign(id, age: age)
      subject.campaign.message = nil
      change(&subject.campaign)
      return subject
    }
    let items = [
      item("b", age: 1) { $0.banner = Wire.Banner(title: "B") },
      item("c", age: 2) { $0.content = Wire.Content(kind: .known(.text)) },
      item("d", age: 3) { $0.data = Wire.DataPush(body: "1") },
    ]
    let all = [Self.campaign("a")] + items
    #expect(codes(all) == [])
    for id in ["a", "b", "c", "d"] {
      #expect(CampaignLint(all, at: Self.now).findings(for: CampaignID(id)) == [])
    }
  }

  // MARK: - Never

  static let over: [(Wire.DeliveryRules, startsAt: Int64?, endsAt: Int64?, String?)] = [
    (Wire.DeliveryRules(), nil, nil, nil),
    (Wire.DeliveryRules(), nil, 60, nil),
    (Wire.DeliveryRules(), nil, 0, "schedule_over ends_at"),
    (Wire.DeliveryRules(endsAtLocal: "2025-06-01T00:00:00"), nil, nil, "schedule_over ends_at_local"),
    (
      Wire.DeliveryRules(startsAtLocal: "2030-06-02T00:00:00", endsAtLocal: "2030-06-01T00:00:00"), nil, nil,
      "schedule_over ends_at_local"
    ),
    (
      Wire.DeliveryRules(quietHours: [Wire.QuietHours(from: "00:00", to: "00:00")]), nil, nil,
      "always_quiet quiet_hours"
    ),
    (Wire.DeliveryRules(quietHours: [Wire.QuietHours(from: "09:00", to: "08:59")]), nil, nil, nil),
    (
      Wire.DeliveryRules(quietHours: [
        Wire.QuietHours(from: "22:00", to: "08:00"), Wire.QuietHours(from: "07:00", to: "22:30"),
      ]), nil, nil,
      "always_quiet quiet_hours"
    ),
    (
      Wire.DeliveryRules(displayWithinMilliseconds: 5_000, delayMilliseconds: 5_000), nil, nil,
      "ends_before_delay display_within_ms"
    ),
    (Wire.DeliveryRules(displayWithinMilliseconds: 5_001, delayMilliseconds: 5_000), nil, nil, nil),
    (
      Wire.DeliveryRules(expiresAfterMilliseconds: 4_000, delayMilliseconds: 5_000), nil, nil,
      "ends_before_delay expires_after_ms"
    ),
    (Wire.DeliveryRules(delayMilliseconds: 60_000), nil, 60, "ends_before_delay ends_at"),
    (Wire.DeliveryRules(delayMilliseconds: 60_000), 30, 80, "ends_before_delay ends_at"),
    (Wire.DeliveryRules(delayMilliseconds: 60_000), nil, 61, nil),
  ]

  @Test(arguments: over.indices)
  func `a campaign whose time cannot come is called impossible`(index: Int) {
    let (rules, startsAt, endsAt, expected) = Self.over[index]
    let subject = Self.campaign(
      "a", startsAt: startsAt.map { Self.now + .seconds($0) }, endsAt: endsAt.map { Self.now + .seconds($0) },
      rules: rules)
    #expect(codes([subject]) == (expected.map { ["a " + $0] } ?? []))
  }

  static let contradictions: [(Wire.Filter, Bool)] = [
    (.all([total(.greater, 10), total(.less, 5)]), true),
    (.all([total(.greater, 10), total(.less, 10)]), true),
    (.all([total(.greaterOrEqual, 10), total(.lessOrEqual, 10)]), false),
    (.all([total(.greaterOrEqual, 10), total(.lessOrEqual, 10), total(.notEquals, 10)]), false),
    (.all([total(.equals, 10), total(.equals, 11)]), true),
    (.all([total(.equals, 10), total(.equals, 10.0)]), false),
    (.all([total(.equals, 10), total(.notEquals, 10)]), true),
    (.all([total(.equals, "a"), total(.greater, 5)]), true),
    (.all([total(.isIn, [1, 2]), total(.isIn, [3])]), true),
    (.all([total(.isIn, [1, 2]), total(.greater, 1.5)]), false),
    (.all([total(.isIn, [1, 2]), total(.greater, 2)]), true),
    (.all([total(.isBlank, nil), total(.equals, 1)]), true),
    (.all([total(.isBlank, nil), total(.isNotBlank, nil)]), true),
    (.all([total(.isBlank, nil), total(.notEquals, 1)]), false),
    (.all([total(.equals, true), total(.equals, false)]), true),
    (.any([total(.greater, 10), .all([total(.greater, 1), total(.less, 0)])]), false),
    (.any([]), true),
    (.not(.all([total(.greater, 10), total(.less, 5)])), false),
    (.all([total(.greater, 10), .all([.any([total(.less, 5)])])]), true),
    (.all([total(.between, [1, 3]), total(.greater, 3)]), true),
    (.all([total(.startsWith, "a"), total(.less, 3)]), true),
    // Beyond what doubles tell apart.
    (.all([total(.less, .int(1 << 60)), total(.equals, 5)]), false),
    (.all([total(.greater, .int(1 << 60)), total(.startsWith, "a")]), true),
  ]

  @Test(arguments: contradictions.indices)
  func `a filter that nothing can satisfy is named with the two conditions that exclude each other`(
    index: Int
  ) {
    let (filter, isImpossible) = Self.contradictions[index]
    #expect(
      codes([Self.campaign("a", [Self.tap(filter)])])
        == (isImpossible ? ["a contradictory_filter triggers[0].filter"] : []))
  }

  @Test func `one impossible trigger among others is a warning, alone it is an error`() throws {
    let impossible = Self.tap(.all([Self.total(.greater, 10), Self.total(.less, 5)]))
    let alone = CampaignLint([Self.campaign("a", [impossible])], at: Self.now).findings
    #expect(alone.map(\.severity) == [.error])
    #expect(alone[0].message == "No event can match this condition: total > 10 and total < 5.")
    let beside = CampaignLint([Self.campaign("a", [impossible, Self.tap()])], at: Self.now).findings
    #expect(beside.map(\.severity) == [.warning])
    let group = Wire.Trigger(kind: .known(.all), triggers: [Self.tap(), impossible])
    #expect(codes([Self.campaign("a", [group])]) == ["a contradictory_filter triggers[0].triggers[1].filter"])
    let choice = Wire.Trigger(kind: .known(.any), triggers: [Self.tap(), impossible])
    #expect(codes([Self.campaign("a", [choice])]) == [])
  }

  private static func own(_ field: String, _ operation: Wire.Comparison.Operation, _ value: Wire.JSONValue?)
    -> Wire.Filter
  {
    .compare(Wire.Comparison(path: [field], operation: .known(operation), value: value))
  }

  static let purchases: [(Wire.Filter, isPossible: Bool)] = [
    (own("quantity", .greater, .int(Int64(Wire.Limits.quantity.upperBound))), false),
    (own("quantity", .greaterOrEqual, .int(Int64(Wire.Limits.quantity.upperBound))), true),
    (own("quantity", .less, .int(Int64(Wire.Limits.quantity.lowerBound))), false),
    (own("quantity", .equals, 0), false), (own("quantity", .isIn, [0, 5]), true),
    (own("quantity", .between, [101, 200]), false),
    (own("quantity", .isBlank, nil), false), (own("quantity", .equals, "5"), false),
    (own("price", .less, 0), false), (own("price", .lessOrEqual, 0), true),
    (own("price", .greater, 1_000_000), true),
    (own("currency", .equals, 978), false), (own("currency", .equals, "EUR"), true),
    (own("product_id", .doesNotExist, nil), false),
    (own("size", .greater, 100), true), (.not(own("quantity", .greater, 100)), true),
    (.all([own("size", .equals, 1), own("quantity", .greater, 100)]), false),
    (.any([own("size", .equals, 1), own("quantity", .greater, 100)]), true),
  ]

  @Test(arguments: purchases.indices)
  func `a condition that no purchase satisfies is named, unless a property may hide the field`(index: Int) {
    let (filter, isPossible) = Self.purchases[index]
    for kind in [Wire.Trigger.Kind.anyPurchase, .purchase] {
      let trigger = Wire.Trigger(kind: .known(kind), name: kind == .purchase ? "mug" : nil, filter: filter)
      let found = CampaignLint([Self.campaign("a", [trigger])], at: Self.now).findings
      #expect(found.map(\.code) == (isPossible ? [] : [.purchaseOutOfRange]), "\(filter)")
      #expect(found.allSatisfy { $0.severity == .warning && $0.field == "triggers[0].filter" })
      // Of an event these are properties like any other.
      #expect(codes([Self.campaign("a", [Self.tap(filter)])]) == [], "\(filter)")
    }
  }

  @Test func `an event that no app can log is an error when nothing else triggers the campaign`() {
    let reserved = Self.tap(nil, "$go")
    let alone = CampaignLint([Self.campaign("a", [reserved])], loggedEvents: [], at: Self.now).findings
    #expect(alone.map(\.code) == [.impossibleEvent])
    #expect(alone.map(\.severity) == [.error])
    let beside = CampaignLint([Self.campaign("a", [reserved, Self.tap()])], at: Self.now).findings
    #expect(beside.map(\.severity) == [.warning])
    #expect(beside.map(\.field) == ["triggers[0].name"])
  }

  @Test func `exceptions without a delay, and two buttons with one id, are warnings`() {
    var subject = Self.campaign("a", rules: Wire.DeliveryRules(exceptions: [Self.tap(nil, "open")]))
    #expect(codes([subject]) == ["a exceptions_without_delay exceptions"])
    subject.campaign.rules.delayMilliseconds = 1
    #expect(codes([subject]) == [])
    subject.campaign.message?.buttons = [Wire.Button(id: 0, text: "A"), Wire.Button(id: 0, text: "B")]
    #expect(codes([subject]) == ["a duplicate_button message.buttons[1].id"])
  }

  // MARK: - Together

  static let shadows:
    [(String, better: CampaignLint.Subject, worse: CampaignLint.Subject, isShadowed: Bool)] = [
      ("the same event", campaign("a", priority: .high), campaign("b"), true),
      ("a broader condition", campaign("a", priority: .high), campaign("b", [tap(total(.greater, 5))]), true),
      (
        "a narrower condition", campaign("a", [tap(total(.greater, 5))], priority: .high), campaign("b"),
        false
      ),
      (
        "the same condition among others", campaign("a", [tap(total(.greater, 5))], priority: .high),
        campaign("b", [tap(.all([total(.greater, 5), total(.less, 9)]))]), true
      ),
      (
        "a count of the same event", campaign("a", priority: .high),
        campaign("b", [Wire.Trigger(kind: .known(.count), triggers: [tap()], times: 3)]), true
      ),
      (
        "only one of two events", campaign("a", priority: .high), campaign("b", [tap(), tap(nil, "open")]),
        false
      ),
      (
        "any purchase over one product",
        campaign("a", [Wire.Trigger(kind: .known(.anyPurchase))], priority: .high),
        campaign("b", [Wire.Trigger(kind: .known(.purchase), name: "mug")]), true
      ),
      (
        "the better one shows once",
        campaign(
          "a", priority: .high,
          rules: Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.once)))), campaign("b"),
        false
      ),
      (
        "the better one is capped",
        campaign(
          "a", priority: .high, rules: Wire.DeliveryRules(caps: [Wire.Cap(limit: 1, within: .known(.day))])),
        campaign("b"), false
      ),
      (
        "the better one waits",
        campaign("a", priority: .high, rules: Wire.DeliveryRules(delayMilliseconds: 1_000)), campaign("b"),
        false
      ),
      (
        "the better one ends first", campaign("a", priority: .high, endsAt: now + .seconds(60)),
        campaign("b"), false
      ),
      (
        "the better one ends last", campaign("a", priority: .high, endsAt: now + .seconds(60)),
        campaign("b", endsAt: now + .seconds(60)),
        true
      ),
    ]

  @Test(arguments: shadows.indices)
  func `a campaign is in the shadow of a better one that always takes its turn`(index: Int) {
    let (sentence, better, worse, isShadowed) = Self.shadows[index]
    let found = codes([worse, better]).contains("b shadowed priority")
    #expect(found == isShadowed, "\(sentence)")
  }

  @Test
  func
    `a shared cap on the better campaign lets the other have its turn at times, unless it holds back both`()
  {
    let pair = [
      Self.campaign("a", priority: .high, rules: Wire.DeliveryRules(tags: ["promo"])), Self.campaign("b"),
    ]
    #expect(codes(pair, caps: [Wire.Cap(tag: "promo", limit: 1, within: .known(.day))]) == [])
    #expect(codes(pair, caps: [Wire.Cap(limit: 1, within: .known(.day))]) == ["b shadowed priority"])
    #expect(
      codes(pair, caps: [Wire.Cap(tag: "news", limit: 1, within: .known(.day))]) == ["b shadowed priority"])
  }

  @Test
  func
    `what concerns one campaign is what all findings say of it, and one that is added is judged as if it had been there`()
    throws
  {
    let rules = [
      Wire.DeliveryRules(), Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.once))),
      Wire.DeliveryRules(delayMilliseconds: 5_000),
    ]
    let triggers: [[Wire.Trigger]] = [
      [Self.tap()], [Self.tap(Self.total(.greater, 5))], [Self.tap(Self.total(.less, 5))],
      [Self.tap(nil, "open")],
      [Self.tap(), Self.tap(nil, "open")], [Wire.Trigger(kind: .known(.sessionStart))],
      [Wire.Trigger(kind: .known(.anyPurchase))],
      [Wire.Trigger(kind: .known(.purchase), name: "mug"), Self.tap(nil, "open")],
      [Wire.Trigger(kind: .known(.pushClick))],
      [Wire.Trigger(kind: .known(.any), triggers: [Self.tap(), Wire.Trigger(kind: .known(.sessionStart))])],
    ]
    let priorities: [Wire.Priority.Bucket] = [.high, .medium]
    // Every combination, in an order that is not theirs.
    let subjects = (0..<60).map { index -> CampaignLint.Subject in
      let number = index * 37 % 60
      return Self.campaign(
        "c\(number)", triggers[number % triggers.count], priority: priorities[number / triggers.count % 2],
        age: Int64(number * 13 % 60),
        rules: rules[number / 20])
    }
    let lint = CampaignLint(subjects, at: Self.now)
    let all = lint.findings
    #expect(Set(all.map(\.code)).isSuperset(of: [.shadowed, .sameRank]))
    // Every third has each trigger, priority and rule too.
    for subject in TestCases.areAll
      ? subjects : stride(from: 0, to: subjects.count, by: 3).map({ subjects[$0] })
    {
      let id = CampaignID(subject.campaign.id)
      #expect(lint.findings(for: id) == all.filter { $0.campaign == id || $0.others.contains(id) })
      let others = CampaignLint(
        subjects.filter { $0.campaign.id != subject.campaign.id }, at: Self.now - .seconds(60))
      #expect(others.adding(subject, at: Self.now).findings == all)
      #expect(lint.adding(subject, at: Self.now).findings == all)
    }
  }

  @Test func `campaigns of one rank that name the same event are told that only their age decides`() {
    let once = Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.once)))
    let lint = CampaignLint(
      [Self.campaign("new", rules: once), Self.campaign("old", age: 10, rules: once)], at: Self.now)
    #expect(lint.findings.map(\.code) == [.sameRank])
    #expect(lint.findings(for: "new").count == 1)
    #expect(
      lint.findings[0].message
        == "Same priority and trigger event as “NEW”. The newer campaign, “NEW”, is shown first.")
    #expect(
      codes([Self.campaign("a", rules: once), Self.campaign("b", [Self.tap(nil, "open")], rules: once)]) == []
    )
    #expect(
      codes([
        Self.campaign("a", [Self.tap(Self.total(.greater, 5))], rules: once),
        Self.campaign("b", [Self.tap(Self.total(.less, 5))], rules: once),
      ]) == [])
  }

  @Test func `an event that no device has logged is a hint, when it is known what devices log`() {
    #expect(codes([Self.campaign("a")], logged: ["Tap"]) == ["a unknown_event triggers[0].name"])
    #expect(codes([Self.campaign("a")], logged: ["tap"]) == [])
    #expect(codes([Self.campaign("a")]) == [])
  }
}
