// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import Store

extension SQLStore {
  public func record(_ size: AudienceSize, of id: AudienceID, app: AppID) async throws(StoreError) {
    let day = CountedTime.day(of: size.at)
    try await write { db in
      let key = try db.appKey(app)
      guard try db.hasAudience(id, key) else { return }
      try db.run(
        SQL.recordSize, [key, id.rawValue, day, size.at.milliseconds, size.people, size.reachable])
      try db.run(SQL.deleteOldSizes, [key, id.rawValue, day - Int64(AudienceSize.kept)])
    }
  }

  public func sizes(of id: AudienceID, app: AppID) async throws(StoreError) -> [AudienceSize] {
    try await read { db in
      try db.rows(SQL.sizes, [app.rawValue, id.rawValue]).map {
        AudienceSize(at: Instant(milliseconds: $0["at"]), people: $0["people"], reachable: $0["reachable"])
      }
    }
  }
}

extension SQL {
  static let recordSize = """
    INSERT INTO audience_size (app, audience, day, at, people, reachable) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (app, audience, day) DO UPDATE SET at = excluded.at, people = excluded.people, reachable = excluded.reachable WHERE excluded.at >= audience_size.at
    """
  static let deleteOldSizes = "DELETE FROM audience_size WHERE app = ? AND audience = ? AND day <= ?"
  static let sizes =
    "SELECT at, people, reachable FROM audience_size WHERE app = \(app) AND audience = ? ORDER BY day"
}
