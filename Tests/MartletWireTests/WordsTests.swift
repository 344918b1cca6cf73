// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@Suite("Decisions, triggers and filters in words")
struct WordsTests {
  static let filters: [(Wire.Filter, String)] = [
    (.compare(.init(path: ["total"], operation: .known(.greater), value: 20)), "total > 20"),
    (
      .compare(.init(path: ["cart", "total"], operation: .known(.lessOrEqual), value: 9.5)),
      "cart.total ≤ 9.5"
    ),
    (
      .compare(.init(path: ["plan"], operation: .known(.isIn), value: ["free", "pro"])),
      "plan is “free” or “pro”"
    ),
    (
      .compare(.init(path: ["code"], operation: .known(.matches), value: "^A", ignoringCase: true)),
      "code matches “^A” (ignoring case)"
    ),
    (.compare(.init(path: ["code"], operation: .known(.isBlank))), "code is blank"),
    (.compare(.init(path: ["code"], operation: .known(.exists))), "code exists"),
    (.compare(.init(path: ["code"], operation: .known(.doesNotExist))), "code does not exist"),
    (
      .compare(.init(path: ["total"], operation: .known(.between), value: [1, 9.5])),
      "total is between 1 and 9.5"
    ),
    (
      .compare(.init(path: ["plan"], operation: .known(.isNotIn), value: ["free", "pro"])),
      "plan is none of “free”, “pro”"
    ),
    (
      .compare(.init(path: ["code"], operation: .known(.startsWith), value: "A", ignoringCase: true)),
      "code starts with “A” (ignoring case)"
    ),
    (.compare(.init(path: ["code"], operation: .known(.endsWith), value: "Z")), "code ends with “Z”"),
    (
      .compare(.init(path: ["tags"], operation: .known(.includesAny), value: ["a", "b"])),
      "tags includes “a” or “b”"
    ),
    (
      .compare(.init(path: ["tags"], operation: .known(.includesAll), value: ["a", "b"])),
      "tags includes “a” and “b”"
    ),
    (
      .compare(
        .init(
          path: ["items"], operation: .known(.anyElement),
          filter: .any([
            .compare(.init(path: ["price"], operation: .known(.greater), value: 5)),
            .compare(.init(path: [], operation: .known(.isBlank))),
          ]))), "items has an element with (price > 5 or it is blank)"
    ),
    (
      .compare(.init(path: ["at"], operation: .known(.less), value: ["$ago": ["days": 1, "hours": 2]])),
      "at < 1 day 2 hours ago"
    ),
    (
      .compare(.init(path: ["at"], operation: .known(.greater), value: ["$from_now": ["minutes": 90]])),
      "at > 1 hour 30 minutes from now"
    ),
    (.compare(.init(path: ["at"], operation: .known(.greater), value: ["$ago": ["days": 0]])), "at > now"),
    (
      .all([
        .compare(.init(path: ["a"], operation: .known(.equals), value: 1)),
        .any([
          .compare(.init(path: ["b"], operation: .known(.equals), value: 2)),
          .compare(.init(path: ["c"], operation: .known(.equals), value: 3)),
        ]),
      ]), "a is 1 and (b is 2 or c is 3)"
    ),
    (.not(.compare(.init(path: ["vip"], operation: .known(.equals), value: true))), "not (vip is true)"),
    (
      .compare(.init(path: ["at"], operation: .known(.less), value: ["$date": 1_709_164_800_000])),
      "at < 2024-02-29 00:00 UTC"
    ),
    (
      .compare(.init(path: ["at"], operation: .known(.less), value: ["$date": -1])),
      "at < 1969-12-31 23:59 UTC"
    ),
  ]

  @Test(arguments: filters)
  func `a filter reads as a sentence`(filter: Wire.Filter, words: String) {
    #expect(filter.words == words)
  }

