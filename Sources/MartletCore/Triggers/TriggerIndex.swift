// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// All campaigns, compiled once and indexed by event kind and name. Any number of them costs one
/// hash look-up for an event that none names.
///
/// Immutable. It is a class so that passing it on costs only one retain.
final class TriggerIndex: Sendable {
  /// A campaign under a key.
  struct Entry: Sendable {
    /// The position in `campaigns`, which is the campaign's rank.
    var campaign: Int
    /// The campaign's conditions in the index.
    var conditions: Range<Int>
  }

  /// What must be true of an event to fire a trigger or a leaf of a campaign.
  struct Condition: Sendable {
    /// The leaf of the campaign's program that fires. 0: the campaign itself fires.
    var bit: TriggerProgram.Leaves
    /// The number of the filter on the tape. -1: the condition is true for every event.
    var filter: Int
  }

  /// The effect of an event on one campaign.
  struct Firing {
    /// True if a plain trigger fired the campaign directly.
    var isFired = false
    var leaves: TriggerProgram.Leaves = 0
    /// Why the first filter is false, if nothing fired.
    var miss: FilterMiss?
  }

  /// The slots for an event: one for all names of its kind, and one for its own name.
  struct Places {
    var general: Int?
    var named: Int?

    var isEmpty: Bool { general == nil && named == nil }
  }

  /// The entries under one key, best first, and the tape columns that their filters read.
  struct Slot: Sendable {
    var entries: Range<Int>
    var columns: Range<Int>

    static let empty = Slot(entries: 0..<0, columns: 0..<0)
  }

  /// The definitions that compiled, best first.
  let campaigns: ContiguousArray<CompiledCampaign>
  /// The definitions that did not compile, ordered by id.
  let rejections: [Rejection]

  struct Rejection: Equatable, Sendable {
    var campaign: CampaignID
    var diagnostics: [CampaignDiagnostic]
  }

  private let ranks: [CampaignID: Int]
  private let places: TriggerPlaces
  private let slots: ContiguousArray<Slot>
  private let entries: ContiguousArray<Entry>
  private let conditions: ContiguousArray<Condition>
  private let tape: FilterTape

  init(_ definitions: [CampaignDefinition], caps: [SharedCap] = [], compilePattern: @escaping PatternCompiler)
  {
    let builder = TriggerIndexBuilder(definitions, caps: caps, compilePattern: compilePattern)
    campaigns = builder.campaigns
    rejections = builder.rejections
    var ranks: [CampaignID: Int] = Dictionary(minimumCapacity: campaigns.count)
    for rank in campaigns.indices { ranks[campaigns[rank].definition.id] = rank }
    self.ranks = ranks
    places = builder.places
    slots = builder.slots
    entries = builder.entries
    conditions = builder.conditions
    tape = FilterTape(builder.tape)
  }

  @inline(__always)
  func places(of kind: Event.Kind) -> Places {
    Places(
      general: places.general(kind.category), named: kind.name.flatMap { places.named($0, kind.category) })
  }

  /// The keys of all triggers.
  var keys: [TriggerIndexBuilder.Key] { places.all.map(\.key) }

  /// The keys under which a filter reads properties.
  var keysWithFilters: [TriggerIndexBuilder.Key] {
    places.all.filter { !slots[$0.slot].columns.isEmpty }.map(\.key)
  }

  /// The campaign's position in `campaigns`, or nil if it is excluded.
  func rank(of campaign: CampaignID) -> Int? { ranks[campaign] }

  subscript(campaign: CampaignID) -> CompiledCampaign? { ranks[campaign].map { campaigns[$0] } }

  /// The campaigns that an event concerns, each once and best first: their ranks, and the effect of
  /// the event.
  func firings(of event: Event, in places: Places) -> ContiguousArray<(rank: Int, firing: Firing)> {
    let general = places.general.map { slots[$0] } ?? .empty
    let named = places.named.map { slots[$0] } ?? .empty
    // Triggers of events without properties have no filters.
    let properties = event.kind.properties ?? Properties()
    return tape.withRun(on: properties, at: event.at, columns: named.columns) { run in
      guard !general.columns.isEmpty else { return firings(general.entries, run, named.entries, run) }
      return tape.withRun(on: properties, at: event.at, columns: general.columns) {
        firings(general.entries, $0, named.entries, run)
      }
    }
  }

