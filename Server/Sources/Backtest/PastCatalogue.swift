// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Delivery
import Domain
import MartletCore
import MartletWire
import NIOConcurrencyHelpers

/// The campaigns that devices got at each time of the past.
final class PastCatalogue: Sendable {
  /// Ascending.
  private let parts: [(from: Instant, catalogue: CampaignCatalogue)]
  private let known = NIOLockedValueBox(
    RecentValues<String, PastDefinitions>(capacity: PastCatalogue.capacity))

  /// How many combinations of campaigns stay compiled, up to twice as many. With hundreds of
  /// audiences, almost every person has one of their own.
  private static let capacity = 128

  /// - Parameters:
  ///   - begin: The first instant that is asked for.
  ///   - changes: When `campaigns` changes, ascending.
  init(
    since begin: Instant, _ changes: [Instant], audiences: [Audience], settings: AppSettings,
    campaigns: (Instant) -> [Campaign]
  ) {
    var parts: [(from: Instant, catalogue: CampaignCatalogue)] = []
    var last: [Campaign]?
    for from in [begin] + changes.filter({ $0 > begin }) {
      let running = campaigns(from)
      guard running != last else { continue }
      last = running
      parts.append(
        (from, CampaignCatalogue(campaigns: running, audiences: audiences, settings: settings, at: from)))
    }
    self.parts = parts
  }

  /// What the rules of all times compare.
  var subjects: [AudienceSubject] { parts.flatMap { $0.catalogue.audienceSubjects } }

  /// The events whose properties triggers of any time compare, and those that they name (nil: all
  /// matter). Arms of experiments and languages have the same triggers.
  var events: (filtered: Set<Event.Selection>, deciding: Set<Event.Selection>?) {
    var seen: [String: Wire.Campaign] = [:]
    var events: (filtered: Set<Event.Selection>, deciding: Set<Event.Selection>?) = ([], [])
    for (_, catalogue) in parts {
      var definitions = catalogue.definitions
      // A change leaves most campaigns as they were.
      definitions.campaigns.removeAll { seen.updateValue($0, forKey: $0.id) == $0 }
      let compiled = CompiledDefinitions(definitions.seen, environment: DeviceReplay.environment())
      events.filtered.formUnion(compiled.filteredEvents)
      events.deciding = Self.joined(events.deciding, compiled.decidingEvents)
    }
    return events
  }

  /// Both. nil: all.
  static func joined(_ one: Set<Event.Selection>?, _ other: Set<Event.Selection>?) -> Set<Event.Selection>? {
    one.flatMap { one in other.map(one.union) }
  }

  /// What a device gets that has the definitions with the tag `held`. nil: it has them already.
  ///
  /// - Parameter standing: nil on a test device, which experiments do not count.
  func definitions(for facts: PersonFacts, _ standing: ExperimentStanding?, held: String?, at now: Instant)
    -> PastDefinitions?
  {
    let catalogue = (parts.last { $0.from <= now } ?? parts[0]).catalogue
    let offer = catalogue.offer(for: facts, standing, at: now)
    let tag = offer.tag
    guard tag != held else { return nil }
    if let past = known.withLockedValue({ $0[tag] }) { return past }
    let past = PastDefinitions(offer.definitions)
    known.withLockedValue { $0[tag] = past }
    return past
  }
}
