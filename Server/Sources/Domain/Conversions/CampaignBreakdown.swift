// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The people who saw a campaign, by something that the device which they used last says of itself:
/// its system, the app's version, its language.
///
/// Each person is in one group. It is what the device said last, not what it said when they saw the
/// campaign.
public struct CampaignBreakdown: Hashable, Sendable {
  public let fact: AudienceFact
  /// The groups with the most people first. At most `mostGroups` values, then all others together,
  /// then the people whose device did not say.
  public let groups: [Group]

  public struct Group: Hashable, Sendable {
    public var name: Name
    /// People who saw it in the period.
    public var shown = 0
    /// Those of them who clicked in the period.
    public var clicked = 0
    /// Those of them who converted, as `Attribution` counts.
    public var converted = 0

    public init(_ name: Name, shown: Int = 0, clicked: Int = 0, converted: Int = 0) {
      (self.name, self.shown, self.clicked, self.converted) = (name, shown, clicked, converted)
    }
  }

  public enum Name: Hashable, Sendable {
    case value(String)
    /// So many other values.
    case others(Int)
    case unknown
  }

  /// What it can be by: everything that a device says.
  public static let facts = AudienceFact.allCases.filter { $0.deviceField != nil }
  public static let mostGroups = 20

  public init(fact: AudienceFact, groups: [Group]) { (self.fact, self.groups) = (fact, groups) }
}

extension CampaignBreakdown {
  /// Counts people into groups.
  public struct Tally {
    private let fact: AudienceFact
    private var groups: [Name: Group] = [:]

    public init(by fact: AudienceFact) { self.fact = fact }

    /// Adds somebody who saw the campaign.
    ///
    /// - Parameter field: What the device's field (`AudienceFact.deviceField`) says; nil if it says
    ///   nothing.
    public mutating func add(field: String?, clicked: Bool, converted: Bool) {
      let name = fact.value(ofField: field)?.text.map(Name.value) ?? .unknown
      var group = groups[name] ?? Group(name)
      group.add(Group(name, shown: 1, clicked: clicked ? 1 : 0, converted: converted ? 1 : 0))
      groups[name] = group
    }

    public var breakdown: CampaignBreakdown {
      let known = groups.values.compactMap { group -> (value: String, group: Group)? in
        if case .value(let value) = group.name { (value, group) } else { nil }
      }.sorted { (-$0.group.shown, $0.value) < (-$1.group.shown, $1.value) }.map(\.group)
      var rows = Array(known.prefix(mostGroups))
      let rest = known.dropFirst(mostGroups)
      if !rest.isEmpty { rows.append(rest.reduce(into: Group(.others(rest.count))) { $0.add($1) }) }
      return CampaignBreakdown(fact: fact, groups: rows + [groups[.unknown]].compactMap(\.self))
    }
  }
}

extension CampaignBreakdown.Group {
  fileprivate mutating func add(_ other: Self) {
    shown += other.shown
    clicked += other.clicked
    converted += other.converted
  }
}

extension Value {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
