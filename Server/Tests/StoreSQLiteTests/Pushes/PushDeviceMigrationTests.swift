// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Testing

@testable import StoreSQLite

@Suite struct PushDeviceMigrationTests {
  private struct Said {
    var person: Int
    var device: String
    var token: String?
    var at: Int
  }

  @Test func `tokens that devices reported to an older version are taken over, each by the device that said it last`() async throws {
    let database = try DatabaseQueue()
    let rows: [String] = try await database.write { db in
      for migration in Schema.migrations.prefix(11) {
        try db.execute(sql: migration.sql)
        try migration.then(db)
      }
      try db.execute(sql: "INSERT INTO app (app, id, name, created_at) VALUES (1, 'shop', 'Shop', 0)")
      for said in [
        Said(person: 1, device: "d", token: "aa", at: 10), Said(person: 2, device: "d", token: "bb", at: 20),
        Said(person: 3, device: "e", token: "bb", at: 30), Said(person: 3, device: "f", token: nil, at: 30),
        Said(person: 3, device: "g", token: "cc", at: 5),
      ] {
        let push = said.token.map { #","push_authorization":"denied","push_environment":"development","push_token":"\#($0)""# } ?? ""
        try db.execute(
          sql: """
            INSERT INTO device (app, person_id, device_id, description, words, described_at, first_seen, last_seen)
            VALUES (1, ?, ?, ?, 'x', ?, 1, ?)
            """, arguments: [said.person, said.device, #"{"id":"\#(said.device)"\#(push)}"#, said.at, said.at])
      }
      try db.execute(sql: Migration012.sql)
      return try Row.fetchAll(db, sql: "SELECT * FROM push_device ORDER BY device_id").map { row in
        let (person, token) = (row["person_id"] as Int, row["token"] as String? ?? "-")
        return "\(row["device_id"] as String) \(person) \(token) \(row["environment"] as String? ?? "-") \(row["registered_at"] as Int)"
      }
    }
    #expect(rows == ["d 2 - - 20", "e 3 bb development 30", "g 3 cc development 5"])
  }
}
