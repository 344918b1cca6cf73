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
      /// As in `Entry.filters`.
      var filter: Int?
    }

    /// Position in `campaigns`, which is the campaign's rank.
    var campaign: Int
    /// Fires the campaign without a condition.
    var isUnconditional = false
    /// Any of these fires the campaign: the numbers of filters on the tape of the slot.
    var filters: ContiguousArray<Int> = []
    /// What the event means for the campaign's groups and counts.
    var leaves: ContiguousArray<Leaf> = []

    init(campaign: Int) {
      self.campaign = campaign
    }

    mutating func add(_ listener: CampaignCompiler.Listener, to tape: inout FilterTapeBuilder) {
      let filter = listener.filter.map { tape.add($0) }
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

  /// Where to look for an event: the slot of its kind whatever the name, and that of its very name.
  struct Places {
    var general: Int?
    var named: Int?

    var isEmpty: Bool { general == nil && named == nil }
  }

  /// The entries under one key, best first, and their filters.
  private struct Slot: Sendable {
    var entries: Range<Int>
    var tape: FilterTape

    static let empty = Slot(entries: 0..<0, tape: .empty)
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
  private let slots: ContiguousArray<Slot>
  private let sessionStarts: Int?
  private let anyPushClicks: Int?
  private let anyPurchases: Int?
  private let pushClicks: [CampaignID: Int]
  private let purchases: [String: Int]
  private let customEvents: [String: Int]

  init(_ definitions: [CampaignDefinition], caps: [SharedCap] = [], compilePattern: @escaping PatternCompiler) {
    var builder = TriggerIndexBuilder(caps: caps, compilePattern: compilePattern)
    for definition in definitions { builder.add(definition) }
    campaigns = builder.finish()
    rejections = builder.rejections
    ranks = Dictionary(uniqueKeysWithValues: campaigns.enumerated().map { ($1.definition.id, $0) })

    var entries: ContiguousArray<Entry> = []
    var slots: ContiguousArray<Slot> = []
    var (sessionStarts, anyPushClicks, anyPurchases): (Int?, Int?, Int?)
    var pushClicks: [CampaignID: Int] = [:]
    var purchases: [String: Int] = [:]
    var customEvents: [String: Int] = [:]
    for (key, draft) in builder.slots {
      let place = slots.count
      slots.append(Slot(entries: entries.count..<(entries.count + draft.entries.count), tape: FilterTape(draft.tape)))
      entries += draft.entries
      switch key {
      case .sessionStart: sessionStarts = place
      case .pushClick(nil): anyPushClicks = place
      case .pushClick(let campaign?): pushClicks[campaign] = place
      case .purchase(nil): anyPurchases = place
      case .purchase(let productID?): purchases[productID] = place
      case .customEvent(let name): customEvents[name] = place
      }
    }
    self.entries = entries
    self.slots = slots
    self.sessionStarts = sessionStarts
    self.anyPushClicks = anyPushClicks
    self.anyPurchases = anyPurchases
    self.pushClicks = pushClicks
    self.purchases = purchases
    self.customEvents = customEvents
  }

  @inline(__always)
  func places(of kind: Event.Kind) -> Places {
    switch kind {
    case .custom(let name, _): Places(general: nil, named: customEvents[name])
    case .purchase(let purchase): Places(general: anyPurchases, named: purchases[purchase.productID])
    case .sessionStart: Places(general: sessionStarts, named: nil)
    case .pushClick(let campaign): Places(general: anyPushClicks, named: campaign.flatMap { pushClicks[$0] })
    }
  }

  /// The campaign's position in `campaigns`; nil when it takes no part.
  func rank(of campaign: CampaignID) -> Int? { ranks[campaign] }

  subscript(campaign: CampaignID) -> CompiledCampaign? { ranks[campaign].map { campaigns[$0] } }

  /// The campaigns that an event concerns, best first and once: their ranks, and what the event means for each.
  func firings(of event: Event, in places: Places) -> ContiguousArray<(rank: Int, firing: Firing)> {
    let general = places.general.map { slots[$0] } ?? .empty
    let named = places.named.map { slots[$0] } ?? .empty
    return switch event.kind {
    case .custom(_, let properties):
      named.tape.withRun(on: properties, at: event.at) { firings(general.entries, $0, named.entries, $0) }
    case .purchase(let purchase):
      general.tape.withRun(on: purchase, at: event.at) { run in
        named.tape.withRun(on: purchase, at: event.at) { firings(general.entries, run, named.entries, $0) }
      }
    case .sessionStart, .pushClick:
      // These have no properties, and their triggers no filters.
      general.tape.withRun(on: [:], at: event.at) { run in
        named.tape.withRun(on: [:], at: event.at) { firings(general.entries, run, named.entries, $0) }
      }
    }
  }

  private func firings(
    _ generalEntries: Range<Int>, _ generalFilters: FilterTapeRun, _ namedEntries: Range<Int>, _ namedFilters: FilterTapeRun
  ) -> ContiguousArray<(rank: Int, firing: Firing)> {
    var (general, named) = (generalEntries, namedEntries)
    var firings: ContiguousArray<(rank: Int, firing: Firing)> = []
    firings.reserveCapacity(general.count + named.count)
    while !general.isEmpty || !named.isEmpty {
      let generalRank = general.isEmpty ? Int.max : entries[general.lowerBound].campaign
      let namedRank = named.isEmpty ? Int.max : entries[named.lowerBound].campaign
      var firing = Firing()
      if generalRank <= namedRank {
        entries[general.lowerBound].ask(generalFilters, into: &firing)
        general = (general.lowerBound + 1)..<general.upperBound
      }
      if namedRank <= generalRank {
        entries[named.lowerBound].ask(namedFilters, into: &firing)
        named = (named.lowerBound + 1)..<named.upperBound
      }
      firings.append((min(generalRank, namedRank), firing))
    }
    return firings
  }
}

extension TriggerIndex.Entry {
  /// Adds what the event means to what is known from another key of the same campaign; the miss is the one that was found last.
  func ask(_ run: FilterTapeRun, into firing: inout TriggerIndex.Firing) {
    for leaf in leaves where leaf.filter.map(run.accepts) ?? true { firing.leaves |= leaf.bit }
    if isUnconditional || filters.contains(where: run.accepts) { firing.isFired = true }
    guard !firing.isFired, firing.leaves == 0 else {
      firing.miss = nil
      return
    }
    firing.miss = (filters.first ?? leaves.lazy.compactMap(\.filter).first).flatMap(run.explain)
  }
}
