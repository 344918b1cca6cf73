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

  /// What stands under one key.
  struct Draft {
    var entries: [TriggerIndex.Entry] = []
    var tape = FilterTapeBuilder()

    mutating func add(_ listener: CampaignCompiler.Listener, campaign: Int) {
      if entries.last?.campaign != campaign { entries.append(TriggerIndex.Entry(campaign: campaign)) }
      entries[entries.count - 1].add(listener, to: &tape)
    }
  }

  private let compilePattern: PatternCompiler
  private let caps: [SharedCap]
  private var definitions: [CampaignID: CampaignDefinition] = [:]
  private var duplicates: [CampaignID: Int] = [:]
  private(set) var rejections: [TriggerIndex.Rejection] = []
  private(set) var slots: [Key: Draft] = [:]

  init(caps: [SharedCap], compilePattern: @escaping PatternCompiler) {
    self.caps = caps
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

  /// Compiles what was added and returns the campaigns that can take part, best first.
  mutating func finish() -> ContiguousArray<CompiledCampaign> {
    var campaigns: ContiguousArray<CompiledCampaign> = []
    for definition in definitions.values.sorted(by: { $0.comesBefore($1) }) {
      var compiler = CampaignCompiler(compilePattern: compilePattern)
      let campaign = compiler.compile(definition, caps: caps)
      var diagnostics = compiler.diagnostics
      if duplicates[definition.id] == definition.version { diagnostics.insert(.duplicate, at: 0) }
      guard diagnostics.isEmpty else {
        rejections.append(TriggerIndex.Rejection(campaign: definition.id, diagnostics: diagnostics))
        continue
      }
      for listener in compiler.listeners { slots[listener.key, default: Draft()].add(listener, campaign: campaigns.count) }
      campaigns.append(campaign)
    }
    rejections.sort { $0.campaign < $1.campaign }
    return campaigns
  }
}
