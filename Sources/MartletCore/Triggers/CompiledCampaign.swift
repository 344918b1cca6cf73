// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A campaign as decisions need it.
///
/// Immutable, and a class only so that handing it on costs one retain.
final class CompiledCampaign: Sendable {
  struct Cap: Sendable {
    var scope: CapScope
    var cap: FrequencyCap
  }

  /// An event that takes a delayed message back.
  struct Exception: Sendable {
    var key: TriggerIndexBuilder.Key
    var filter: FilterProgram?

    func matches(_ event: Event) -> Bool {
      guard key.names(event.kind) else { return false }
      guard let filter else { return true }
      return filter.accepts(event)
    }
  }

  let definition: CampaignDefinition
  /// nil when every trigger fires by itself.
  let program: TriggerProgram?
  let exceptions: ContiguousArray<Exception>
  /// Its own and the shared ones that count it.
  let caps: ContiguousArray<Cap>

  init(definition: CampaignDefinition, program: TriggerProgram?, exceptions: ContiguousArray<Exception>, caps: ContiguousArray<Cap>) {
    self.definition = definition
    self.program = program
    self.exceptions = exceptions
    self.caps = caps
  }

  /// An impression of the one may forbid one of the other.
  func sharesLimit(with other: CompiledCampaign) -> Bool {
    if definition.id == other.definition.id { return definition.reEligibility != .always || !caps.isEmpty }
    return caps.contains { cap in cap.scope != .campaign && other.caps.contains { $0.scope == cap.scope } }
  }
}

extension TriggerIndexBuilder.Key {
  /// True when an event of this kind is found under this key.
  func names(_ kind: Event.Kind) -> Bool {
    category == kind.category && (name == nil || name == kind.name)
  }
}

extension FilterProgram {
  /// True for an event without properties.
  func accepts(_ event: Event) -> Bool {
    event.kind.properties.map { evaluate($0, at: event.at) } ?? true
  }
}
