// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What may be shown of one metric of an experiment, at these counts and at this moment.
///
/// It is the only way to a comparison. Small numbers stay small numbers: below 30 people there are
/// only counts, below 5 conversions only the arms' own figures. After that, the running view can be
/// read at any time. The final view exists only at its moment. If people are not split as planned,
/// nothing is compared.
public struct ExperimentReadout: Hashable, Sendable {
  /// One arm by itself.
  public struct Arm: Hashable, Sendable {
    public let people: Int
    /// People who converted; of a mean, people whose value is not 0.
    public let conversions: Int
    /// The arm's own figure with its 95% interval, over epochs weighted by the people of all arms.
    /// nil as long as there is too little, and when the split is broken.
    public let estimate: Estimate?
  }

  /// What two arms say together.
  public struct Comparison: Hashable, Sendable {
    public let pair: ExperimentPlan.Pair
    public let reading: Reading
  }

  public let plan: ExperimentPlan
  /// In the order of their indices.
  public let arms: [Arm]
  /// One for each pair of the plan.
  public let comparisons: [Comparison]
  /// nil as long as there are too few people to know.
  public let sampleRatio: SampleRatio?
  private let standing: BestChance.Standing?

  /// How likely each arm is the best. nil unless all pairs can be compared. It is computed each
  /// time.
  public var chances: [BestChance]? { standing?.chances }

  /// People that each of two arms needs before anything but counts is shown.
  public static let fewestPeople = 30
  /// Conversions, and people without one, that each of two arms needs before they are compared.
  public static let fewestConversions = 5
  /// People with a value other than 0 that each of two arms needs before their means are compared.
  public static let fewestContributors = 30
  /// The same for the smaller arm of two that are uneven: large values then pull the means apart.
  public static let fewestContributorsOfUneven = 300
  /// Two arms are uneven if one has more people than so many times the other's. It lies between the
  /// ratios that teams plan (2 to 1, 3 to 1), so that chance does not decide whether revenue of
  /// 20%, 40% and 40% is compared.
  public static let unevenRatio = 2.5

  /// Reads a rate: conversions.
  ///
  /// - Parameters:
  ///   - arms: In the order of the plan, control first.
  ///   - sampleRatio: The split of the same people.
  ///   - final: The moment of the plan. The final view is only given for exactly the people that
  ///     the moment counted.
  /// - Throws: `ExperimentReadoutError` unless there is one arm for each of the plan, all with the
  ///   same number of epochs.
  public init(
    rates arms: [RateArm], plan: ExperimentPlan, sampleRatio: SampleRatio?, final: FinalMoment? = nil
  )
    throws(ExperimentReadoutError)
  {
    try Self.check(arms.map(\.epochs.count), plan)
    let final = final.flatMap { $0.people == arms.map(\.people) ? $0 : nil }
    let counts = arms[0].epochs.indices.map { epoch in arms.map { $0.epochs[epoch].people } }
    let weights = arms.indices.map { Self.weights(counts, of: $0, atLeast: 1) }
    let own = zip(arms, weights).map { arm, weights in
      weights.map { arm.share(weights: $0, critical: Rate.critical) }
    }
    self.init(
      plan, sampleRatio,
      arms: zip(arms, own).map {
        Arm(people: $0.people, conversions: $0.successes, estimate: $0.people >= Self.fewestPeople ? $1 : nil)
      },
      reading: { pair in
        let two = [arms[pair.arm], arms[pair.baseline]]
        if two.contains(where: { $0.people < Self.fewestPeople }) { return .tooEarly }
        if two.contains(where: { $0.successes < Self.fewestConversions }) { return .armsOnly(.conversions) }
        if two.contains(where: { $0.people - $0.successes < Self.fewestConversions }) {
          return .armsOnly(.peopleWithoutConversion)
        }
        return Reading(ArmComparison(two[0], two[1], pair, of: plan, final: final))
      },
      standing: arms.allSatisfy { $0.epochs.count == 1 }
        ? .rates(arms.map { $0.epochs[0] })
        : .means(
          arms.indices.compactMap { index in
            guard let value = own[index]?.value, let weights = weights[index] else { return nil }
            return MeanEffect.Side(mean: value, variance: arms[index].variance(weights: weights))
          }))
  }

