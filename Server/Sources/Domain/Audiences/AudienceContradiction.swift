// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Why certainly nobody matches a rule, such as two different plans at once. There may be more than it finds: it knows nothing of the audiences that a
/// rule names.
///
/// It is asked when somebody writes a rule. A stored rule is evaluated as it is: nobody matches it, and nothing else is lost.
struct AudienceContradiction {
  /// The places of two conditions in the outermost group, the earlier one first; without the first if it takes more than two, or if one never holds.
  /// nil if the rule is no such group.
  let places: (Int?, Int)?

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
      places = nil
      return
    }
    // More parts never make it possible again, so the one that makes it impossible is found by halving.
    var (possible, impossible) = (0, parts.count)
    while impossible - possible > 1 {
      let middle = (possible + impossible) / 2
      if isOne(Array(parts[..<middle])) { impossible = middle } else { possible = middle }
    }
    places = (parts[..<possible].indices.first { isOne([parts[$0], parts[possible]]) }, possible)
  }
}

extension AudienceRule {
  /// What keeps everybody out of it; nil if somebody may match.
  ///
  /// - Parameter path: Where the rule is written.
  public func neverTrue(at path: String) -> Diagnostic? {
    guard let contradiction = AudienceContradiction(self) else { return nil }
    guard let (first, second) = contradiction.places else {
      return Diagnostic(
        field: path, code: "rule_never_true", message: "Nobody can match this.", remedy: "Change it, or remove it to mean everybody.")
    }
    let others = first.map { "condition \($0 + 1)" } ?? "the conditions before it"
    return Diagnostic(
      field: "\(path).all[\(second)]", code: "rule_never_true",
      message: second == 0 ? "Nobody can match this." : "Nobody can match this and \(others) at once.",
      remedy: "Change one of them, or use any instead of all.")
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
          path: condition.subject.path, operation: condition.subject.isVersion ? condition.operation.ordered : condition.operation))
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
