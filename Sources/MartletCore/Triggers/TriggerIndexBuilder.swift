// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Compiles definitions for a `TriggerIndex`. The order in which they are added changes nothing.
struct TriggerIndexBuilder {
  enum Key: Hashable {
    case sessionStart
    case pushClick(CampaignID?)
    case purchase(productID: String?)
    case customEvent(String)
  }

  private let compilePattern: PatternCompiler
  private var definitions: [CampaignID: CampaignDefinition] = [:]
  private var duplicates: [CampaignID: Int] = [:]
  private(set) var rejections: [TriggerIndex.Rejection] = []
  private(set) var slots: [Key: [TriggerIndex.Entry]] = [:]

  init(compilePattern: @escaping PatternCompiler) {
    self.compilePattern = compilePattern
  }

  /// Of several definitions with one id the highest version counts.
  mutating func add(_ definition: CampaignDefinition) {
    guard let known = definitions[definition.id], known.version >= definition.version else {
      definitions[definition.id] = definition
      return
    }
    if known.version == definition.version && known != definition { duplicates[definition.id] = definition.version }
  }

  /// When each campaign that was added ends.
  var endings: [CampaignID: Instant?] { definitions.mapValues(\.endsAt) }

  /// Compiles what was added and returns the definitions that can take part, best first.
  mutating func finish() -> ContiguousArray<CampaignDefinition> {
    var campaigns: ContiguousArray<CampaignDefinition> = []
    for definition in definitions.values.sorted(by: TriggerIndex.isBetter) {
      var diagnostics: [CampaignDiagnostic] = []
      if duplicates[definition.id] == definition.version { diagnostics.append(.duplicate) }
      if definition.triggers.isEmpty { diagnostics.append(.noTrigger) }
      let triggers = compile(definition.triggers, &diagnostics)
      guard diagnostics.isEmpty else {
        rejections.append(TriggerIndex.Rejection(campaign: definition.id, diagnostics: diagnostics))
        continue
      }
      for (key, filter) in triggers { place(filter, under: key, campaign: campaigns.count) }
      campaigns.append(definition)
    }
    rejections.sort { $0.campaign < $1.campaign }
    return campaigns
  }

  private func compile(_ triggers: [Trigger], _ diagnostics: inout [CampaignDiagnostic]) -> [(Key, FilterProgram?)] {
    triggers.enumerated().map { position, trigger in
      let (key, filter): (Key, Filter?) =
        switch trigger {
        case .sessionStart: (.sessionStart, nil)
        case .pushClick(let campaign): (.pushClick(campaign), nil)
        case .anyPurchase(let filter): (.purchase(productID: nil), filter)
        case .purchase(let productID, let filter): (.purchase(productID: productID), filter)
        case .customEvent(let name, let filter): (.customEvent(name), filter)
        }
      guard let filter else { return (key, nil) }
      do throws(InvalidFilter) {
        return (key, try FilterProgram(filter, compilePattern: compilePattern))
      } catch {
        diagnostics += error.diagnostics.map { .filter(trigger: position, $0) }
        return (key, nil)
      }
    }
  }

  private mutating func place(_ filter: FilterProgram?, under key: Key, campaign: Int) {
    var slot = slots.removeValue(forKey: key) ?? []
    if let last = slot.last, last.campaign == campaign {
      // No condition beside a condition: no condition.
      if filter == nil || last.filters.isEmpty {
        slot[slot.count - 1].filters = []
      } else if let filter {
        slot[slot.count - 1].filters.append(filter)
      }
    } else {
      slot.append(TriggerIndex.Entry(campaign: campaign, filters: filter.map { [$0] } ?? []))
    }
    slots[key] = slot
  }
}
