// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// The events of some selectors, by person and then by time.
///
/// No index has them in this order, so they are sorted, a part of the people at a time: what is
/// sorted stays in memory. Each part reads the index again, but only the rows of its own people,
/// which cost more.
struct EventRows {
  private let readings: [EventReading]
  private let people: PersonSet?
  /// The key of the app; nil if it does not exist.
  private let app: Int64?
  /// Of people.
  private let parts: [Range<Int64>]

  /// About so many events are sorted at once.
  static let sorted = 200_000

  /// nil if there are more events than the limit.
  ///
  /// - Parameter sorted: About how many events a part has.
  init?(
    _ readings: [EventReading], _ people: PersonSet?, _ app: AppID, _ limit: Int, sorted: Int = sorted,
    _ db: any SQLSession
  ) throws {
    self.readings = readings
    self.people = people
    self.app = try db.knownAppKey(app)
    guard let key = self.app else {
      parts = []
      return
    }
    var (count, cost) = (0, 0)
    for reading in readings {
      let each = reading.selector.filter == nil ? 1 : EventReading.costOfFilter
      let arguments = Self.arguments(reading, key) + [max(0, limit - cost) / each + 1]
      let found =
        try db.value(SQL.countOfEvents(reading.selector), arguments, as: Int.self)
        ?? 0
      count += found
      cost += found * each
      if cost > limit { return nil }
    }
    let last = try db.value(SQL.lastPerson, [key], as: Int64.self) ?? 0
    let size = max(1, (last + 1) * Int64(sorted) / Int64(max(1, count)))
    parts = stride(from: 0, through: last, by: Int64.Stride(size)).map { $0..<$0 + size }
  }

  /// Calls `body` for each event that is meant, of a device that is no test device, with the index
  /// of the reading, the person, and the time in milliseconds.
  func forEach(_ db: any SQLSession, _ body: (Int, Int64, Int64) -> Void) throws {
    guard let app, !readings.isEmpty else { return }
    let sql = SQL.eventsByPerson(readings.map(\.selector))
    let filters = readings.map(\.selector.filter)
    for part in parts {
      let arguments = readings.reduce(SQLArguments()) { arguments, reading in
        arguments + Self.arguments(reading, app) + [part.lowerBound, part.upperBound]
      }
      let rows = try db.cursor(sql, arguments)
      while let row = try rows.nextRow() {
        let (person, reading): (Int64, Int) = (row[0], row[2])
        guard people?.contains(person) ?? true else { continue }
        if let filter = filters[reading] {
          // What is sorted stays small without the records.
          let properties = Properties(
            eventIn: try db.value(SQL.recordOfEvent, [row[3] as Int64], as: String.self))
          guard filter.matches(properties, at: Instant(milliseconds: row[1])) else { continue }
        }
        body(reading, person, row[1])
      }
    }
  }

  private static func arguments(_ reading: EventReading, _ app: Int64) -> SQLArguments {
    [
      app, reading.selector.kind.rawValue, reading.selector.name, reading.time.lowerBound,
      reading.time.upperBound,
    ]
  }
}

extension SQL {
  static let lastPerson = "SELECT max(person_id) FROM person WHERE app = ?"

  /// Its last argument is the number at which counting stops.
  static func countOfEvents(_ selector: EventSelector) -> String {
    "SELECT count(*) FROM (SELECT 1 \(events(selector)) LIMIT ?) e"
  }

  /// What the app said about an event; null once retention has removed it.
  static let recordOfEvent = "SELECT record FROM event WHERE number = ?"

  /// Which of the selectors, as an index, is in the third column, and the event's row in the
  /// fourth.
  static func eventsByPerson(_ selectors: [EventSelector]) -> String {
    selectors.enumerated().map { index, selector in
      "SELECT person_id, counted_at, \(index), number \(events(selector)) AND person_id >= ? AND person_id < ? AND NOT is_test"
    }.joined(separator: " UNION ALL ") + " ORDER BY 1, 2"
  }

  private static func events(_ selector: EventSelector) -> String {
    """
    FROM event INDEXED BY event_named
    WHERE app = ? AND kind = ? AND name \(selector.name == nil ? "IS NOT NULL AND CAST(? AS TEXT) IS NULL" : "= ?") AND counted_at >= ? AND counted_at < ?
    """
  }
}
