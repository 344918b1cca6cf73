// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Synchronization

/// The names of events that an app's campaigns wait for, whatever their state. Read once for each
/// version of the app's catalogue.
final class CampaignEventNames: Sendable {
  private let known = Mutex<[Int64: (version: Int, names: Set<ExactText>)]>([:])

  func names(app: Int64, _ db: any SQLSession) throws -> Set<ExactText> {
    let version = try db.value(SQL.catalogueVersionOfKey, [app], as: Int.self) ?? 0
    if let known = known.withLock({ $0[app] }), known.version == version { return known.names }
    var names: Set<ExactText> = []
    let definitions = try db.cursor(SQL.definitions, [app])
    while try definitions.next() {
      guard let text = definitions.utf8(0) else { continue }
      // Devices do not get a campaign that cannot be read either.
      if let campaign = try? Wire.decode(Wire.Campaign.self, from: Array(text)) {
        names.formUnion(campaign.eventNames.map { ExactText($0) })
      }
    }
    known.withLock { $0[app] = (version, names) }
    return names
  }
}
