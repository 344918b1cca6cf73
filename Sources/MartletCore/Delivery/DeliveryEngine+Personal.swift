// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Attributes that change, and audiences that people enter and leave: what differs from what was
/// known is an event.
extension DeliveryEngine {
  /// Whether this is a change of an attribute that a trigger waits for, or may wait for once
  /// definitions arrive. If not, `Input.attributeNoted` is enough.
  public func awaits(_ change: Event.AttributeChange, of key: String) -> Bool {
    isEvent(.attribute(key: key, change)) && mayListen(toAttribute: key)
  }

  private func mayListen(toAttribute key: String) -> Bool {
    index.map { !$0.places(of: .attribute(key: key, .removed)).isEmpty } ?? true
  }

  /// What `Input.attributeNoted` takes.
  public static func attributeMark(_ change: Event.AttributeChange) -> UInt64 {
    KnownAttributes.mark(of: change)
  }

  /// Whether the server has named audiences: then it is also of interest that it names none any
  /// more.
  public var knowsAudiences: Bool { !kept.memory.audiences.isEmpty }

  /// False for an attribute that is set to the value that it has.
  func isEvent(_ kind: Event.Kind) -> Bool {
    guard case .attribute(let key, let change) = kind else { return true }
    return kept.memory.attributes.isChange(key, to: KnownAttributes.mark(of: change))
  }

  /// Remembers what an attribute is set to. Returns false for what is no event: no change, or one
  /// that no trigger waits for.
  mutating func noteAttribute(of event: Event) -> Bool {
    guard case .attribute(let key, let change) = event.kind else { return true }
    guard !kept.recent.ids.contains(event.id) else { return false }
    return kept.memory.attributes.note(key, KnownAttributes.mark(of: change)) && mayListen(toAttribute: key)
  }

  mutating func receive(_ audiences: [String: Bool], _ effects: inout [Effect]) {
    let known = kept.memory.audiences
    kept.memory.audiences = audiences
    for (audience, isMember) in audiences.inOrder(by: { $0.key < $1.key }) {
      guard let wasMember = known[audience], wasMember != isMember else { continue }
      effects.append(.memberChanged(isMember ? .audienceEntry(audience) : .audienceExit(audience)))
    }
  }
}
