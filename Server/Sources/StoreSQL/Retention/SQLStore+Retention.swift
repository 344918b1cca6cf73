// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

extension SQLStore {
  public func removeAged(_ policy: RetentionPolicy, at now: Instant, limit: Int) async throws(StoreError)
    -> RetentionStep
  {
    try await write { db in
      var step = RetentionStep()
      var room = max(1, limit)
      for kind in AgedKind.allCases {
        let row = try db.row(SQL.retention, [kind.rawValue])
        guard let keep = policy[kind],
          var progress = RemovalProgress(
            removing: CountedTime.hour(of: now - keep), after: row.map { RemovalProgress($0) })
        else { continue }
        let removed = try kind.remove(&progress, at: now, limit: room, db)
        try progress.write(kind, db)
        step[kind] += removed
        if removed > 0 { try db.noteDeletion() }
        room -= removed
        // The next kind starts in its own transaction, unless this one found nothing.
        if !progress.isDone || room <= 0 { return step }
      }
      if let keep = policy.anonymousPeople {
        step.people = try db.deleteAnonymousPeople(
          seenBefore: CountedTime.hour(of: now - keep), at: now, limit: max(1, room / 50))
      }
      step.isDone = step.people == 0
      return step
    }
  }
}

extension SQLSession {
  /// Call in a transaction that deletes what is about people.
  func noteDeletion() throws { try run(SQL.noteDeletion) }
}

extension RemovalProgress {
  fileprivate init(_ row: SQLRow) {
    self.init(
      before: Instant(milliseconds: row["before"]), earlier: Instant(milliseconds: row["earlier"]),
      app: row["app"], person: row["person_id"], isDone: row["is_done"])
  }

  fileprivate func write(_ kind: AgedKind, _ db: any SQLSession) throws {
    try db.run(
      SQL.setRetention,
      [
        kind.rawValue, before.milliseconds, earlier.milliseconds, app, person, isDone,
      ])
  }
}

extension RemovalProgress.Place {
  fileprivate init(_ row: SQLRow) { self.init(app: row["app"], person: row["person_id"]) }
}

extension AgedKind {
  /// The name under which it is stored up to when active days are removed, together with the
  /// events.
  static let activeDays = "active_days"

  fileprivate func remove(
    _ progress: inout RemovalProgress, at now: Instant, limit: Int, _ db: any SQLSession
  )
    throws -> Int
  {
    if self == .decisions { return try removeDecisions(&progress, limit: limit, db) }
    let firstDay = progress.firstActiveDay(at: now)
    if self == .events {
      try db.run(SQL.noteActiveDays, [firstDay * SeriesStep.day.length])
    }
    let start: SQLArguments = [progress.app, progress.person]
    let people = try db.rows(SQL.peopleAfter, start + [RemovalProgress.peopleOfStep]).map(
      RemovalProgress.Place.init)
    let period =
      self == .events ? Instant(milliseconds: .min)..<progress.before : progress.aged
    let last = people.last ?? RemovalProgress.Place(app: progress.app, person: progress.person)
    let rows = try db.rows(
      self == .events ? SQL.agedEvents : SQL.agedRecords,
      start + [
        last.app, last.person, period.lowerBound.milliseconds, period.upperBound.milliseconds, limit,
      ])
    let list = SQL.list(rows.map { $0["number"] as Int64 })
    if self == .events {
      for sql in [SQL.insertRemoved, SQL.deleteAged] {
        try db.run(sql, [list])
      }
    } else {
      try db.run(SQL.emptyRecords, [list])
    }
    progress.advance(over: people, removing: rows.map(RemovalProgress.Place.init), limit: limit)
    if self == .events {
      let done = start + [progress.app, progress.person]
      try db.run(SQL.deleteAgedSessions, done + [progress.before.milliseconds])
      try db.run(SQL.deleteAgedActiveDays, done + [firstDay])
    }
    return rows.count
  }

  private func removeDecisions(_ progress: inout RemovalProgress, limit: Int, _ db: any SQLSession) throws
    -> Int
  {
    var removed = 0
    for app in try db.values("SELECT app FROM app WHERE app > ? ORDER BY app", [progress.app], as: Int64.self)
    {
      let room = limit - removed
      let rows = try db.rows(SQL.agedDecisions, [app, progress.before.milliseconds, room])
      for row in rows {
        try db.run(
          SQL.deleteDecision,
          [
            app, row["person_id"] as Int64, row["counted_at"] as Int64, row["id"] as String,
          ])
      }
      removed += rows.count
      if rows.count == room { return removed }
      progress.app = app
    }
    progress.isDone = true
    return removed
  }
}

