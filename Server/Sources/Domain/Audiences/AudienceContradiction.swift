// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Why certainly nobody matches a rule, such as two different plans at once. There may be more than
/// it finds: it knows nothing of the audiences that a rule names.
///
/// It is asked when somebody writes a rule. A stored rule is evaluated as it is: nobody matches it,
/// and nothing else is lost.
struct AudienceContradiction {
  /// The place of a condition in the outermost group that never holds with those before it. nil if
  /// the rule is no such group.
  let place: Int?
  /// With which it never holds.
  let others: Others

  enum Others { case none, one(Int), several }

  init?(_ rule: AudienceRule) {
    func isOne(_ parts: [AudienceRule]) -> Bool {
      let subjects = Set(parts.flatMap(\.conditions).map(\.subject))
      let limits = subjects.flatMap { subject in
        subject.limits.map { Filter.compare(Comparison(path: subject.path, operation: $0)) }
      }
      return FilterContradiction.reason(.all(parts.map(\.outline) + limits)) != nil
    }
    guard isOne([rule]) else { return nil }
    guard case .all(let parts) = rule, !parts.isEmpty else {
      (place, others) = (nil, .none)
      return
    }
    // More parts never make it possible again, so the one that makes it impossible is found by
    // halving.
    var (possible, impossible) = (0, parts.count)
    while impossible - possible > 1 {
      let middle = (possible + impossible) / 2
      if isOne(Array(parts[..<middle])) { impossible = middle } else { possible = middle }
    }
    place = possible
    let last = parts[possible]
    others =
      isOne([last])
      ? .none : parts[..<possible].indices.first { isOne([parts[$0], last]) }.map { .one($0) } ?? .several
  }
}

extension AudienceRule {
  /// What keeps everybody out of it; nil if somebody may match.
  ///
  /// - Parameter path: Where the rule is written.
  public func neverTrue(at path: String) -> Diagnostic? {
    guard let contradiction = AudienceContradiction(self) else { return nil }
    guard let place = contradiction.place else {
      return Diagnostic(
        field: path, code: "rule_never_true", message: "Nobody can match this.",
        remedy: "Change it, or remove it to mean everybody.")
    }
    let (message, remedy) =
      switch contradiction.others {
      case .none: ("Nobody can match this.", "Change it, or remove it.")
      case .one(let other):
        (
          "Nobody can match this and condition \(other + 1) at once.",
          "Change one of them, or use any instead of all."
        )
      case .several:
        (
          "Nobody can match this and the conditions before it at once.",
          "Change one of them, or use any instead of all."
        )
      }
    return Diagnostic(
      field: "\(path).all[\(place)]", code: "rule_never_true", message: message, remedy: remedy)
  }

  /// The rule as a filter on its subjects, in which an audience is a subject like any other.
  fileprivate var outline: Filter {
    switch self {
    case .all(let parts): .all(parts.map(\.outline))
    case .any(let parts): .any(parts.map(\.outline))
    case .not(.not(let part)): part.outline
    case .not(let part): .not(part.outline)
    case .audience(let id): .compare(Comparison(path: ["audience", id.rawValue], operation: .equals(true)))
    case .condition(let condition):
      .compare(
        Comparison(
          path: condition.subject.path,
          operation: condition.subject.isVersion ? condition.operation.ordered : condition.operation))
    }
  }
}

extension AudienceSubject {
  /// Different for different subjects.
  fileprivate var path: [String] { ["condition", String(describing: self)] }

  /// What every value fulfils.
  fileprivate var limits: [Comparison.Operation] {
    switch self {
    case .random: [.between(.value(0), .value(9_999))]
    case .activity(let activity):
      // What no event matches never happens.
      if let filter = activity.filter, FilterContradiction.reason(filter) != nil {
        activity.measure.traits.ofOthers.map { [.equals($0)] } ?? [.doesNotExist]
      } else {
        // Sums can be negative.
        activity.measure == .count ? [.greaterOrEqual(.value(0))] : []
      }
    default: traits.type == .count ? [.greaterOrEqual(.value(0))] : []
    }
  }
}