  private func firings(
    _ generalEntries: Range<Int>, _ generalFilters: FilterTapeRun, _ namedEntries: Range<Int>,
    _ namedFilters: FilterTapeRun
  ) -> ContiguousArray<(rank: Int, firing: Firing)> {
    var (general, named) = (generalEntries, namedEntries)
    var firings: ContiguousArray<(rank: Int, firing: Firing)> = []
    firings.reserveCapacity(general.count + named.count)
    while !general.isEmpty || !named.isEmpty {
      let generalRank = general.isEmpty ? Int.max : entries[general.lowerBound].campaign
      let namedRank = named.isEmpty ? Int.max : entries[named.lowerBound].campaign
      var firing = Firing()
      if generalRank <= namedRank {
        ask(entries[general.lowerBound], generalFilters, into: &firing)
        general = (general.lowerBound + 1)..<general.upperBound
      }
      if namedRank <= generalRank {
        ask(entries[named.lowerBound], namedFilters, into: &firing)
        named = (named.lowerBound + 1)..<named.upperBound
      }
      firings.append((min(generalRank, namedRank), firing))
    }
    return firings
  }

  /// Adds the effect of the event to what another key of the same campaign gave. A new miss
  /// replaces an earlier one.
  private func ask(_ entry: Entry, _ run: FilterTapeRun, into firing: inout Firing) {
    for position in entry.conditions {
      let condition = conditions[position]
      // One firing trigger is enough.
      if condition.bit == 0, firing.isFired { continue }
      guard condition.filter < 0 || run.accepts(condition.filter) else { continue }
      if condition.bit == 0 { firing.isFired = true } else { firing.leaves |= condition.bit }
    }
    guard !firing.isFired, firing.leaves == 0 else {
      firing.miss = nil
      return
    }
    let conditions = conditions[entry.conditions]
    let first = conditions.first { $0.bit == 0 && $0.filter >= 0 } ?? conditions.first { $0.filter >= 0 }
    firing.miss = first.flatMap { run.explain($0.filter) }
  }
}

/// A campaign in the form that decisions use.
///
/// Immutable. It is a class so that passing it on costs only one retain.
final class CompiledCampaign: Sendable {
  struct Cap: Sendable {
    var scope: CapScope
    var cap: FrequencyCap
  }

  /// A plain trigger, with the key that finds it for an event.
  struct Listener: Sendable {
    var key: TriggerIndexBuilder.Key
    var filter: FilterProgram?
    /// The leaf of the program that it sets. nil: it fires the campaign directly.
    var leaf: Int?

    func matches(_ event: Event) -> Bool {
      guard key.category == event.kind.category, key.name == nil || key.name == event.kind.name else {
        return false
      }
      guard let filter, let properties = event.kind.properties else { return true }
      return filter.evaluate(properties, at: event.at)
    }
  }

  let definition: CampaignDefinition
  /// nil if every trigger fires the campaign directly.
  let program: TriggerProgram?
  /// The events that cancel a delayed message.
  let exceptions: ContiguousArray<Listener>
  /// The campaign's own caps, and the shared caps that count it.
  let caps: ContiguousArray<Cap>

  init(
    definition: CampaignDefinition, program: TriggerProgram?, exceptions: ContiguousArray<Listener>,
    caps: ContiguousArray<Cap>
  ) {
    self.definition = definition
    self.program = program
    self.exceptions = exceptions
    self.caps = caps
  }

  /// True if an impression of one campaign can rule out an impression of the other.
  func sharesLimit(with other: CompiledCampaign) -> Bool {
    if definition.id == other.definition.id { return definition.limitsImpressions || !caps.isEmpty }
    return caps.contains { cap in cap.scope != .campaign && other.caps.contains { $0.scope == cap.scope } }
  }
}
