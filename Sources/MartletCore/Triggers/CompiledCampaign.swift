// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

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
      guard key.category == event.kind.category, key.name == nil || key.name == event.kind.name else { return false }
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

  init(definition: CampaignDefinition, program: TriggerProgram?, exceptions: ContiguousArray<Listener>, caps: ContiguousArray<Cap>) {
    self.definition = definition
    self.program = program
    self.exceptions = exceptions
    self.caps = caps
  }

  /// True if an impression of one campaign can rule out an impression of the other.
  func sharesLimit(with other: CompiledCampaign) -> Bool {
    if definition.id == other.definition.id { return definition.reEligibility != .always || !caps.isEmpty }
    return caps.contains { cap in cap.scope != .campaign && other.caps.contains { $0.scope == cap.scope } }
  }
}