  static let triggers: [(Wire.Trigger, String)] = [
    (.init(kind: .known(.sessionStart)), "when a session starts"),
    (.init(kind: .known(.customEvent), name: "cart_viewed"), "when cart_viewed is logged"),
    (
      .init(
        kind: .known(.customEvent), name: "cart_viewed",
        filter: .compare(.init(path: ["total"], operation: .known(.greater), value: 20))),
      "when cart_viewed is logged with total > 20"
    ),
    (.init(kind: .known(.purchase), name: "mug"), "when mug is bought"),
    (.init(kind: .known(.anyPurchase)), "on any purchase"),
    (.init(kind: .known(.pushClick)), "when any push is opened"),
    (.init(kind: .known(.attributeChange), name: "plan"), "when plan changes"),
    (.init(kind: .known(.audienceEntry), name: "“VIP”"), "when a person enters “VIP”"),
    (.init(kind: .known(.audienceExit), name: "“VIP”"), "when a person leaves “VIP”"),
    (.init(kind: .known(.screenView), name: "Cart"), "when the screen Cart is shown"),
    (
      .init(kind: .known(.any), triggers: [Examples.viewed, .init(kind: .known(.anyPurchase))]),
      "when cart_viewed is logged, or on any purchase"
    ),
    (
      .init(kind: .known(.all), triggers: [Examples.viewed, .init(kind: .known(.anyPurchase))]),
      "after all of these, in this session: when cart_viewed is logged; on any purchase"
    ),
    (Examples.count, "every 3rd time within 7 days when cart_viewed is logged"),
    (
      .init(kind: .known(.count), triggers: [Examples.viewed], times: 2),
      "at least twice in this session when cart_viewed is logged"
    ),
    (
      .init(kind: .known(.count), triggers: [Examples.viewed], times: 1, match: .known(.exactly)),
      "the 1st time in this session when cart_viewed is logged"
    ),
    (.init(kind: .unknown("geofence")), "on geofence (unknown to this version)"),
  ]

  @Test(arguments: triggers)
  func `a trigger reads as a sentence`(trigger: Wire.Trigger, words: String) {
    #expect(trigger.words == words)
  }

  static let verdicts: [(Candidate.Verdict, String)] = [
    (.chosen, "chosen"),
    (
      .stopped(.interval(remaining: .milliseconds(11_200), minimum: .seconds(30))),
      "interval, 12 s left of 30 s"
    ),
    (.stopped(.priority(winner: "c2")), "lower priority than Summer sale"),
    (
      .stopped(.history(.count(have: 2, Repetition(.atLeast, 3, within: .session)))),
      "happened 2 of 3 times in this session"
    ),
    (
      .stopped(.history(.count(have: 4, Repetition(.exactly, 3, within: .last(.seconds(604_800)))))),
      "happened 4 times within 7 days, not 3"
    ),
    (
      .stopped(.history(.group(have: 1, need: 2, window: .session))),
      "1 of 2 triggers of the group in this session"
    ),
    (
      .stopped(.reEligibility(lastShown: Instant(milliseconds: 0), again: nil)),
      "seen before, shown only once"
    ),
    (
      .stopped(.reEligibility(lastShown: Instant(milliseconds: 0), again: Instant(milliseconds: 60_000))),
      "seen before, can be shown again from 1970-01-01 00:01 UTC"
    ),
    (
      .stopped(.cap(.campaign, FrequencyCap(3, within: .year), count: 3)),
      "frequency cap of this campaign: 3 of 3 a year"
    ),
    (
      .stopped(.cap(.tag("promo"), FrequencyCap(1, within: .session), count: 2)),
      "frequency cap of messages tagged promo: 2 of 1 in a session"
    ),
    (
      .stopped(.cap(.all, FrequencyCap(5, within: .lifetime), count: 5)),
      "frequency cap of all messages: 5 of 5 ever"
    ),
    (.stopped(.delayRuns(until: Instant(milliseconds: 60_000))), "delayed until 1970-01-01 00:01 UTC"),
    (.stopped(.ended(endsAt: Instant(milliseconds: 0))), "ended 1970-01-01 00:00 UTC"),
    (.stopped(.notStarted(startsAt: Instant(milliseconds: 60_000))), "starts 1970-01-01 00:01 UTC"),
    (.stopped(.quietHours(until: Instant(milliseconds: 60_000))), "quiet until 1970-01-01 00:01 UTC"),
    (
      .stopped(
        .filter(
          .init(path: ["total"], operation: .greater(.int(20)), actual: .int(18), isTypeMismatch: false))),
      "total 18 ≤ 20"
    ),
    (
      .stopped(
        .filter(.init(path: ["total"], operation: .greater(.int(20)), actual: nil, isTypeMismatch: false))),
      "total is missing; expected: total > 20"
    ),
    (
      .stopped(
        .filter(
          .init(path: ["total"], operation: .greater(.int(20)), actual: .string("18"), isTypeMismatch: true))),
      "total is “18”, but the types differ; expected: total > 20"
    ),
    (
      .stopped(
        .filter(
          .init(
            path: ["vip"], operation: .equals(.bool(true)), actual: .bool(true), isTypeMismatch: false,
            isNegated: true))),
      "vip is true, which the filter excludes"
    ),
  ]

  @Test(arguments: verdicts)
  func `a candidate says why it was or was not shown, with the values compared`(
    verdict: Candidate.Verdict, words: String
  ) {
    let candidate = Wire.DecisionRecord.Candidate(Candidate(campaign: "c1", version: 1, verdict: verdict))
    #expect(candidate.words { $0 == "c2" ? "Summer sale" : $0 } == words)
  }
}
