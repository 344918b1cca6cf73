// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// All campaigns, compiled once and found by what happened: by event kind and name.
///
/// Immutable, and a class only so that handing it on costs one retain. An event that no campaign names costs one hash look-up, whatever the number of campaigns.
final class TriggerIndex: Sendable {
  /// One campaign under one key. Filters are positions in the slot's set.
  struct Entry: Sendable {
    /// A condition under which a leaf of the campaign's program fires.
    struct Leaf: Sendable {
      var bit: TriggerProgram.Leaves
      var filter: Int?
    }

    /// Position in `campaigns`, which is the campaign's rank.
    var campaign: Int
    /// Fires the campaign without a condition.
    var isUnconditional = false
    /// Any of these fires the campaign.
    var filters: ContiguousArray<Int> = []
    /// What the event means for the campaign's groups and counts.
    var leaves: ContiguousArray<Leaf> = []

    init(campaign: Int) {
      self.campaign = campaign
    }

    mutating func add(_ listener: CampaignCompiler.Listener, to set: inout FilterSet) {
      let filter = listener.filter.map { set.add($0) }
      if let leaf = listener.leaf {
        leaves.append(Leaf(bit: 1 << TriggerProgram.Leaves(leaf), filter: filter))
      } else if let filter {
        filters.append(filter)
      } else {
        isUnconditional = true
      }
    }
  }

  /// What an event means for one campaign.
  struct Firing {
    /// A trigger fired by itself.
    var isFired = false
    var leaves: TriggerProgram.Leaves = 0
    /// Why the first filter is false, when nothing fired.
    var miss: FilterMiss?
  }

  /// The entries an event has to look at: those of its kind whatever the name, and those of its very name. Both are sorted best first.
  struct Slots {
    var general: Slot
    var named: Slot

    var isEmpty: Bool { general.entries.isEmpty && named.entries.isEmpty }
    var count: Int { general.entries.count + named.entries.count }
  }

  /// The entries under one key, and their filters.
  struct Slot: Sendable {
    var entries: Range<Int>
    var filters: FilterSet

    static let empty = Slot(entries: 0..<0, filters: FilterSet())
  }

  /// Definitions that compiled, best first (D5).
  let campaigns: ContiguousArray<CompiledCampaign>
  /// Definitions that did not, in the order of their ids.
  let rejections: [Rejection]

  struct Rejection: Hashable, Sendable {
    var campaign: CampaignID
    var diagnostics: [CampaignDiagnostic]
  }

  private let ranks: [CampaignID: Int]
  private let entries: ContiguousArray<Entry>
  private let sessionStarts: Slot
  private let anyPushClicks: Slot
  private let anyPurchases: Slot
  private let pushClicks: [CampaignID: Slot]
  private let purchases: [String: Slot]
  private let customEvents: [String: Slot]

  init(_ definitions: [CampaignDefinition], caps: [SharedCap] = [], compilePattern: @escaping PatternCompiler) {
    var builder = TriggerIndexBuilder(caps: caps, compilePattern: compilePattern)
    for definition in definitions { builder.add(definition) }
    campaigns = builder.finish()
    rejections = builder.rejections
    ranks = Dictionary(uniqueKeysWithValues: campaigns.enumerated().map { ($1.definition.id, $0) })

    var entries: ContiguousArray<Entry> = []
    var sessionStarts = Slot.empty
    var anyPushClicks = Slot.empty
    var anyPurchases = Slot.empty
    var pushClicks: [CampaignID: Slot] = [:]
    var purchases: [String: Slot] = [:]
    var customEvents: [String: Slot] = [:]
    for (key, slot) in builder.slots {
      let placed = Slot(entries: entries.count..<(entries.count + slot.entries.count), filters: slot.filters)
      entries += slot.entries
      switch key {
      case .sessionStart: sessionStarts = placed
      case .pushClick(nil): anyPushClicks = placed
      case .pushClick(let campaign?): pushClicks[campaign] = placed
      case .purchase(nil): anyPurchases = placed
      case .purchase(let productID?): purchases[productID] = placed
      case .customEvent(let name): customEvents[name] = placed
      }
    }
    self.entries = entries
    self.sessionStarts = sessionStarts
    self.anyPushClicks = anyPushClicks
    self.anyPurchases = anyPurchases
    self.pushClicks = pushClicks
    self.purchases = purchases
    self.customEvents = customEvents
  }

  @inline(__always)
  func slots(for kind: Event.Kind) -> Slots {
    switch kind {
    case .custom(let name, _): Slots(general: .empty, named: customEvents[name] ?? .empty)
    case .purchase(let purchase): Slots(general: anyPurchases, named: purchases[purchase.productID] ?? .empty)
    case .sessionStart: Slots(general: sessionStarts, named: .empty)
    case .pushClick(let campaign): Slots(general: anyPushClicks, named: campaign.flatMap { pushClicks[$0] } ?? .empty)
    }
  }

  /// The campaign's position in `campaigns`; nil when it takes no part.
  func rank(of campaign: CampaignID) -> Int? { ranks[campaign] }

  subscript(campaign: CampaignID) -> CompiledCampaign? { ranks[campaign].map { campaigns[$0] } }

  /// Calls `body` for each campaign in the slots, best first and once, with what the event means for it.
  func forEachCandidate(in slots: Slots, of event: Event, _ body: (CompiledCampaign, Firing) -> Void) {
    switch event.kind {
    case .custom(_, let properties):
      slots.named.filters.read(properties, at: event.at) { forEachCandidate(in: slots, $0, $0, body) }
    case .purchase(let purchase):
      slots.general.filters.read(purchase, at: event.at) { general in
        slots.named.filters.read(purchase, at: event.at) { forEachCandidate(in: slots, general, $0, body) }
      }
    case .sessionStart, .pushClick:
      // These have no properties, and their triggers no filters.
      slots.general.filters.read([:], at: event.at) { forEachCandidate(in: slots, $0, $0, body) }
    }
  }

  private func forEachCandidate(
    in slots: Slots, _ generalReading: FilterSet.Reading, _ namedReading: FilterSet.Reading, _ body: (CompiledCampaign, Firing) -> Void
  ) {
    var general = slots.general.entries
    var named = slots.named.entries
    while !general.isEmpty || !named.isEmpty {
      let generalRank = general.isEmpty ? Int.max : entries[general.lowerBound].campaign
      let namedRank = named.isEmpty ? Int.max : entries[named.lowerBound].campaign
      var firing = Firing()
      if generalRank <= namedRank {
        entries[general.lowerBound].take(generalReading, into: &firing)
        general = (general.lowerBound + 1)..<general.upperBound
      }
      if namedRank <= generalRank {
        entries[named.lowerBound].take(namedReading, into: &firing)
        named = (named.lowerBound + 1)..<named.upperBound
      }
      body(campaigns[min(generalRank, namedRank)], firing)
    }
  }
}

extension TriggerIndex.Entry {
  /// Adds what the event means to what is known from another key of the same campaign; the miss is the one that was found last.
  func take(_ reading: FilterSet.Reading, into firing: inout TriggerIndex.Firing) {
    for leaf in leaves where leaf.filter.map(reading.satisfies) ?? true { firing.leaves |= leaf.bit }
    if isUnconditional || filters.contains(where: reading.satisfies) { firing.isFired = true }
    guard !firing.isFired, firing.leaves == 0 else {
      firing.miss = nil
      return
    }
    firing.miss = (filters.first ?? leaves.first { $0.filter != nil }?.filter).flatMap(reading.explain)
  }
}
