// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func experimentStanding(of personID: String, app: AppID) async throws(StoreError)
    -> ExperimentStanding?
  {
    guard !personID.utf8.contains(0) else { return nil }
    return try await readShared { db in
      guard
        let key = try db.knownAppKey(app),
        let person = try db.value(SQL.person, [key, personID], as: Int64.self)
      else { return nil }
      return try db.experimentStanding(of: person, app: key)
    }
  }

  public func exposureCount(experiment: String, app: AppID, limit: Int) async throws(StoreError) -> Int {
    try await readShared { db in
      guard
        let key = try db.knownAppKey(app)
      else { return 0 }
      return try db.value(SQL.exposureCount, [key, experiment, limit], as: Int.self) ?? 0
    }
  }

  public func tally(
    experiment: String, of subject: ExperimentSubject, changes: [Instant], campaign: CampaignID,
    conversions: [ConversionRule],
    answers: Set<AnswerDetail>, app: AppID, at now: Instant
  ) async throws(StoreError) -> ExperimentTally {
    try await readFigures { db in
      var counter = ExperimentCounter(changes: changes, conversions: conversions, answers: answers, at: now)
      guard
        let key = try db.knownAppKey(app)
      else { return counter.tally }
      let exposed: SQLArguments = [key, experiment, now.milliseconds]
      func rows(_ sql: String, _ more: SQLArguments = []) throws -> any SQLCursor {
        try db.cursor(sql, exposed + more)
      }
      let people = try rows(SQL.exposed)
      while let row = try people.nextRow() {
        counter.add(
          row["person_id"], arm: row["arm"], firstAt: Instant(milliseconds: row["first_at"]),
          exposures: row["exposures"],
          armCount: row["arms"])
      }
      for (kinds, step) in [
        (subject.shownKinds, \ExperimentTally.Arm.shown),
        (subject.clickedKinds, \ExperimentTally.Arm.clicked),
      ] {
        let found =
          if let first = kinds.first {
            try rows(SQL.exposedSteps, [first, campaign.rawValue, kinds.last])
          } else {
            try rows(SQL.exposedPushes, [campaign.rawValue])
          }
        while let row = try found.nextRow() { counter.add(step, of: row[0]) }
      }
      if !answers.isEmpty {
        let surveys = try rows(SQL.exposedAnswers, [campaign.rawValue])
        while let row = try surveys.nextRow() { counter.addSurvey(row[1], of: row[0]) }
      }
      for (place, rule) in conversions.enumerated() {
        let events = try rows(
          SQL.exposedEvents, [rule.activity.kind.rawValue, rule.activity.name, rule.window.wholeMilliseconds])
        try counter.count(place) {
          try events.nextRow().map {
            ExperimentCounter.Event(person: $0[0], at: Instant(milliseconds: $0[1]), record: $0[2])
          }
        }
      }
      return counter.tally
    }
  }
}

extension SQLSession {
  /// - Parameter asked: How the same person was asked about ahead.
  func experimentStanding(of person: Int64, as asked: AskedPeople? = nil, app: Int64) throws
    -> ExperimentStanding
  {
    let arms = try arms(of: asked ?? .people([person]), app: app)
    return ExperimentStanding(unit: PersonUnit.text(person), arms: arms[person] ?? [:])
  }

  /// The arms in which people are, by experiment.
  func arms(of people: AskedPeople, app: Int64) throws -> [Int64: [String: String]] {
    var arms: [Int64: [String: String]] = [:]
    for row in try rows(ofEach: [SQL.armsOfPeople.question(about: people, app: app)])[0] {
      arms[row[0], default: [:]][row[1]] = row[2]
    }
    return arms
  }
}

extension SQL {
  /// The arm of the row with the least `counted_at`, beside `min(counted_at)`.
  private static func firstArm(_ table: String = "") -> String {
    words(
      sqlite: "\(table)arm",
      postgres: "(array_agg(\(table)arm ORDER BY \(table)counted_at, \(table)number))[1]")
  }
  /// Each experiment of a person once, with the arm of the first exposure.
  static let armsOfPeople = PeopleStatement {
    """
    SELECT e.person_id, e.name, \(firstArm("e.")), min(e.counted_at)
    FROM \($0) n CROSS JOIN event e ON e.app = ?1 AND e.person_id = n.value AND e.kind = 'exposure'
    WHERE NOT e.is_test AND e.arm IS NOT NULL GROUP BY e.person_id, e.name
    """
  }
  static let exposureCount = """
    SELECT count(*) FROM (SELECT 1 FROM event WHERE app = ? AND kind = 'exposure' AND name = ? AND NOT is_test LIMIT ?) e
    """
  /// The people of an experiment, with the arm of the first exposure.
  static let exposed = """
    SELECT person_id, \(firstArm()) AS arm, min(counted_at) AS first_at, count(*) AS exposures, count(DISTINCT arm) AS arms
    FROM event WHERE app = ?1 AND kind = 'exposure' AND name = ?2 AND NOT is_test AND counted_at <= ?3 AND arm IS NOT NULL GROUP BY person_id
    """
  static let exposedSteps = """
    WITH exposed AS MATERIALIZED (\(exposed))
    SELECT person_id FROM exposed WHERE EXISTS (
      SELECT 1 FROM event e WHERE e.app = ?1 AND e.person_id = exposed.person_id AND e.counted_at >= exposed.first_at AND e.counted_at <= ?3
        AND e.kind IN (?4, ?6) AND (e.kind <> 'click' OR e.name IS NULL) AND e.campaign = ?5 AND NOT e.is_test
    )
    """
  static let exposedAnswers = """
    WITH exposed AS MATERIALIZED (\(exposed))
    SELECT e.person_id, e.record FROM exposed CROSS JOIN event e INDEXED BY event_timeline ON e.app = ?1 AND e.person_id = exposed.person_id
      AND e.counted_at >= exposed.first_at AND e.counted_at <= ?3 AND e.kind = 'survey_answers' AND e.name = ?4 AND NOT e.is_test
    """
  static let exposedPushes = """
    WITH exposed AS MATERIALIZED (\(exposed))
    SELECT person_id FROM exposed WHERE EXISTS (
      SELECT 1 FROM push_delivery d CROSS JOIN push_run r ON r.number = d.run
      WHERE d.app = ?1 AND d.person_id = exposed.person_id AND d.outcome = 'sent' AND d.arm IS NOT NULL
        AND d.at >= exposed.first_at AND d.at <= ?3 AND r.campaign = ?4
    )
    """
  /// The order of the join is written down: without it, SQLite reads all events of the app and
  /// looks for the person of each.
  static let exposedEvents = """
    WITH exposed AS MATERIALIZED (\(exposed))
    SELECT e.person_id, e.counted_at, e.record FROM exposed CROSS JOIN event e INDEXED BY event_timeline ON e.app = ?1 AND e.person_id = exposed.person_id
      AND e.counted_at >= exposed.first_at AND e.counted_at < exposed.first_at + ?6 AND e.counted_at <= ?3
      AND e.kind = ?4 AND e.name = coalesce(?5, e.name)
      AND NOT e.is_test
    ORDER BY e.person_id
    """
}
