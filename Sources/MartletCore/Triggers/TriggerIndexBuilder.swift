// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Compiles definitions for a `TriggerIndex`. The order of the definitions does not matter.
///
/// The data of each key is contiguous in lists that all keys share, so that a launch allocates few
/// lists, however many keys there are.
struct TriggerIndexBuilder {
  /// The key that finds triggers for an event.
  typealias Key = Event.Selection

  /// A condition that is not yet placed in the slot of its key.
  private struct Draft {
    var slot: Int
    var campaign: Int
    var filter: FilterProgram?
    var bit: TriggerProgram.Leaves
  }

  /// The campaigns that compiled, best first.
  private(set) var campaigns: ContiguousArray<CompiledCampaign> = []
  private(set) var rejections: [TriggerIndex.Rejection] = []
  private(set) var places = TriggerPlaces()
  private(set) var slots: ContiguousArray<TriggerIndex.Slot> = []
  private(set) var entries: ContiguousArray<TriggerIndex.Entry> = []
  private(set) var conditions: ContiguousArray<TriggerIndex.Condition> = []
  private(set) var tape = FilterTapeBuilder()
  private var drafts: ContiguousArray<Draft> = []

  init(_ definitions: [CampaignDefinition], caps: [SharedCap], compilePattern: @escaping PatternCompiler) {
    let (newest, duplicates) = Self.newest(of: definitions)
    campaigns.reserveCapacity(newest.count)
    drafts.reserveCapacity(newest.count * 2)
    // Definitions are large, so only their ranks are sorted.
    let ranks = newest.map { (rank: definitions[$0].rank, position: $0) }
    for (_, position) in ranks.sorted(by: { $0.rank.comesBefore($1.rank) }) {
      compile(definitions[position], caps, isDuplicate: duplicates.contains(position), compilePattern)
    }
    rejections = rejections.inOrder { $0.campaign < $1.campaign }
    lay()
  }

  /// The position of the highest version for each id. `duplicates` has those with a different
  /// definition of the same id and version.
  private static func newest(of definitions: [CampaignDefinition]) -> (newest: [Int], duplicates: Set<Int>) {
    var positions: [CampaignID: Int] = Dictionary(minimumCapacity: definitions.count)
    var duplicates: Set<Int> = []
    for position in definitions.indices {
      let id = definitions[position].id
      guard let known = positions.updateValue(position, forKey: id),
        definitions[known].version >= definitions[position].version
      else {
        continue
      }
      positions[id] = known
      if definitions[known].version == definitions[position].version
        && definitions[known] != definitions[position]
      {
        duplicates.insert(known)
      }
    }
    return (Array(positions.values), duplicates)
  }

  private mutating func compile(
    _ definition: CampaignDefinition, _ caps: [SharedCap], isDuplicate: Bool,
    _ compilePattern: @escaping PatternCompiler
  ) {
    var compiler = CampaignCompiler(compilePattern: compilePattern)
    let campaign = compiler.compile(definition, caps: caps)
    guard compiler.diagnostics.isEmpty, !isDuplicate else {
      let diagnostics = (isDuplicate ? [.duplicate] : []) + compiler.diagnostics
      return rejections.append(TriggerIndex.Rejection(campaign: definition.id, diagnostics: diagnostics))
    }
    for listener in compiler.listeners {
      drafts.append(
        Draft(
          slot: places.place(of: listener.key), campaign: campaigns.count, filter: listener.filter,
          bit: listener.leaf.map { 1 << TriggerProgram.Leaves($0) } ?? 0))
    }
    campaigns.append(campaign)
  }

  /// Groups the drafts by slot. Within a slot they keep their order, which is the order of their
  /// campaigns.
  private mutating func lay() {
    var starts = ContiguousArray(repeating: 0, count: places.count + 1)
    for draft in drafts { starts[draft.slot + 1] += 1 }
    for slot in 0..<places.count { starts[slot + 1] += starts[slot] }
    var ordered = ContiguousArray(repeating: 0, count: drafts.count)
    var next = starts
    for position in drafts.indices {
      let slot = drafts[position].slot
      ordered[next[slot]] = position
      next[slot] += 1
    }
    slots.reserveCapacity(places.count)
    entries.reserveCapacity(drafts.count)
    conditions.reserveCapacity(drafts.count)
    tape.reserveCapacity(filters: drafts.count, groups: places.count)
    for slot in 0..<places.count {
      let firstEntry = entries.count
      tape.beginGroup()
      for position in ordered[starts[slot]..<starts[slot + 1]] {
        add(position, isFirst: entries.count == firstEntry)
      }
      slots.append(TriggerIndex.Slot(entries: firstEntry..<entries.count, columns: tape.group))
    }
    drafts = []
  }

  private mutating func add(_ position: Int, isFirst: Bool) {
    let campaign = drafts[position].campaign
    if isFirst || entries[entries.count - 1].campaign != campaign {
      entries.append(TriggerIndex.Entry(campaign: campaign, conditions: conditions.count..<conditions.count))
    }
    conditions.append(
      TriggerIndex.Condition(
        bit: drafts[position].bit, filter: drafts[position].filter.map { tape.add($0) } ?? -1))
    entries[entries.count - 1].conditions =
      entries[entries.count - 1].conditions.lowerBound..<conditions.count
  }
}

/// The slot number of each key.
struct TriggerPlaces: Sendable {
  /// The slots of one category: the slot for all events, and the slots for names.
  private struct Names: Sendable {
    var any: Int?
    var named: [String: Int] = [:]
  }

  private(set) var count = 0
  private var categories = ContiguousArray(repeating: Names(), count: Event.Category.allCases.count)

  // Two functions instead of one that returns both: a look-up then copies no dictionary.

  @inline(__always)
  func general(_ category: Event.Category) -> Int? { categories[category.traits.place].any }

  @inline(__always)
  func named(_ name: String, _ category: Event.Category) -> Int? {
    categories[category.traits.place].named[name]
  }

  /// Every key with its slot, in no order.
  var all: [(key: TriggerIndexBuilder.Key, slot: Int)] {
    Event.Category.allCases.flatMap { category in
      let names = categories[category.traits.place]
      let general = names.any.map { (key: TriggerIndexBuilder.Key(category: category, name: nil), slot: $0) }
      let named = names.named.map {
        (key: TriggerIndexBuilder.Key(category: category, name: $0.key), slot: $0.value)
      }
      return [general].compactMap(\.self) + named
    }
  }

  /// The slot of the key. Adds a slot if the key has none.
  mutating func place(of key: TriggerIndexBuilder.Key) -> Int {
    if let name = key.name {
      Self.take(&categories[key.category.traits.place].named[name], &count)
    } else {
      Self.take(&categories[key.category.traits.place].any, &count)
    }
  }

  @inline(__always)
  private static func take(_ place: inout Int?, _ count: inout Int) -> Int {
    if let place { return place }
    place = count
    count += 1
    return count - 1
  }
}
