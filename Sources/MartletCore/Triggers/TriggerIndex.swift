// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// All campaigns, compiled once and found by what happened: by event kind and name.
///
/// Immutable, and a class only so that handing it on costs one retain. An event that no campaign names costs one hash look-up, whatever the number of campaigns.
final class TriggerIndex: Sendable {
  /// One campaign under one key.
  struct Entry: Sendable {
    /// A condition under which a leaf of the campaign's program fires.
    struct Leaf: Sendable {
      var bit: TriggerProgram.Leaves
      var filter: FilterProgram?
    }

    /// Position in `campaigns`, which is the campaign's rank.
    var campaign: Int
    /// Fires the campaign without a condition.
    var isUnconditional = false
    /// Any of these fires the campaign.
    var filters: ContiguousArray<FilterProgram> = []
    /// What the event means for the campaign's groups and counts.
    var leaves: ContiguousArray<Leaf> = []

    init(campaign: Int) {
      self.campaign = campaign
    }

    mutating func add(_ listener: CampaignCompiler.Listener) {
      if let leaf = listener.leaf {
        leaves.append(Leaf(bit: 1 << TriggerProgram.Leaves(leaf), filter: listener.filter))
      } else if let filter = listener.filter {
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

  /// The entries under one key, and the properties that their filters read.
  struct Slot: Sendable {
    var entries: Range<Int>
    var layout: PropertyLayout

    static let empty = Slot(entries: 0..<0, layout: PropertyLayout())
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
      var range = Slot(entries: entries.count..<(entries.count + slot.count), layout: PropertyLayout())
      for var entry in slot {
        entry.layOut(in: &range.layout)
        entries.append(entry)
      }
      switch key {
      case .sessionStart: sessionStarts = range
      case .pushClick(nil): anyPushClicks = range
      case .pushClick(let campaign?): pushClicks[campaign] = range
      case .purchase(nil): anyPurchases = range
      case .purchase(let productID?): purchases[productID] = range
      case .customEvent(let name): customEvents[name] = range
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
      slots.named.layout.withValues(of: properties) { forEachCandidate(in: slots, $0, $0, at: event.at, body) }
    case .purchase(let purchase):
      slots.general.layout.withValues(of: purchase) { general in
        slots.named.layout.withValues(of: purchase) { forEachCandidate(in: slots, general, $0, at: event.at, body) }
      }
    case .sessionStart, .pushClick:
      // These have no properties, and their triggers no filters.
      slots.general.layout.withValues(of: [:]) { forEachCandidate(in: slots, $0, $0, at: event.at, body) }
    }
  }

  private func forEachCandidate(
    in slots: Slots, _ generalProperties: LaidOutProperties, _ namedProperties: LaidOutProperties, at now: Instant,
    _ body: (CompiledCampaign, Firing) -> Void
  ) {
    var general = slots.general.entries
    var named = slots.named.entries
    while !general.isEmpty || !named.isEmpty {
      let generalRank = general.isEmpty ? Int.max : entries[general.lowerBound].campaign
      let namedRank = named.isEmpty ? Int.max : entries[named.lowerBound].campaign
      var firing = Firing()
      if generalRank <= namedRank {
        entries[general.lowerBound].read(generalProperties, at: now, into: &firing)
        general = (general.lowerBound + 1)..<general.upperBound
      }
      if namedRank <= generalRank {
        entries[named.lowerBound].read(namedProperties, at: now, into: &firing)
        named = (named.lowerBound + 1)..<named.upperBound
      }
      body(campaigns[min(generalRank, namedRank)], firing)
    }
  }
}

extension TriggerIndex.Entry {
  /// Adds what the event means to what is known from another key of the same campaign; the miss is the one that was found last.
  func read(_ properties: LaidOutProperties, at now: Instant, into firing: inout TriggerIndex.Firing) {
    for leaf in leaves where leaf.filter?.evaluate(properties, at: now) ?? true { firing.leaves |= leaf.bit }
    if isUnconditional || filters.contains(where: { $0.evaluate(properties, at: now) }) { firing.isFired = true }
    guard !firing.isFired, firing.leaves == 0 else {
      firing.miss = nil
      return
    }
    firing.miss = (filters.first ?? leaves.first { $0.filter != nil }?.filter)?.explain(properties, at: now)
  }

  mutating func layOut(in layout: inout PropertyLayout) {
    for index in filters.indices { filters[index] = filters[index].laidOut(in: &layout) }
    for index in leaves.indices { leaves[index].filter = leaves[index].filter?.laidOut(in: &layout) }
  }
}
