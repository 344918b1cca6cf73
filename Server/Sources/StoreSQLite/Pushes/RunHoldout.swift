// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// The global holdout, inside the transaction that claims pushes: who is in it by then gets
/// nothing.
struct RunHoldout {
  private let holdout: GlobalHoldout
  private let app: Int64

  /// nil if everybody can get the run.
  init?(_ run: PushRun, _ app: Int64, _ db: Database) throws {
    guard !run.audience.isForTrying, !run.definition.ignoresGlobalHoldout else { return nil }
    holdout = try SQLiteStore.settings(run.appID, db).globalHoldout
    guard holdout.isOn else { return nil }
    self.app = app
  }

  /// Until when the person is held out. nil: they are not, or the device is a test device.
  func end(for person: Int64, on device: String, at now: Instant, _ db: Database) throws -> Instant? {
    guard let end = holdout.end(for: ExperimentStanding(unit: PersonUnit.text(person)), at: now) else {
      return nil
    }
    let isTest =
      try Bool.fetchOne(db.cachedStatement(sql: SQL.isMarkedTestDevice), arguments: [app, device]) ?? false
    return isTest ? nil : end
  }
}

extension SQL {
  static let isMarkedTestDevice = "SELECT EXISTS (SELECT 1 FROM test_device WHERE app = ? AND device_id = ?)"
}
