// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The statements of removal by age. The description of `SQL` applies here too.
extension SQL {
  static let retention = "SELECT before, earlier, app, person_id, is_done FROM retention WHERE name = ?"
  static let setRetention = """
    INSERT INTO retention (name, before, earlier, app, person_id, is_done) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET before = excluded.before, earlier = excluded.earlier, app = excluded.app, person_id = excluded.person_id,
      is_done = excluded.is_done
    """
  static let peopleAfter = "SELECT app, person_id FROM person WHERE (app, person_id) > (?, ?) ORDER BY app, person_id LIMIT ?"
  static let agedEvents = "SELECT rowid, id FROM event WHERE app = ? AND person_id = ? AND counted_at < ? LIMIT ?"
  static let insertRemoved = "INSERT INTO removed_event (app, person_id, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
  static let deleteAged = "DELETE FROM event WHERE rowid = ?"
  static let deleteAgedSessions = """
    DELETE FROM person_session WHERE app = ? AND person_id = ? AND max(ifnull(started_at, 0), ifnull(ended_at, 0)) < ?
    """
  static let agedRecords = """
    SELECT rowid FROM event WHERE app = ? AND person_id = ? AND counted_at >= ? AND counted_at < ? AND record IS NOT NULL
      AND kind NOT IN ('attribute', 'attribute_change') LIMIT ?
    """
  static let emptyRecord = "UPDATE event SET record = NULL WHERE rowid = ?"
  static let agedDecisions = "SELECT person_id, counted_at, id FROM decision WHERE app = ? AND counted_at < ? ORDER BY counted_at LIMIT ?"
  static let isRemoved = "SELECT 1 FROM removed_event WHERE app = ? AND person_id = ? AND id = ?"
  /// Stops at the first row.
  static let isAnyRemoved = "SELECT EXISTS (SELECT 1 FROM removed_event)"
  static let isAnyRemovedOfPerson = "SELECT 1 FROM removed_event WHERE app = ? AND person_id = ? LIMIT 1"
}
