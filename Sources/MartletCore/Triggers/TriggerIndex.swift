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
    /// Any of these suffices; empty: no condition.
    var filters: ContiguousArray<FilterProgram>
  }

  /// The entries an event has to look at: those of its kind whatever the name, and those of its very name. Both are sorted best first.
  struct Slots {
    var general: Range<Int>
    var named: Range<Int>

    var isEmpty: Bool { general.isEmpty && named.isEmpty }
  }

  /// Definitions that compiled, best first: higher priority, then newer, then smaller id (D5).
  let campaigns: ContiguousArray<CampaignDefinition>
  /// Definitions that did not, in the order of their ids.
  let rejections: [Rejection]

  struct Rejection: Hashable, Sendable {
    var campaign: CampaignID
    var diagnostics: [CampaignDiagnostic]
  }

  /// When each campaign that was named ends, compiled or not.
  let endings: [CampaignID: Instant?]

  private let entries: ContiguousArray<Entry>
  private let sessionStarts: Range<Int>
  private let anyPushClicks: Range<Int>
  private let anyPurchases: Range<Int>
  private let pushClicks: [CampaignID: Range<Int>]
  private let purchases: [String: Range<Int>]
  private let customEvents: [String: Range<Int>]

  init(_ definitions: [CampaignDefinition], compilePattern: @escaping PatternCompiler) {
    var builder = TriggerIndexBuilder(compilePattern: compilePattern)
    for definition in definitions { builder.add(definition) }
    campaigns = builder.finish()
    rejections = builder.rejections
    endings = builder.endings

    var entries: ContiguousArray<Entry> = []
    var sessionStarts = 0..<0
    var anyPushClicks = 0..<0
    var anyPurchases = 0..<0
    var pushClicks: [CampaignID: Range<Int>] = [:]
    var purchases: [String: Range<Int>] = [:]
    var customEvents: [String: Range<Int>] = [:]
    for (key, slot) in builder.slots {
      let range = entries.count..<(entries.count + slot.count)
      entries.append(contentsOf: slot)
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

  /// `a` is shown rather than `b`.
  static func isBetter(_ a: CampaignDefinition, _ b: CampaignDefinition) -> Bool {
    if a.priority != b.priority { return a.priority > b.priority }
    if a.createdAt != b.createdAt { return a.createdAt > b.createdAt }
    return a.id < b.id
  }

  @inline(__always)
  func slots(for kind: Event.Kind) -> Slots {
    switch kind {
    case .custom(let name, _): Slots(general: 0..<0, named: customEvents[name] ?? 0..<0)
    case .purchase(let purchase): Slots(general: anyPurchases, named: purchases[purchase.productID] ?? 0..<0)
    case .sessionStart: Slots(general: sessionStarts, named: 0..<0)
    case .pushClick(let campaign): Slots(general: anyPushClicks, named: campaign.flatMap { pushClicks[$0] } ?? 0..<0)
    }
  }

  /// Calls `body` for each campaign in the slots, best first and once, with the reason why its filters are false or nil when they are true.
  /// `now` is when the event happened, also for an event that is decided later: what a relative date is counted from.
  func forEachCandidate(in slots: Slots, of kind: Event.Kind, at now: Instant, _ body: (CampaignDefinition, FilterMiss?) -> Void) {
    var general = slots.general
    var named = slots.named
    while !general.isEmpty || !named.isEmpty {
      let generalRank = general.isEmpty ? Int.max : entries[general.lowerBound].campaign
      let namedRank = named.isEmpty ? Int.max : entries[named.lowerBound].campaign
      var miss: FilterMiss?
      if generalRank <= namedRank {
        miss = entries[general.lowerBound].miss(on: kind, at: now)
        general = (general.lowerBound + 1)..<general.upperBound
      }
      if namedRank <= generalRank {
        // The same campaign under both keys matches when either does.
        if generalRank != namedRank || miss != nil { miss = entries[named.lowerBound].miss(on: kind, at: now) }
        named = (named.lowerBound + 1)..<named.upperBound
      }
      body(campaigns[min(generalRank, namedRank)], miss)
    }
  }
}

extension TriggerIndex.Entry {
  /// nil when any filter is true or there is none; otherwise why the first one is false.
  func miss(on kind: Event.Kind, at now: Instant) -> FilterMiss? {
    switch kind {
    case .custom(_, let properties):
      miss {
        $0.evaluate(properties, at: now)
      } explain: {
        $0.explain(properties, at: now)
      }
    case .purchase(let purchase):
      miss {
        $0.evaluate(purchase, at: now)
      } explain: {
        $0.explain(purchase, at: now)
      }
    case .sessionStart, .pushClick: nil
    }
  }

  private func miss(evaluate: (FilterProgram) -> Bool, explain: (FilterProgram) -> FilterMiss?) -> FilterMiss? {
    for filter in filters where evaluate(filter) { return nil }
    return filters.first.flatMap(explain)
  }
}
