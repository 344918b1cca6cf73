// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Store

/// Reads every definition as the server does.
package enum DefinitionCheck {
  /// One sentence for each definition that cannot be read. Names no person.
  package static func unreadable(_ db: any SQLSession) throws -> [String] {
    var problems: [String] = []
    for app in try db.values("SELECT id FROM app ORDER BY app", as: String.self).map({ AppID($0) }) {
      func rows(_ sql: String) throws -> [SQLRow] { try db.rows(sql, [app.rawValue]) }
      problems += try rows(SQL.campaigns).problems { try Campaign($0, app: app) }
      problems += try rows(SQL.audiences).problems { try Audience($0, app: app) }
      problems += try settings(app, db)
      problems += try rows(SQL.allRuns).problems { try PushRun($0, db) }
      problems += try rows(SQL.allVersions).problems {
        try CampaignContent(stored: $0["definition"], of: $0["id"])
      }
    }
    return problems
  }

  private static func settings(_ app: AppID, _ db: any SQLSession) throws -> [String] {
    do {
      _ = try db.settings(of: app)
      return []
    } catch StoreError.failed(let reason) { return ["\(reason.dropLast()), of app \(app.rawValue)."] }
  }
}

extension [SQLRow] {
  /// Why each of those cannot be read that cannot.
  fileprivate func problems<Value>(_ read: (SQLRow) throws -> Value) throws -> [String] {
    try compactMap { row in
      do {
        _ = try read(row)
        return nil
      } catch StoreError.failed(let reason) { return reason }
    }
  }
}

extension SQL {
  fileprivate static let allRuns = "\(pushRunRows) WHERE a.id = ? ORDER BY r.number"
  fileprivate static let allVersions = """
    SELECT campaign || ' (version ' || version || ' of its history)' AS id, definition FROM campaign_history
    WHERE app = \(app) AND definition IS NOT NULL ORDER BY campaign, number
    """
}
