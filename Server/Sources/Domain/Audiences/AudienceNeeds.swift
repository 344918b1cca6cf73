// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What has to be read of a person to evaluate rules.
public struct AudienceNeeds: Hashable, Sendable {
  /// Keys of attributes.
  public private(set) var attributes: Set<String> = []
  /// The events, by kind and name. A name of nil: all of the kind.
  public private(set) var events: [EventName: Since] = [:]
  /// The subjects that have a value of their own: all others.
  public private(set) var values: [AudienceSubject.Kind: Set<AudienceSubject>] = [:]

  public struct EventName: Hashable, Sendable {
    public var kind: AudienceActivity.Kind
    public var name: String?

    public init(kind: AudienceActivity.Kind, name: String?) { (self.kind, self.name) = (kind, name) }
  }

  public struct Since: Hashable, Sendable {
    /// The longest time before now that counts. nil: all that is stored.
    public var within: Duration?
    /// Whether the properties are needed, and not only the times.
    public var hasProperties: Bool

    /// What both need.
    public func joined(with other: Since) -> Since {
      Since(
        within: within.flatMap { within in other.within.map { max(within, $0) } },
        hasProperties: hasProperties || other.hasProperties)
    }
  }

  public init(_ subjects: [AudienceSubject]) {
    for subject in subjects {
      switch subject {
      case .attribute(let path, _): if let key = path.first { attributes.insert(key) }
      case .activity(let activity): add(activity)
      default: values[subject.kind, default: []].insert(subject)
      }
    }
  }

  public var isEmpty: Bool { attributes.isEmpty && events.isEmpty && values.isEmpty }

  /// Whether the value of the subject is needed. False for attributes and activities.
  public func contains(_ subject: AudienceSubject) -> Bool {
    values[subject.kind]?.contains(subject) ?? false
  }

  /// What is needed of what is known about every person.
  public var facts: Set<AudienceFact> {
    Set((values[.fact] ?? []).compactMap { if case .fact(let fact) = $0 { fact } else { nil } })
  }

  private mutating func add(_ activity: AudienceActivity) {
    let name = EventName(kind: activity.kind, name: activity.name)
    var hasProperties = activity.filter != nil
    if case .sum = activity.measure { hasProperties = true }
    let since = Since(within: activity.within, hasProperties: hasProperties)
    events[name] = events[name].map { since.joined(with: $0) } ?? since
  }
}
