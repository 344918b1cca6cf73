// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the engine remembers of one person across launches: impressions, when campaigns arrived,
/// the progress of groups and counts, and which attributes and audiences they had.
///
/// Impressions of missing campaigns are kept, up to a limit, because a paused campaign can return.
package struct PersonMemory: Equatable, Sendable {
  /// The number of campaigns that are remembered separately. Those shown longest ago are forgotten
  /// first.
  static let campaignLimit = 2_000
  static let tagLimit = 500

  package var campaigns: [CampaignID: Tally] = [:]
  package var tags: [String: Tally] = [:]
  package var all = Tally()
  /// When campaigns with `expiresAfter` were first received.
  package var received: [CampaignID: Instant] = [:]
  package var progress: [CampaignID: TriggerProgress] = [:]
  package var attributes = KnownAttributes()
  /// The last push of each campaign that brought an item or was tapped, by its delivery.
  package var deliveries: [CampaignID: String] = [:]
  /// The campaigns whose limits were last used by something that nobody saw, such as data. Their
  /// gates are not recorded as if they had been seen.
  package var unseen: Set<CampaignID> = []
  /// For each audience that the server named last: whether the person was in it.
  package var audiences: [String: Bool] = [:]

  package init() {}

  /// - Parameter isPaced: whether the caps for all campaigns count it.
  mutating func countImpression(
    of campaign: CampaignID, tags tagged: [String], isPaced: Bool = true, at now: Instant, session: Int
  ) {
    if isPaced { all.add(now, session: session) }
    unseen.remove(campaign)
    campaigns[campaign, default: Tally()].add(now, session: session)
    for tag in Set(tagged) { tags[tag, default: Tally()].add(now, session: session) }
    Self.bound(&campaigns, to: Self.campaignLimit)
    Self.bound(&tags, to: Self.tagLimit)
  }

  /// Counts what had its turn although nobody saw it: for the limits of its own campaign, and for
  /// no shared cap.
  mutating func countUnseen(_ campaign: CampaignID, at now: Instant, session: Int) {
    campaigns[campaign, default: Tally()].add(now, session: session)
    Self.bound(&campaigns, to: Self.campaignLimit)
  }

  func tally(_ scope: CapScope, of campaign: CampaignID) -> Tally? {
    switch scope {
    case .campaign: campaigns[campaign]
    case .tag(let tag): tags[tag]
    case .all: all
    }
  }

  /// Notes when new campaigns arrived, and forgets the progress of campaigns whose triggers have
  /// changed.
  mutating func adopt(_ index: TriggerIndex, at now: Instant) {
    for campaign in index.campaigns {
      let id = campaign.definition.id
      if campaign.definition.schedule.expiresAfter != nil, received[id] == nil { received[id] = now }
      if let known = progress[id], campaign.program.map(known.fits) != true { progress[id] = nil }
    }
    if received.count > Self.campaignLimit { received = received.filter { index.rank(of: $0.key) != nil } }
    if unseen.count > Self.campaignLimit { unseen = unseen.filter { index.rank(of: $0) != nil } }
    if deliveries.count > Self.campaignLimit {
      deliveries = deliveries.filter { index.rank(of: $0.key) != nil }
    }
    if progress.count > Self.campaignLimit { progress = progress.filter { index.rank(of: $0.key) != nil } }
  }

  /// Adjusts to a clock that jumped back to `now`: no time may be later than that.
  mutating func clamp(to now: Instant) {
    for id in campaigns.keys { campaigns[id]?.clamp(to: now) }
    for tag in tags.keys { tags[tag]?.clamp(to: now) }
    all.clamp(to: now)
    for (id, at) in received where at > now { received[id] = now }
    for id in progress.keys { progress[id]?.clamp(to: now) }
  }

  /// The latest time of an impression, and of a receipt.
  var latest: Instant? {
    let impressions = [all.last] + campaigns.values.map(\.last) + tags.values.map(\.last)
    return (impressions.compactMap(\.self) + received.values).max()
  }

  /// What happened before a clock was set back happened when it did. What happened since stays.
  mutating func restoreTimes(of before: PersonMemory) {
    for (id, tally) in before.campaigns { campaigns[id]?.restoreTimes(of: tally) }
    for (tag, tally) in before.tags { tags[tag]?.restoreTimes(of: tally) }
    all.restoreTimes(of: before.all)
    for (id, at) in before.received where received[id] != nil { received[id] = at }
    for (id, earlier) in before.progress where progress[id]?.fingerprint == earlier.fingerprint {
      progress[id]?.restoreTimes(of: earlier)
    }
  }

  /// Adds the memory of an anonymous person who turns out to be this person.
  mutating func merge(_ other: PersonMemory) {
    for (id, tally) in other.campaigns { campaigns[id, default: Tally()].merge(tally) }
    for (tag, tally) in other.tags { tags[tag, default: Tally()].merge(tally) }
    all.merge(other.all)
    received.merge(other.received) { min($0, $1) }
    progress.merge(other.progress) { mine, _ in mine }
    unseen.formUnion(other.unseen)
    deliveries.merge(other.deliveries) { _, later in later }
    attributes.merge(other.attributes)
    Self.bound(&campaigns, to: Self.campaignLimit)
    Self.bound(&tags, to: Self.tagLimit)
  }

  private static func bound<Key: Comparable>(_ tallies: inout [Key: Tally], to limit: Int) {
    guard tallies.count > limit else { return }
    let oldest = tallies.min {
      ($0.value.last ?? Instant(milliseconds: 0), $0.key) < (
        $1.value.last ?? Instant(milliseconds: 0), $1.key
      )
    }
    if let oldest { tallies[oldest.key] = nil }
    bound(&tallies, to: limit)
  }
}

/// A person who used the device before the current one.
package struct OtherPerson: Equatable, Sendable {
  package var userID: String
  package var memory: PersonMemory

  package init(userID: String, memory: PersonMemory) {
    self.userID = userID
    self.memory = memory
  }
}
