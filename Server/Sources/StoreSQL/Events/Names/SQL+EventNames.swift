// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The statements about names of custom events. The description of `SQL` applies here too.
extension SQL {
  static let eventName = "SELECT people_bits, last_day FROM event_name WHERE app = ? AND name = ?"
  static let countEventNames = "SELECT count(*) FROM event_name WHERE app = ?"
  static let countEventNamesOfApp = "SELECT count(*) FROM event_name WHERE app = \(app)"
  static let putEventName = """
    INSERT INTO event_name (app, name, people_bits, people, last_day) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (app, name) DO UPDATE SET people_bits = excluded.people_bits, people = excluded.people, last_day = excluded.last_day
    """
  /// Names that are equal otherwise are ordered oldest first: else somebody could choose a spelling
  /// that stays.
  static let oldEventNames =
    "SELECT name FROM event_name WHERE app = ? AND last_day < ? ORDER BY last_day, id LIMIT ?"
  static let weakEventNames =
    "SELECT name FROM event_name WHERE app = ? AND people < ? ORDER BY people, last_day, id LIMIT ?"
  static let deleteEventName = "DELETE FROM event_name WHERE app = ? AND name = ?"
  static let deleteAppTotal = "DELETE FROM app_total WHERE app = ? AND metric = ? AND detail = ?"
  static let catalogueVersionOfKey = "SELECT catalogue_version FROM app WHERE app = ?"
  static let definitions = "SELECT definition FROM campaign WHERE app = ?"
  static let eventNames = "SELECT name FROM event_name WHERE app = ?"
  static let customEventNames = """
    SELECT e.name FROM event_name e JOIN app_total t ON t.app = e.app AND t.metric = 'custom_event' AND t.detail = e.name
    WHERE e.app = \(app) ORDER BY e.people >= \(NamePeople.many) DESC, t.n DESC, e.name LIMIT ?
    """

  /// What was counted for the name is counted as other from now on.
  static func forgetEventName(_ name: String, app: Int64, _ db: any SQLSession) throws {
    let metric = Rollups.AppMetric.customEvent.rawValue
    let count = try db.value(appTotal, [app, metric, name], as: Int.self) ?? 0
    try db.run(addToApp, [app, metric, "", count])
    try db.run(deleteAppTotal, [app, metric, name])
    try db.run(addEventDaysToOther, [app, name])
    try db.run(deleteEventDays, [app, name])
    try db.run(deleteEventName, [app, name])
  }
}
