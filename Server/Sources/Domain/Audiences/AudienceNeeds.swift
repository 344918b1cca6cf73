// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What has to be read of a person to evaluate rules.
public struct AudienceNeeds: Hashable, Sendable {
  /// Keys of attributes.
  public private(set) var attributes: Set<String> = []
  /// Whether facts are needed: of the person, of the device that they used last, and of their push tokens.
  public private(set) var facts: Set<AudienceFact> = []
  /// The events, by kind and name. A name of nil: all of the kind.
  public private(set) var events: [EventName: Since] = [:]
  public private(set) var campaigns: Set<CampaignID> = []
  /// The campaigns whose conversions are needed.
  public private(set) var conversions: Set<CampaignID> = []
  /// Whether a random number is needed.
  public private(set) var isRandom = false
  /// The audiences in whose uploaded lists the person may be.
  public private(set) var lists: Set<AudienceID> = []

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
        within: within.flatMap { within in other.within.map { max(within, $0) } }, hasProperties: hasProperties || other.hasProperties)
    }
  }

  public init(_ subjects: [AudienceSubject]) {
    for subject in subjects {
      switch subject {
      case .attribute(let path, _): if let key = path.first { attributes.insert(key) }
      case .fact(let fact): facts.insert(fact)
      case .campaign(let id, .converted): conversions.insert(id)
      case .campaign(let id, .seen), .campaign(let id, .clicked): campaigns.insert(id)
      case .activity(let activity): add(activity)
      case .random: isRandom = true
      case .list(let id): lists.insert(id)
      }
    }
  }

  public var isEmpty: Bool {
    attributes.isEmpty && facts.isEmpty && events.isEmpty && campaigns.isEmpty && conversions.isEmpty && !isRandom && lists.isEmpty
  }

  private mutating func add(_ activity: AudienceActivity) {
    let name = EventName(kind: activity.kind, name: activity.name)
    var hasProperties = activity.filter != nil
    if case .sum = activity.measure { hasProperties = true }
    let since = Since(within: activity.within, hasProperties: hasProperties)
    events[name] = events[name].map { since.joined(with: $0) } ?? since
  }
}
