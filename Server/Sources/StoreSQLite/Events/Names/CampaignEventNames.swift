// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Synchronization

/// The names of events that an app's campaigns wait for, whatever their state. Read once for each
/// version of the app's catalogue.
final class CampaignEventNames: Sendable {
  private let known = Mutex<[Int64: (version: Int, names: Set<ExactText>)]>([:])

  func names(app: Int64, _ db: Database) throws -> Set<ExactText> {
    let version = try Int.fetchOne(db.cachedStatement(sql: SQL.catalogueVersionOfKey), arguments: [app]) ?? 0
    if let known = known.withLock({ $0[app] }), known.version == version { return known.names }
    var names: Set<ExactText> = []
    let definitions = try String.fetchCursor(db.cachedStatement(sql: SQL.definitions), arguments: [app])
    while let text = try definitions.next() {
      // Devices do not get a campaign that cannot be read either.
      if let campaign = try? Wire.decode(Wire.Campaign.self, from: Array(text.utf8)) {
        names.formUnion(campaign.eventNames.map { ExactText($0) })
      }
    }
    known.withLock { $0[app] = (version, names) }
    return names
  }
}
