// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// The audience of a run's campaign, inside the transaction that claims its pushes: who has left it
/// by then gets nothing.
struct RunAudience {
  private let index: AudienceIndex
  private let needs: AudienceNeeds
  private let app: Int64

  /// nil if everybody can get the run. Nobody is in an audience that cannot be evaluated.
  init?(_ run: PushRun, _ app: Int64, _ db: Database) throws {
    guard let json = run.definition.audience, !run.audience.isForTrying else { return nil }
    var problems: [Diagnostic] = []
    let rule = AudienceRule(json: json, at: "audience", &problems) ?? .any([])
    let named: [AudienceID: AudienceRule] = rule.audiences.isEmpty ? [:] : try Self.rules(app, db)
    index = AudienceIndex([rule], named: named)
    needs = AudienceNeeds(index.subjects)
    self.app = app
  }

  func contains(_ person: Int64, at now: Instant, _ db: Database) throws -> Bool {
    var reading = FactReading(app: app, person: person, now: now)
    return index.matches(try reading.facts(needs, db), at: now)[0]
  }

  private static func rules(_ app: Int64, _ db: Database) throws -> [AudienceID: AudienceRule] {
    var rules: [AudienceID: AudienceRule] = [:]
    for row in try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, rule FROM audience WHERE app = ?"), arguments: [app])
    {
      var problems: [Diagnostic] = []
      // Nobody is in an audience that cannot be read.
      guard let json = try? row.document("rule", "audience") as Wire.JSONValue else { continue }
      rules[AudienceID(row["id"])] = AudienceRule(json: json, at: "rule", &problems)
    }
    return rules
  }
}
