// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What is fixed before an experiment starts, and decides how sure its figures are.
///
/// All figures of an experiment together are wrong about a difference that is not there in at most
/// 5 of 100 experiments: 1 for the running view, however often somebody looks, and 4 for the final
/// one. Several comparisons share these chances equally (Bonferroni).
public struct ExperimentPlan: Hashable, Sendable {
  /// Two arms that are compared, by their indices.
  public struct Pair: Hashable, Sendable {
    public let arm: Int
    /// Control, or in an experiment without control another arm.
    public let baseline: Int
  }

  /// At least 2.
  public let armCount: Int
  /// Whether the first arm is a control, with which all others are compared. Without one, all arms
  /// are compared with each other.
  public let hasControl: Bool
  /// For each arm, how many people it must have for the final view. nil: there is no final view.
  public let people: [Int]?

  /// The fewest days before the final view and before an automatic winner. Both also need whole
  /// weeks.
  public static let fewestDays = 14
  /// How often an experiment says that there is a difference where there is none, at most: the
  /// running view and the final view together.
  public static let error = 0.05
  static let runningError = 0.01
  static let finalError = error - runningError

  /// Creates a plan.
  ///
  /// - Throws: `ExperimentPlanError` unless there are at least two arms, and a number of at least 1
  ///   for each of them if there are any.
  public init(armCount: Int, hasControl: Bool = true, people: [Int]? = nil) throws(ExperimentPlanError) {
    guard armCount >= 2 else { throw .hasTooFewArms }
    if let people, people.count != armCount || people.contains(where: { $0 < 1 }) { throw .hasWrongPeople }
    self.armCount = armCount
    self.hasControl = hasControl
    self.people = people
  }

  /// What is compared with what.
  public var pairs: [Pair] {
    let baselines = hasControl ? 0..<1 : 0..<armCount
    return baselines.flatMap { baseline in (baseline + 1..<armCount).map { Pair(arm: $0, baseline: baseline) }
    }
  }

  var runningAlpha: Double { Self.runningError / Double(pairs.count) }
  var finalAlpha: Double { Self.finalError / Double(pairs.count) }

  /// Where the running view of a pair is narrowest.
  func plannedPeople(of pair: Pair) -> Int {
    people.map { $0[pair.arm] + $0[pair.baseline] } ?? ConfidenceSequence.usualPeople
  }
}

/// Why there cannot be such a plan.
public enum ExperimentPlanError: Error, Hashable, Sendable {
  case hasTooFewArms
  /// Not one number of at least 1 for each arm.
  case hasWrongPeople
}
