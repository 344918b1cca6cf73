// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import DeviceAPI
import Domain
import MartletCore
import MartletWire
import NIOConcurrencyHelpers

/// The campaigns that devices got at each time of the past.
final class PastCatalogue: Sendable {
  /// Ascending.
  private let parts: [(from: Instant, catalogue: CampaignCatalogue)]
  private let known = NIOLockedValueBox<[String: PastDefinitions]>([:])

  /// - Parameters:
  ///   - begin: The first instant that is asked for.
  ///   - changes: When `campaigns` changes, ascending.
  init(
    since begin: Instant, _ changes: [Instant], audiences: [Audience], settings: AppSettings, campaigns: (Instant) -> [Campaign]
  ) {
    var parts: [(from: Instant, catalogue: CampaignCatalogue)] = []
    var last: [Campaign]?
    for from in [begin] + changes.filter({ $0 > begin }) {
      let running = campaigns(from)
      guard running != last else { continue }
      last = running
      parts.append((from, CampaignCatalogue(campaigns: running, audiences: audiences, settings: settings, at: from)))
    }
    self.parts = parts
  }

  /// What the rules of all times compare.
  var subjects: [AudienceSubject] { parts.flatMap { $0.catalogue.audienceSubjects } }

  func definitions(for person: BacktestPerson, _ facts: PersonFacts, at now: Instant) -> PastDefinitions {
    let catalogue = (parts.last { $0.from <= now } ?? parts[0]).catalogue
    let offer = catalogue.offer(for: facts, person.standing, at: now)
    return known.withLockedValue { known in
      if let past = known[offer.tag] { return past }
      let past = PastDefinitions(offer.definitions)
      known[offer.tag] = past
      return past
    }
  }
}
