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
      return try ExperimentStanding(of: person, app: key, db)
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
      guard
        let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue])
      else {
        return ExperimentTally(epochCount: changes.count + 1, at: now)
      }
      return try ExperimentCount(
        app: key, experiment: experiment, subject: subject, changes: changes, campaign: campaign,
        conversions: conversions,
        answers: answers, now: now
      ).tally(db)
    }
  }
}

extension ExperimentStanding {
  /// - Parameters:
  ///   - person: The key of the person's row.
  ///   - app: The key of the app's row.
  init(of person: Int64, app: Int64, _ db: Database) throws {
    self.init(unit: PersonUnit.text(person))
    for row in try Row.fetchAll(db.cachedStatement(sql: SQL.exposuresOfPerson), arguments: [app, person]) {
      arms[row[0]] = row[1]
    }
  }
}

/// Counts one experiment.
private struct ExperimentCount {
  let app: Int64
  let experiment: String
  let subject: ExperimentSubject
  let changes: [Instant]
  let campaign: CampaignID
  let conversions: [ConversionRule]
  let answers: Set<AnswerDetail>
  let now: Instant

  private struct Person {
    var arm: String
    var firstAt: Int64
    /// The epoch of the first exposure.
    var epoch: Int
  }

  /// Counts something of one person, in all and in their epoch.
  private func add(
    _ person: Person, to tally: inout ExperimentTally, _ change: (inout ExperimentTally.Arm) -> Void
  ) {
    change(&tally.arms[person.arm, default: .init(goals: conversions.count)])
    change(&tally.epochs[person.epoch][person.arm, default: .init(goals: conversions.count)])
  }

  func tally(_ db: Database) throws -> ExperimentTally {
    var tally = ExperimentTally(epochCount: changes.count + 1, at: now)
    var people: [Int64: Person] = [:]
    let exposed = try Row.fetchCursor(
      db.cachedStatement(sql: SQL.exposed), arguments: [app, experiment, now.milliseconds])
    while let row = try exposed.next() {
      let firstAt: Int64 = row["first_at"]
      let person = Person(
        arm: row["arm"], firstAt: firstAt, epoch: changes.count { $0.milliseconds <= firstAt })
      people[row["person_id"]] = person
      add(person, to: &tally) {
        $0.people += 1
        $0.exposures += row["exposures"] as Int
      }
      if row["arms"] as Int > 1 { tally.crossovers += 1 }
    }
    tally.begin = people.values.map(\.firstAt).min().map { Instant(milliseconds: $0) }
    try countSteps(people, &tally, db)
    if !answers.isEmpty { try countAnswers(people, &tally, db) }
    for place in conversions.indices { try count(place, people, &tally, db) }
    return tally
  }

  /// The submitted surveys of one person that are read, because the key of an app is public.
  private static let mostSurveys = 100

