// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  private static let hour: Int64 = 3_600_000
  private static let bought = ConversionRule.order

  /// Stores what a device of the person did, each at so many hours before now.
  private static func ingest(
    _ store: any Store, _ device: String, _ user: String?, role: DeviceRole = .own,
    _ events: [(hoursAgo: Int64, Wire.EventRecord.Body)]
  ) async throws {
    let records = events.enumerated().map { place, event in
      Wire.EventRecord(
        id: "\(device)-\(user ?? "")-\(place)", at: Sample.now - .milliseconds(event.hoursAgo * hour),
        sessionID: nil, userID: user,
        body: event.1)
    }
    let batch = IngestBatch(
      appID: "shop", device: Wire.Device(id: device, platform: "ios"), receivedAt: Sample.now,
      events: records, role: role)
    let results = try await store.ingest(batch)
    try #require(results.allSatisfy { $0.status == .known(.stored) })
  }

  private static func exposure(_ arm: String, _ experiment: String = "x") -> Wire.EventRecord.Body {
    .exposure(.init(id: "p", campaignID: "c", campaignVersion: 1), experimentID: experiment, arm: arm)
  }

  private static func order(_ price: Double = 1, kind: String = "book") -> Wire.EventRecord.Body {
    .custom(name: "order", properties: ["price": .double(price), "kind": .string(kind)])
  }

  private static func tally(
    _ store: any Store, of subject: ExperimentSubject = .message, _ conversions: [ConversionRule] = [bought],
    changes: [Instant] = []
  ) async throws -> ExperimentTally {
    let answers =
      [nil, "1", "2", "4", "5"].map { AnswerDetail(question: "how", answer: $0) }
      + [nil, "taste", "price"].map { AnswerDetail(question: "why", answer: $0) }
    return try await store.tally(
      experiment: "x", of: subject, changes: changes, campaign: "c", conversions: conversions,
      answers: subject == .survey ? Set(answers) : [], app: "shop", at: Sample.now)
  }

  static var experiments: [Promise] {
    [
      Promise(
        "the holdout is everybody who is drawn, and others are the rest, with those of each who have an event in the time"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        for number in 0..<60 {
          let role: DeviceRole = number < 5 ? .lab : .own
          // The last ones were first seen at the end of the reading.
          let hoursAgo: Int64 = number < 50 ? 100 : 10
          var events: [(hoursAgo: Int64, Wire.EventRecord.Body)] = [(hoursAgo, .sessionStart)]
          if number.isMultiple(of: 2) { events += [(50, order()), (40, order())] }
          if number.isMultiple(of: 3) { events += [(9, order())] }
          try await ingest(store, "d\(number)", "p\(number)", role: role, events)
        }
        let holdout = try Holdout.global(period: "2026-q1", share: 2_000)
        var heldOut: Set<Int> = []
        for number in 5..<60 {
          let standing = try #require(try await store.experimentStanding(of: "u:p\(number)", app: "shop"))
          if holdout.holdsOut(standing) { heldOut.insert(number) }
        }
        let time =
          (Sample.now - .milliseconds(60 * hour))
          .milliseconds..<(Sample.now - .milliseconds(10 * hour)).milliseconds
        let reading = EventReading(EventSelector(.custom, name: "order"), time)
        let tally = try #require(
          try await store.holdoutTally(holdout, did: reading, app: "shop", limit: 1_000))
        func group(_ isHeldOut: Bool) -> HoldoutTally.Group {
          // Of those who came later, some had an event before.
          let people = (5..<60).filter {
            heldOut.contains($0) == isHeldOut && ($0 < 50 || $0.isMultiple(of: 2))
          }
          return HoldoutTally.Group(people: people.count, converted: people.count { $0.isMultiple(of: 2) })
        }
        #expect(tally == HoldoutTally(heldOut: group(true), others: group(false)))
        #expect(!heldOut.isEmpty && tally.others.people > tally.heldOut.people)
        #expect(try await store.holdoutTally(holdout, did: reading, app: "shop", limit: 10) == nil)
        #expect(
          try await store.holdoutTally(holdout, did: reading, app: "other", limit: 10) == HoldoutTally())
      },
      Promise(
        "exposures of an experiment are counted up to a limit, without those of test devices and of other apps"
      ) { store async throws in
        try await store.insert(Sample.app())
        try await ingest(
          store, "d1", "ana", [(9, exposure("a")), (8, exposure("a")), (7, exposure("a", "y"))])
        try await ingest(store, "d2", "ben", role: .lab, [(9, exposure("b"))])
        for (limit, count) in [(1, 1), (2, 2), (10, 2)] {
          #expect(try await store.exposureCount(experiment: "x", app: "shop", limit: limit) == count)
        }
        #expect(try await store.exposureCount(experiment: "x", app: "other", limit: 10) == 0)
      },
      Promise("a person counts once in an experiment, in the arm and from the time of the first exposure") {
        store async throws in
        try await store.insert(Sample.app())
        let presentation = Wire.EventRecord.Presentation(id: "p", campaignID: "c", campaignVersion: 1)
        try await ingest(
          store, "d1", "ana",
          [(200, exposure("b")), (190, exposure("b")), (189, .impression(presentation)), (188, order())])
        // An impression and an order before the exposure count for nothing, and neither does
        // another campaign's.
        let other = Wire.EventRecord.Presentation(id: "q", campaignID: "other", campaignVersion: 1)
        try await ingest(
          store, "d2", "ben",
          [
            (210, order()), (209, .impression(presentation)), (200, exposure("control")),
            (199, .impression(other)),
          ])
        try await ingest(store, "d3", nil, [(200, exposure("b", "another"))])
        try await ingest(store, "d4", "eve", role: .test, [(200, exposure("b"))])
        let found = try await tally(store)
        #expect(
          found.arms.keys.sorted() == ["b", "control"]
            && found.begin == Sample.now - .milliseconds(200 * hour))
        let (b, control) = (try #require(found.arms["b"]), try #require(found.arms["control"]))
        #expect([b.people, b.exposures, b.shown, b.clicked] == [1, 2, 1, 0])
        #expect([control.people, control.exposures, control.shown, control.clicked] == [1, 1, 0, 0])
        #expect([b.goals[0].matured, b.goals[0].converted, b.goals[0].conversions] == [1, 1, 1])
        #expect([control.goals[0].matured, control.goals[0].converted] == [1, 0])
      },
      Promise("answers to a survey count in the arm of the person, from the exposure on") {
        store async throws in
        try await store.insert(Sample.app())
        func answers(_ given: [String: Wire.JSONValue], to campaign: String = "c") -> Wire.EventRecord.Body {
          .surveyAnswers(.init(id: "p", campaignID: campaign, campaignVersion: 1), answers: given)
        }
        // What was answered before the exposure, or in another survey, does not count.
        try await ingest(
          store, "d1", "ana",
          [
            (201, answers(["how": 1])), (200, exposure("a")),
            (199, answers(["how": 5, "why": ["taste", "price"]])),
            (198, answers(["how": 2], to: "other")),
          ])
        try await ingest(
          store, "d2", "ben",
          [(200, exposure("b")), (199, answers(["how": 5, "else": "No."])), (198, answers(["how": 4]))])
        try await ingest(store, "d3", "eve", role: .test, [(200, exposure("b")), (199, answers(["how": 5]))])
        let found = try await tally(store, of: .survey)
        func counted(_ arm: String) -> [String: Int] {
          let answers = found.arms[arm]?.answers ?? [:]
          return Dictionary(
            uniqueKeysWithValues: answers.map { ($0.key.question + " " + ($0.key.answer ?? "-"), $0.value) })
        }
        #expect(counted("a") == ["how -": 1, "how 5": 1, "why -": 1, "why taste": 1, "why price": 1])
        #expect(counted("b") == ["how -": 2, "how 5": 1, "how 4": 1], "nobody asked the other question")
        #expect(found.arms.mapValues(\.clicked) == ["a": 1, "b": 1])
        #expect(try await tally(store, of: .announcement).arms["a"]?.answers == [:])
      },
      Promise("an app that uses data got it, and so did one that refuses it") { store async throws in
        try await store.insert(Sample.app())
        let presentation = Wire.EventRecord.Presentation(id: "p", campaignID: "c", campaignVersion: 1)
        try await ingest(
          store, "d1", "ana", [(200, exposure("a")), (199, .click(presentation, buttonID: nil))])
        try await ingest(
          store, "d2", "ben", [(200, exposure("a")), (199, .dismissal(presentation, by: Wire.Open("app")))])
        try await ingest(store, "d3", "eve", [(200, exposure("a"))])
        let arm = try #require(try await tally(store, of: .data).arms["a"])
        #expect([arm.people, arm.shown, arm.clicked] == [3, 2, 1])
      },
      Promise(
        "a conversion counts from the exposure on and before the end of its window, and people once it ended 48 hours ago"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        // The window is 72 hours.
        try await ingest(store, "d1", "at the start", [(300, exposure("b")), (300, order())])
        try await ingest(store, "d2", "at the end", [(300, exposure("b")), (228, order())])
        try await ingest(store, "d3", "twice", [(300, exposure("b")), (299, order(2.5)), (240, order(4))])
        try await ingest(
          store, "d4", "another event",
          [(300, exposure("b")), (299, .custom(name: "other", properties: [:]))])
        try await ingest(store, "d5", "just matured", [(120, exposure("b"))])
        try await ingest(store, "d6", "not matured", [(119, exposure("b")), (118, order())])
        let goal = try #require(try await tally(store).arms["b"]?.goals[0])
        #expect([goal.matured, goal.converted, goal.convertedSoFar, goal.conversions] == [5, 2, 3, 4])
        #expect(goal.revenue[""]?.sorted() == [100, 650])
        #expect(goal.maturedByDay == [5: 4, 12: 1])
      },
      Promise("a conversion counts events of its kind, name and properties") { store async throws in
        try await store.insert(Sample.app())
        try await ingest(
          store, "d1", "ana", [(300, exposure("b")), (299, order(kind: "book")), (298, order(kind: "music"))])
        try await ingest(store, "d2", "ben", [(300, exposure("b")), (299, .sessionStart)])
        var music = bought
        music.activity.filter = .compare(Comparison(path: ["kind"], operation: .equals("music")))
        var session = bought
        (session.activity, session.revenue) = (AudienceActivity(.sessionStart), nil)
        var any = bought
        any.activity.name = nil
        let arm = try #require(try await tally(store, [music, session, any]).arms["b"])
        #expect(arm.goals.map(\.conversions) == [1, 1, 2] && arm.goals.map(\.converted) == [1, 1, 1])
      },
      Promise(
        "people count in the epoch of their first exposure, and those who were in several arms are counted"
      ) { store async throws in
        try await store.insert(Sample.app())
        try await ingest(store, "d1", "before", [(300, exposure("a")), (290, order()), (100, exposure("a"))])
        try await ingest(store, "d2", "at the change", [(200, exposure("a")), (199, order(5))])
        try await ingest(store, "d3", "after", [(150, exposure("b")), (149, exposure("a"))])
        let found = try await tally(store, changes: [Sample.now - .milliseconds(200 * hour)])
        #expect(found.epochs.map { $0.mapValues(\.people) } == [["a": 1], ["a": 1, "b": 1]])
        #expect(
          found.epochs.map { $0["a"]?.goals[0].converted } == [1, 1]
            && found.epochs[1]["a"]?.goals[0].revenue == ["": [500]])
        #expect(
          found.arms.mapValues(\.people) == ["a": 2, "b": 1] && found.arms["a"]?.exposures == 3
            && found.crossovers == 1)
        #expect(try await tally(store).epochs == [found.arms])
      },
      Promise("of people who become one, the arm of the first exposure counts for ever") {
        store async throws in
        try await store.insert(Sample.app())
        try await ingest(store, "d1", "ana", [(300, exposure("b"))])
        try await ingest(store, "d2", nil, [(310, exposure("control"))])
        let before = try #require(try await store.experimentStanding(of: "u:ana", app: "shop"))
        #expect(before.arms == ["x": "b"])
        try await ingest(store, "d2", "ana", [(1, .userChanged(previousUserID: nil))])
        let after = try #require(try await store.experimentStanding(of: "u:ana", app: "shop"))
        #expect(after.arms == ["x": "control"] && after.unit == before.unit)
        #expect(try await tally(store).arms.mapValues(\.people) == ["control": 1])
        #expect(try await store.experimentStanding(of: "u:nobody", app: "shop") == nil)
      },
    ]
  }
}

extension ConversionRule {
  fileprivate static let order: ConversionRule = {
    var problems: [Diagnostic] = []
    let conversion = Wire.Conversion(
      name: "Order", event: ["kind": "custom", "name": "order"], revenue: "price")
    guard let rule = ConversionRule(conversion, at: "", &problems) else { preconditionFailure("\(problems)") }
    return rule
  }()
}
