// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What one arm has more, or less, than another one.
///
/// A value can only come from an `ExperimentReadout`, which looks first whether there is enough to
/// compare.
public struct ArmComparison: Hashable, Sendable {
  public let view: ExperimentView
  /// How often such intervals hold the truth: over the whole experiment in the running view, at
  /// that moment in the final one.
  public let level: Double
  /// How many people are compared, in both arms.
  public let people: Int
  /// The arm's figure minus the other's, over epochs weighted by their people.
  public let difference: Estimate
  /// The root of the difference's variance. It is not public: with it, anybody could make a fixed
  /// interval before the final moment.
  let standardError: Double
  /// nil when control's mean is not clearly above 0. Its interval excludes 0 exactly when that of
  /// the difference does.
  public let uplift: Uplift?

  /// Whether the arm is ahead beyond doubt.
  public var isAhead: Bool { difference.interval.lower > 0 }
}

extension ArmComparison {
  /// The epochs' shares of the people of two arms. An epoch in which one of them is empty cannot be
  /// compared and has no weight. nil if no epoch can be.
  private static func weights(_ counts: [(arm: Int, baseline: Int)], atLeast least: Int) -> (
    weights: [Double], people: Int
  )? {
    let usable = counts.map { $0.arm >= least && $0.baseline >= least ? $0.arm + $0.baseline : 0 }
    let people = usable.reduce(0, +)
    guard people > 0 else { return nil }
    return (usable.map { Double($0) / Double(people) }, people)
  }

  /// nil when the arms have no epoch together.
  init?(
    _ arm: RateArm, _ baseline: RateArm, _ pair: ExperimentPlan.Pair, of plan: ExperimentPlan,
    final: FinalMoment?
  ) {
    let counts = zip(arm.epochs, baseline.epochs).map { (arm: $0.people, baseline: $1.people) }
    guard let (weights, people) = Self.weights(counts, atLeast: 1) else { return nil }
    let criterion = Criterion(pair, of: plan, people: people, final: final)
    let critical = criterion.normal
    let (treatment, control) = (
      arm.share(weights: weights, critical: critical), baseline.share(weights: weights, critical: critical)
    )
    self.init(
      view: criterion.view, level: criterion.level, people: people,
      difference: RateEffect.difference(treatment, control),
      standardError: (arm.variance(weights: weights) + baseline.variance(weights: weights)).squareRoot(),
      uplift: RateEffect.uplift(treatment, control))
  }

  /// nil when the arms have no epoch together, or the values of one arm do not vary.
  init?(
    _ arm: MeanArm, _ baseline: MeanArm, _ pair: ExperimentPlan.Pair, of plan: ExperimentPlan,
    final: FinalMoment?
  ) {
    let counts = zip(arm.epochs, baseline.epochs).map { (arm: $0?.people ?? 0, baseline: $1?.people ?? 0) }
    guard let (weights, people) = Self.weights(counts, atLeast: 2) else { return nil }
    let (spread, other) = (arm.variance(weights: weights), baseline.variance(weights: weights))
    guard spread.sum > 0, other.sum > 0 else { return nil }
    let criterion = Criterion(pair, of: plan, people: people, final: final)
    let critical = criterion.student(degrees: MeanEffect.degrees(of: spread.parts + other.parts))
    let treatment = MeanEffect.Side(mean: arm.mean(weights: weights), variance: spread.sum)
    let control = MeanEffect.Side(mean: baseline.mean(weights: weights), variance: other.sum)
    self.init(
      view: criterion.view, level: criterion.level, people: people,
      difference: MeanEffect.difference(treatment, control, critical: critical),
      standardError: (spread.sum + other.sum).squareRoot(),
      uplift: MeanEffect.uplift(treatment, control, critical: critical))
  }
}