/// The statements of removal by age. The description of `SQL` applies here too.
extension SQLSession {
  /// Those seen longest ago first.
  fileprivate func deleteAnonymousPeople(seenBefore: Instant, at now: Instant, limit: Int)
    throws -> Int
  {
    for app in try values("SELECT app FROM app ORDER BY app", as: Int64.self) {
      let names = try values(SQL.anonymousPeople, [app, seenBefore.milliseconds, limit], as: String.self)
      guard !names.isEmpty else { continue }
      for name in names { _ = try PersonDeletion(name, app: app, self)?.run(at: now, self) }
      return names.count
    }
    return 0
  }
}

extension SQL {
  static let noteDeletion = """
    INSERT INTO setting (name, value) VALUES ('deletions', 1) ON CONFLICT (name) DO UPDATE SET value = setting.value + 1
    """
  static let retention = "SELECT before, earlier, app, person_id, is_done FROM retention WHERE name = ?"
  static let setRetention = """
    INSERT INTO retention (name, before, earlier, app, person_id, is_done) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET before = excluded.before, earlier = excluded.earlier, app = excluded.app, person_id = excluded.person_id,
      is_done = excluded.is_done
    """
  static let noteActiveDays = """
    INSERT INTO retention (name, before, earlier, app, person_id, is_done) VALUES ('\(AgedKind.activeDays)', ?, 0, 0, 0, TRUE)
    ON CONFLICT (name) DO UPDATE SET before = max(retention.before, excluded.before)
    """
  static let peopleAfter =
    "SELECT app, person_id FROM person WHERE (app, person_id) > (?, ?) ORDER BY app, person_id LIMIT ?"
  static let agedEvents = aged("TRUE")
  static let agedRecords = aged("e.record IS NOT NULL AND e.kind NOT IN ('attribute', 'attribute_change')")
  /// In the order of people: events of those after ?1 and ?2 up to ?3 and ?4, that count from ?5 on
  /// and before ?6.
  private static func aged(_ condition: String) -> String {
    """
    SELECT p.app, p.person_id, e.number FROM person p
      CROSS JOIN event e ON e.app = p.app AND e.person_id = p.person_id AND e.counted_at >= ?5 AND e.counted_at < ?6
    WHERE (p.app, p.person_id) > (?1, ?2) AND (p.app, p.person_id) <= (?3, ?4) AND \(condition)
    ORDER BY p.app, p.person_id LIMIT ?7
    """
  }
  static let insertRemoved = """
    INSERT INTO removed_event (app, person_id, id) SELECT e.app, e.person_id, e.id FROM \(numbers("?1")) n CROSS JOIN event e ON e.number = n.value
    WHERE TRUE ON CONFLICT DO NOTHING
    """
  static let deleteAged = "DELETE FROM event WHERE number IN (SELECT value FROM \(numbers("?1")) n)"
  /// Of the people after ?1 and ?2 up to ?3 and ?4. The same below.
  static let deleteAgedSessions = """
    DELETE FROM person_session WHERE (app, person_id) > (?1, ?2) AND (app, person_id) <= (?3, ?4)
      AND max(coalesce(started_at, 0), coalesce(ended_at, 0)) < ?5
    """
  static let emptyRecords = """
    UPDATE event SET record = NULL, campaign = NULL, metric = NULL WHERE number IN (SELECT value FROM \(numbers("?1")) n)
    """
  static let agedDecisions =
    "SELECT person_id, counted_at, id FROM decision WHERE app = ? AND counted_at < ? ORDER BY counted_at LIMIT ?"
  static let isRemoved = "SELECT 1 FROM removed_event WHERE app = ? AND person_id = ? AND id = ?"
  /// Stops at the first row.
  static let isAnyRemoved = "SELECT EXISTS (SELECT 1 FROM removed_event)"
  static let isAnyRemovedOfPerson = "SELECT 1 FROM removed_event WHERE app = ? AND person_id = ? LIMIT 1"
}
