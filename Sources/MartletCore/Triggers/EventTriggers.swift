// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The triggers of one campaign, for whoever sees each event on its own and keeps nothing about the
/// person: a server that sends pushes on events.
///
/// Groups and counts need the person's earlier events, which only the device's engine has.
public struct EventTriggers: Sendable {
  private let triggers: ContiguousArray<CompiledCampaign.Listener>
  private let exceptions: ContiguousArray<CompiledCampaign.Listener>
  /// The positions in `triggers` of the definition that need what only a device knows: earlier
  /// events, or what an attribute was set to before. They never match.
  public let unsupported: [Int]

  /// Compiles the triggers and exceptions of a definition. Filters that are not valid never match.
  public init(_ definition: CampaignDefinition, compilePattern: @escaping PatternCompiler) {
    func listener(_ trigger: Trigger) -> CompiledCampaign.Listener? {
      guard Self.isSupported(trigger), case .event(let category, let name, let filter) = trigger else {
        return nil
      }
      let key = TriggerIndexBuilder.Key(category: category, name: name)
      guard let filter else { return CompiledCampaign.Listener(key: key) }
      return (try? FilterProgram(filter, compilePattern: compilePattern)).map {
        CompiledCampaign.Listener(key: key, filter: $0)
      }
    }
    triggers = ContiguousArray(definition.triggers.compactMap(listener))
    exceptions = ContiguousArray(definition.exceptions.compactMap(listener))
    unsupported = definition.triggers.indices.filter { !Self.isSupported(definition.triggers[$0]) }
  }

  private static func isSupported(_ trigger: Trigger) -> Bool {
    if case .event(let category, _, _) = trigger { category != .attribute } else { false }
  }

  /// Whether any of the triggers fires.
  public func fires(on event: Event) -> Bool { triggers.contains { $0.matches(event) } }

  /// Whether the event cancels what an earlier event fired and what is still delayed.
  public func excepts(_ event: Event) -> Bool { exceptions.contains { $0.matches(event) } }
}