  /// Reads a mean, such as revenue per person or revenue per order. Decide on capped revenue, and
  /// show the raw one beside it.
  ///
  /// - Parameters:
  ///   - arms: In the order of the plan, control first.
  ///   - sampleRatio: The split of the same people.
  ///   - final: The moment of the plan. The final view is only given for exactly the people that
  ///     the moment counted.
  /// - Throws: `ExperimentReadoutError` unless there is one arm for each of the plan, all with the
  ///   same number of epochs.
  public init(
    means arms: [MeanArm], plan: ExperimentPlan, sampleRatio: SampleRatio?, final: FinalMoment? = nil
  )
    throws(ExperimentReadoutError)
  {
    try Self.check(arms.map(\.epochs.count), plan)
    let final = final.flatMap { $0.people == arms.map(\.people) ? $0 : nil }
    let counts = arms[0].epochs.indices.map { epoch in arms.map { $0.epochs[epoch]?.people ?? 0 } }
    let weights = arms.indices.map { Self.weights(counts, of: $0, atLeast: 2) }
    let own = zip(arms, weights).map { arm, weights in
      weights.map { (mean: arm.mean(weights: $0), variance: arm.variance(weights: $0)) }
    }
    self.init(
      plan, sampleRatio,
      arms: zip(arms, own).map { arm, own in
        let isEnough = arm.people >= Self.fewestPeople && arm.contributors >= Self.fewestContributors
        return Arm(
          people: arm.people, conversions: arm.contributors,
          estimate: isEnough ? own.flatMap { Self.estimate(mean: $0.mean, parts: $0.variance.parts) } : nil)
      },
      reading: { pair in
        let two = [arms[pair.arm], arms[pair.baseline]]
        if two.contains(where: { $0.people < Self.fewestPeople }) { return .tooEarly }
        if two.contains(where: { $0.contributors < Self.fewestContributors }) {
          return .armsOnly(.contributors)
        }
        let (small, large) = two[0].people <= two[1].people ? (two[0], two[1]) : (two[1], two[0])
        if Double(large.people) > Self.unevenRatio * Double(small.people),
          small.contributors < Self.fewestContributorsOfUneven
        {
          return .armsOnly(.contributorsOfUneven)
        }
        return Reading(ArmComparison(two[0], two[1], pair, of: plan, final: final))
      },
      standing: .means(
        own.compactMap { own in own.map { MeanEffect.Side(mean: $0.mean, variance: $0.variance.sum) } }))
  }

  private init(
    _ plan: ExperimentPlan, _ sampleRatio: SampleRatio?, arms: [Arm],
    reading: (ExperimentPlan.Pair) -> Reading,
    standing: BestChance.Standing
  ) {
    self.plan = plan
    self.sampleRatio = sampleRatio
    // Two rates beside each other are a comparison, too.
    self.arms =
      sampleRatio?.isAlarm == true
      ? arms.map { Arm(people: $0.people, conversions: $0.conversions, estimate: nil) } : arms
    comparisons = plan.pairs.map { pair in
      if let sampleRatio, sampleRatio.isAlarm {
        return Comparison(pair: pair, reading: .mismatch(sampleRatio))
      }
      return Comparison(pair: pair, reading: reading(pair))
    }
    self.standing = comparisons.allSatisfy { $0.reading.comparison != nil } ? standing : nil
  }

  private static func check(_ epochs: [Int], _ plan: ExperimentPlan) throws(ExperimentReadoutError) {
    guard epochs.count == plan.armCount else { throw .hasWrongArms }
    guard Set(epochs).count == 1, epochs[0] > 0 else { throw .hasWrongEpochs }
  }

  /// What share of all people each epoch has, without those in which the arm is empty. nil if it
  /// always is.
  private static func weights(_ counts: [[Int]], of arm: Int, atLeast least: Int) -> [Double]? {
    let usable = counts.map { $0[arm] >= least ? $0.reduce(0, +) : 0 }
    let people = usable.reduce(0, +)
    return people > 0 ? usable.map { Double($0) / Double(people) } : nil
  }

  private static func estimate(mean: Double, parts: [(variance: Double, degrees: Double)]) -> Estimate? {
    let variance = parts.reduce(0) { $0 + $1.variance }
    guard variance > 0 else { return nil }
    let half =
      StudentDistribution(degrees: MeanEffect.degrees(of: parts)).critical(0.05) * variance.squareRoot()
    return Estimate(mean, Interval(mean - half, mean + half))
  }
}

/// Why arms cannot be read.
public enum ExperimentReadoutError: Error, Hashable, Sendable {
  /// Not one for each arm of the plan.
  case hasWrongArms
  /// None, or different numbers of them.
  case hasWrongEpochs
}

/// What two arms say together.
public enum Reading: Hashable, Sendable {
  /// People are not split as planned. Show counts and the alarm.
  case mismatch(SampleRatio)
  /// Too few people. Show counts.
  case tooEarly
  /// Something is missing for a comparison. Show each arm's own figure.
  case armsOnly(Lack)
  /// Show the difference and the uplift, in the view that the comparison names.
  case compared(ArmComparison)

  init(_ comparison: ArmComparison?) { self = comparison.map(Reading.compared) ?? .armsOnly(.common) }

  /// What is missing in one of two arms that have enough people.
  public enum Lack: Hashable, Sendable, CaseIterable {
    /// Fewer than 5 conversions.
    case conversions
    /// Fewer than 5 people without a conversion.
    case peopleWithoutConversion
    /// Of a mean: fewer than 30 people with a value.
    case contributors
    /// Of a mean: fewer than 300 people with a value, in the much smaller arm of two.
    case contributorsOfUneven
    /// The arms were never open at the same time, or the values of one do not vary.
    case common
  }

  /// nil when nothing may be compared.
  public var comparison: ArmComparison? {
    if case .compared(let comparison) = self { comparison } else { nil }
  }
}
