// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// All campaigns, compiled once and found by what happened: by event kind and name.
///
/// Immutable, and a class only so that handing it on costs one retain. An event that no campaign names costs one hash look-up, whatever the number of campaigns.
final class TriggerIndex: Sendable {
  /// One campaign under one key.
  struct Entry: Sendable {
    /// Position in `campaigns`, which is the campaign's rank.
    var campaign: Int
    /// Which of the index's conditions are the campaign's.
    var conditions: Range<Int>
  }

  /// What has to be true of an event to mean something for a campaign.
  struct Condition: Sendable {
    /// The leaf of the campaign's program that fires then; 0: the campaign itself does.
    var bit: TriggerProgram.Leaves
    /// The number of the filter on the tape; -1: it is true of every event.
    var filter: Int
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

  /// The entries under one key, best first, and the columns of the tape that their filters read.
  struct Slot: Sendable {
    var entries: Range<Int>
    var columns: Range<Int>

    static let empty = Slot(entries: 0..<0, columns: 0..<0)
  }

  /// Definitions that compiled, best first.
  let campaigns: ContiguousArray<CompiledCampaign>
  /// Definitions that did not, in the order of their ids.
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

  init(_ definitions: [CampaignDefinition], caps: [SharedCap] = [], compilePattern: @escaping PatternCompiler) {
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
    let names = places[kind.category]
    return Places(general: names.any, named: kind.name.flatMap { names.named[$0] })
  }

  /// The campaign's position in `campaigns`; nil when it takes no part.
  func rank(of campaign: CampaignID) -> Int? { ranks[campaign] }

  subscript(campaign: CampaignID) -> CompiledCampaign? { ranks[campaign].map { campaigns[$0] } }

  /// The campaigns that an event concerns, best first and once: their ranks, and what the event means for each.
  func firings(of event: Event, in places: Places) -> ContiguousArray<(rank: Int, firing: Firing)> {
    let general = places.general.map { slots[$0] } ?? .empty
    let named = places.named.map { slots[$0] } ?? .empty
    // An event without properties has no filters on its triggers.
    let properties = event.kind.properties ?? Properties()
    return tape.withRun(on: properties, at: event.at, columns: named.columns) { run in
      guard !general.columns.isEmpty else { return firings(general.entries, run, named.entries, run) }
      return tape.withRun(on: properties, at: event.at, columns: general.columns) { firings(general.entries, $0, named.entries, run) }
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

  /// Adds what the event means to what is known from another key of the same campaign; the miss is the one that was found last.
  private func ask(_ entry: Entry, _ run: FilterTapeRun, into firing: inout Firing) {
    for position in entry.conditions {
      let condition = conditions[position]
      // One that fires is enough.
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
