// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Conditions that certainly nobody matches together, such as two different plans at once. There may be more than it finds: it knows nothing of the
/// audiences that a rule names.
struct AudienceContradiction {
  /// The places of two conditions in the group, the earlier one first; without the first if it takes more than two, or if one never holds.
  let places: (Int?, Int)

  /// The first contradiction of a group of which all parts must hold.
  init?(in parts: [AudienceRule]) {
    let filters = parts.map(\.outline)
    func isOne(_ filters: [Filter]) -> Bool { FilterContradiction.reason(.all(filters)) != nil }
    guard isOne(filters), let second = filters.indices.first(where: { isOne(Array(filters[...$0])) }) else { return nil }
    places = (filters[..<second].indices.first { isOne([filters[$0], filters[second]]) }, second)
  }
}

extension AudienceRule {
  /// The rule as a filter on its subjects, in which an audience is a subject like any other.
  fileprivate var outline: Filter {
    switch self {
    case .all(let parts): .all(parts.map(\.outline))
    case .any(let parts): .any(parts.map(\.outline))
    case .not(let part): .not(part.outline)
    case .audience(let id): .compare(Comparison(path: ["audience", id.rawValue], operation: .equals(true)))
    case .condition(let condition):
      condition.subject.limits.reduce(condition.outline) { outline, limit in
        .all([outline, .compare(Comparison(path: condition.path, operation: limit))])
      }
    }
  }
}

extension AudienceCondition {
  /// Different for different subjects.
  fileprivate var path: [String] { ["condition", String(describing: subject)] }

  fileprivate var outline: Filter {
    .compare(Comparison(path: path, operation: subject.isVersion ? operation.ordered : operation))
  }
}

extension AudienceSubject {
  /// What every value fulfils.
  fileprivate var limits: [Comparison.Operation] {
    switch self {
    case .random: [.between(.value(0), .value(9_999))]
    // Sums can be negative.
    case .activity(let activity) where activity.measure != .count: []
    default: traits.type == .count ? [.greaterOrEqual(.value(0))] : []
    }
  }
}
