// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
import MartletWire
public import Store

extension SQLiteStore {
  public func experimentStanding(of personID: String, app: AppID) async throws(StoreError)
    -> ExperimentStanding?
  {
    guard !personID.utf8.contains(0) else { return nil }
    return try await readShared { db in
      guard
        let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue]),
        let person = try Int64.fetchOne(db.cachedStatement(sql: SQL.person), arguments: [key, personID])
      else { return nil }
      return ExperimentStanding(
        unit: PersonUnit.text(person), arms: try db.arms(of: [person], app: key)[person] ?? [:])
    }
  }

  public func personID(of userID: String?, on deviceID: String, app: AppID) async throws(StoreError) -> String
  {
    let (name, anonymous) = (
      PersonID.of(userID: userID, deviceID: deviceID), PersonID.of(userID: nil, deviceID: deviceID)
    )
    guard userID != nil, !name.utf8.contains(0), !anonymous.utf8.contains(0) else { return name }
    return try await readShared { db in
      guard
        let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue])
      else { return name }
      let tables = IngestTables(app: key)
      guard try tables.person(name, db) == nil, let person = try tables.person(anonymous, db),
        try tables.isCalled(anonymous, person, db)
      else { return name }
      return anonymous
    }
  }

  public func exposureCount(experiment: String, app: AppID, limit: Int) async throws(StoreError) -> Int {
    try await readShared { db in
      guard
        let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue])
      else { return 0 }
      return try Int.fetchOne(
        db.cachedStatement(sql: SQL.exposureCount), arguments: [key, experiment, limit]) ?? 0
    }
  }

  public func tally(
    experiment: String, of subject: ExperimentSubject, changes: [Instant], campaign: CampaignID,
    conversions: [ConversionRule],
    answers: Set<AnswerDetail>, app: AppID, at now: Instant
  ) async throws(StoreError) -> ExperimentTally {
    try await readLong { db in
      var counter = ExperimentCounter(changes: changes, conversions: conversions, answers: answers, at: now)
      guard
        let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue])
      else { return counter.tally }
      let exposed: StatementArguments = [key, experiment, now.milliseconds]
      func rows(_ sql: String, _ more: StatementArguments = []) throws -> RowCursor {
        try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: exposed + more)
      }
      let people = try rows(SQL.exposed)
      while let row = try people.next() {
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
        while let row = try found.next() { counter.add(step, of: row[0]) }
      }
      if !answers.isEmpty {
        let surveys = try rows(SQL.exposedAnswers, [campaign.rawValue])
        while let row = try surveys.next() { counter.addSurvey(row[1], of: row[0]) }
      }
      for (place, rule) in conversions.enumerated() {
        let events = try rows(
          SQL.exposedEvents, [rule.activity.kind.rawValue, rule.activity.name, rule.window.wholeMilliseconds])
        try counter.count(place) {
          try events.next().map {
            ExperimentCounter.Event(person: $0[0], at: Instant(milliseconds: $0[1]), record: $0[2])
          }
        }
      }
      return counter.tally
    }
  }
}

extension Database {
  /// The arms in which people are, by experiment.
  func arms(of people: some Collection<Int64>, app: Int64) throws -> [Int64: [String: String]] {
    var arms: [Int64: [String: String]] = [:]
    for row in try Row.fetchAll(
      cachedStatement(sql: SQL.armsOfPeople), arguments: [app, SQL.list(people)])
    {
      arms[row[0], default: [:]][row[1]] = row[2]
    }
    return arms
  }
}

extension SQL {
  /// Each experiment of a person once, with the arm of the first exposure.
  static let armsOfPeople = """
    SELECT e.person_id, e.name, e.arm, min(e.counted_at)
    FROM json_each(?2) n CROSS JOIN event e ON e.app = ?1 AND e.person_id = n.value AND e.kind = 'exposure'
    WHERE e.is_test = 0 AND e.arm IS NOT NULL GROUP BY e.person_id, e.name
    """
  static let exposureCount = """
    SELECT count(*) FROM (SELECT 1 FROM event WHERE app = ? AND kind = 'exposure' AND name = ? AND is_test = 0 LIMIT ?)
    """
  /// The people of an experiment, with the arm of the first exposure.
  static let exposed = """
    SELECT person_id, arm, min(counted_at) AS first_at, count(*) AS exposures, count(DISTINCT arm) AS arms
    FROM event WHERE app = ?1 AND kind = 'exposure' AND name = ?2 AND is_test = 0 AND counted_at <= ?3 AND arm IS NOT NULL GROUP BY person_id
    """
  static let exposedSteps = """
    WITH exposed AS MATERIALIZED (\(exposed))
    SELECT person_id FROM exposed WHERE EXISTS (
      SELECT 1 FROM event e WHERE e.app = ?1 AND e.person_id = exposed.person_id AND e.counted_at >= exposed.first_at AND e.counted_at <= ?3
        AND e.kind IN (?4, ?6) AND (e.kind <> 'click' OR e.name IS NULL) AND e.campaign = ?5 AND e.is_test = 0
    )
    """
  static let exposedAnswers = """
    WITH exposed AS MATERIALIZED (\(exposed))
    SELECT e.person_id, e.record FROM exposed CROSS JOIN event e INDEXED BY event_timeline ON e.app = ?1 AND e.person_id = exposed.person_id
      AND e.counted_at >= exposed.first_at AND e.counted_at <= ?3 AND e.kind = 'survey_answers' AND e.name = ?4 AND e.is_test = 0
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
      AND e.is_test = 0
    ORDER BY e.person_id
    """
}
