// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Reads the events of a person for a backtest, of which this is a large part of the work.
struct PastEvents {
  private let db: any SQLSession
  private let arguments: (app: Int64, person: Int64, until: Int64)
  private let needs: BacktestNeeds

  /// - Parameter until: Only events before that.
  init(of person: Int64, app: Int64, until: Instant, _ needs: BacktestNeeds, _ db: any SQLSession) {
    arguments = (app, person, until.milliseconds)
    (self.needs, self.db) = (needs, db)
  }

  /// How many times as many events are looked at, to find those that are not of test devices.
  private static let lookedAt = 10

  /// The newest events, oldest first.
  ///
  /// - Parameter limit: How many, without those of test devices. As many of these are read beside
  ///   them, so that they take no room from the rest.
  func read(_ limit: Int) throws -> [BacktestPerson.Event] {
    let rows = try db.cursor(
      SQL.pastOfPerson, [arguments.app, arguments.person, arguments.until, limit * Self.lookedAt])
    var events: [BacktestPerson.Event] = []
    var counts = (own: 0, test: 0)
    // Most rows have what the one before had.
    var (device, kind, users) = ("", "", RecordUsers())
    while counts.own < limit, try rows.next() {
      let isTest = rows.int(3) != 0
      if isTest { counts.test += 1 } else { counts.own += 1 }
      guard !isTest || counts.test <= limit else { continue }
      let at = Instant(milliseconds: rows.int(1))
      guard let stored = rows.utf8(2) else { continue }
      if let name = rows.text(5), let body = needs.bodyWithoutProperties(rows.text(4, sameAs: &kind), name) {
        events.append(
          BacktestPerson.Event(
            deviceID: rows.text(0, sameAs: &device), at: at, isTest: isTest,
            record: Wire.EventRecord(
              id: rows.text(6) ?? "", at: at, sessionID: nil, userID: users.user(of: stored), body: body)))
      } else if let record = try? Wire.decode(Wire.EventRecord.self, from: Array(stored)) {
        events.append(
          BacktestPerson.Event(
            deviceID: rows.text(0, sameAs: &device), at: at, isTest: isTest, record: record))
      }
    }
    events.reverse()
    return events
  }
}

/// Finds the users of stored records. Most have the user of the one before.
struct RecordUsers {
  private var last: String?
  /// How a record of that user ends: it is the last field, because fields are in the order of their
  /// names.
  private var ending: [UInt8] = []

  mutating func user(of stored: UnsafeBufferPointer<UInt8>) -> String? {
    // A quotation mark in a text is escaped, so what ends like this ends with this field and no
    // other.
    if !ending.isEmpty, stored.count >= ending.count, stored.suffix(ending.count).elementsEqual(ending) {
      return last
    }
    last = Wire.EventRecord.userID(ofStored: stored)
    let isPlain =
      last?.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") } ?? false
    ending = isPlain ? Array(",\"user_id\":\"\(last ?? "")\"}".utf8) : []
    return last
  }
}

extension SQL {
  static let pastOfPerson = """
    SELECT device_id, counted_at, record, is_test, kind, name, id FROM event
    WHERE app = ?1 AND person_id = ?2 AND counted_at < ?3 AND kind NOT IN ('decision', 'outcome')
    ORDER BY counted_at DESC, number DESC LIMIT ?4
    """
}
