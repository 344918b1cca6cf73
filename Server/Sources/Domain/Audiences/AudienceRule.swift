// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Who is meant: a tree of conditions on a person.
///
/// The conditions compare like the filters of triggers: the same operations, the same types, the
/// same treatment of missing values. What a condition compares is its subject. Missing is, for
/// example, an attribute that was never set, and the time of something that never happened.
public indirect enum AudienceRule: Hashable, Sendable {
  case all([AudienceRule])
  case any([AudienceRule])
  case not(AudienceRule)
  case condition(AudienceCondition)
  /// The people of another audience.
  case audience(AudienceID)

  /// The deepest nesting of `all`, `any`, `not`, other audiences and filters, together.
  public static let maximumDepth = Filter.maximumDepth
  /// The most conditions of a rule, with those of the audiences that it names.
  public static let maximumConditions = Filter.maximumComparisons

  /// Everybody.
  public static let everybody = AudienceRule.all([])

  /// All conditions, in the order in which they stand.
  public var conditions: [AudienceCondition] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
    case .not(let part): part.conditions
    case .condition(let condition): [condition]
    case .audience: []
    }
  }

  /// The campaigns that it names itself, also as surveys.
  public var campaigns: Set<CampaignID> {
    Set(
      conditions.compactMap { condition in
        switch condition.subject {
        case .campaign(let id, _): id
        case .activity(let activity): activity.survey
        default: nil
        }
      })
  }

  /// The audiences that it names itself, also by their lists.
  public var audiences: Set<AudienceID> {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.audiences) }
    case .not(let part): part.audiences
    case .condition(let condition): if case .list(let id) = condition.subject { [id] } else { [] }
    case .audience(let id): [id]
    }
  }
}

/// A comparison of something that is known about a person.
public struct AudienceCondition: Hashable, Sendable {
  public var subject: AudienceSubject
  public var operation: Comparison.Operation

  public init(_ subject: AudienceSubject, _ operation: Comparison.Operation) {
    self.subject = subject
    self.operation = operation
  }
}

/// The id of a stored audience.
public struct AudienceID: RawRepresentable, Hashable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
  public var description: String { rawValue }
}