  private func countAnswers(_ people: [Int64: Person], _ tally: inout ExperimentTally, _ db: Database) throws
  {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: SQL.exposedAnswers),
      arguments: [app, experiment, now.milliseconds, campaign.rawValue])
    var surveys: [Int64: Int] = [:]
    while let row = try rows.next() {
      surveys[row[0], default: 0] += 1
      guard surveys[row[0], default: 0] <= Self.mostSurveys, let person = people[row[0]],
        let text = row[1] as String?,
        let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8))
      else { continue }
      for count in CampaignCount.answers(record) {
        let detail = AnswerDetail(count.detail)
        if answers.contains(detail) { add(person, to: &tally) { $0.answers[detail, default: 0] += 1 } }
      }
    }
  }

  private func countSteps(_ people: [Int64: Person], _ tally: inout ExperimentTally, _ db: Database) throws {
    for (kinds, count) in [
      (subject.shownKinds, \ExperimentTally.Arm.shown), (subject.clickedKinds, \ExperimentTally.Arm.clicked),
    ] {
      let rows =
        if let first = kinds.first {
          try Row.fetchCursor(
            db.cachedStatement(sql: SQL.exposedSteps),
            arguments: [app, experiment, now.milliseconds, first, campaign.rawValue, kinds.last])
        } else {
          try Row.fetchCursor(
            db.cachedStatement(sql: SQL.exposedPushes),
            arguments: [app, experiment, now.milliseconds, campaign.rawValue])
        }
      while let row = try rows.next() {
        if let person = people[row[0]] { add(person, to: &tally) { $0[keyPath: count] += 1 } }
      }
    }
  }

  private func count(_ place: Int, _ people: [Int64: Person], _ tally: inout ExperimentTally, _ db: Database)
    throws
  {
    let rule = conversions[place]
    let window = rule.window.wholeMilliseconds
    let patience = ExperimentTally.patience.wholeMilliseconds
    let day: Int64 = 86_400_000
    let begin = tally.begin?.milliseconds ?? 0
    for person in people.values where person.firstAt + window + patience <= now.milliseconds {
      add(person, to: &tally) {
        $0.goals[place].matured += 1
        $0.goals[place].maturedByDay[Int((person.firstAt + window + patience - begin) / day), default: 0] += 1
      }
    }
    let filter = try rule.activity.filter.map { try FilterProgram($0, compilePattern: Pattern.compiler) }
    var current: (id: Int64, count: Int, revenue: Revenue)?
    func settle() {
      guard let (id, count, revenue) = current, count > 0, let person = people[id] else { return }
      let isMatured = person.firstAt + window + patience <= now.milliseconds
      add(person, to: &tally) {
        $0.goals[place].convertedSoFar += 1
        $0.goals[place].conversions += count
        guard isMatured else { return }
        $0.goals[place].converted += 1
        for (currency, amount) in revenue.sums where amount != 0 {
          $0.goals[place].revenue[currency, default: []].append(amount)
        }
      }
    }
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: SQL.exposedEvents),
      arguments: [app, experiment, now.milliseconds, rule.activity.kind.rawValue, rule.activity.name, window])
    while let row = try rows.next() {
      let id: Int64 = row[0]
      if current?.id != id {
        settle()
        current = (id, 0, Revenue())
      }
      if filter != nil || rule.revenue != nil {
        let properties = Properties(eventIn: row[2])
        if let filter, !filter.evaluate(properties, at: Instant(milliseconds: row[1])) { continue }
        if let amount = rule.amount(of: properties) { current?.revenue.add(amount) }
      }
      current?.count += 1
    }
    settle()
  }
}

extension ExperimentSubject {
  /// The events of people who saw it, or whose app got it: one or two. Empty: runs know to whom
  /// they sent it.
  fileprivate var shownKinds: [String] {
    switch self {
    case .message, .announcement, .survey: ["impression"]
    // An app uses data or refuses it.
    case .data: ["click", "dismissal"]
    case .push: []
    }
  }

  /// The event of people who clicked, opened or answered it, or whose app used it.
  fileprivate var clickedKinds: [String] {
    switch self {
    case .message, .announcement, .data: ["click"]
    case .survey: ["survey_answers"]
    case .push: ["push_click"]
    }
  }
}

extension SQL {
  /// Each experiment of a person once, with the arm of the first exposure.
  static let exposuresOfPerson = """
    SELECT name, record ->> '$.arm', min(counted_at) FROM event
    WHERE app = ? AND person_id = ? AND kind = 'exposure' AND is_test = 0 GROUP BY name
    """
  static let exposureCount = """
    SELECT count(*) FROM (SELECT 1 FROM event WHERE app = ? AND kind = 'exposure' AND name = ? AND is_test = 0 LIMIT ?)
    """
  /// The people of an experiment, with the arm of the first exposure.
  static let exposed = """
    SELECT person_id, record ->> '$.arm' AS arm, min(counted_at) AS first_at, count(*) AS exposures, count(DISTINCT record ->> '$.arm') AS arms
    FROM event WHERE app = ?1 AND kind = 'exposure' AND name = ?2 AND is_test = 0 AND counted_at <= ?3 GROUP BY person_id
    """
  static let exposedSteps = """
    WITH exposed AS MATERIALIZED (\(exposed))
    SELECT person_id FROM exposed WHERE EXISTS (
      SELECT 1 FROM event e WHERE e.app = ?1 AND e.person_id = exposed.person_id AND e.counted_at >= exposed.first_at AND e.counted_at <= ?3
        AND e.kind IN (?4, ?6) AND (e.kind <> 'click' OR e.name IS NULL) AND json_extract(e.record, '$.campaign_id') = ?5 AND e.is_test = 0
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
