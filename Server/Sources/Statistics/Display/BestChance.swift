// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How likely an arm is the best of all, and what choosing it may cost.
///
/// It describes what is known so far and is no rule to stop by: whoever waits until it is above 95%
/// is wrong far more often than 5 times of 100.
public struct BestChance: Hashable, Sendable {
  /// From 0 to 1. Those of all arms add up to 1.
  public let probability: Double
  /// How much less the arm has than the best one, on average over what is possible.
  public let expectedLoss: Double

  /// What is known of all arms.
  enum Standing: Hashable {
    case rates([Rate])
    /// Nearly normal.
    case means([MeanEffect.Side])

    var chances: [BestChance] {
      switch self {
      case .rates(let rates): BestChance.ofRates(rates)
      case .means(let means): BestChance.ofMeans(means)
      }
    }
  }

  /// For rates, each with a uniform prior.
  static func ofRates(_ rates: [Rate]) -> [BestChance] {
    let arms = rates.map { BetaDistribution(Double($0.successes) + 1, Double($0.people - $0.successes) + 1) }
    return chances(
      means: arms.map(\.mean), deviations: arms.map(\.deviation), within: 0...1,
      densities: arms.map { arm in { arm.density($0) } },
      below: arms.map { arm in { arm.below($0) } })
  }

  /// For means that are nearly normal.
  ///
  /// - Parameter means: With variances greater than 0.
  static func ofMeans(_ means: [MeanEffect.Side]) -> [BestChance] {
    let errors = means.map { $0.variance.squareRoot() }
    return chances(
      means: means.map(\.mean), deviations: errors, within: -Double.infinity...Double.infinity,
      densities: zip(means, errors).map { side, error in
        { NormalDistribution.density(($0 - side.mean) / error) / error }
      },
      below: zip(means, errors).map { side, error in { NormalDistribution.below(($0 - side.mean) / error) } })
  }

  /// The best of several independent figures, by quadrature: no random numbers, so the same counts
  /// always give the same answer.
  private static func chances(
    means: [Double], deviations: [Double], within range: ClosedRange<Double>, densities: [(Double) -> Double],
    below: [(Double) -> Double]
  ) -> [BestChance] {
    // Where any of the distributions bends.
    var places = zip(means, deviations).flatMap { mean, deviation in
      [-8, -4, -2, 0, 2, 4, 8].map { min(max(mean + $0 * deviation, range.lowerBound), range.upperBound) }
    }
    places += [range.lowerBound, range.upperBound].filter(\.isFinite)
    places.sort()
    guard let first = places.first, let last = places.last else { return [] }
    let sums = GaussLegendre.integrals(over: places, count: means.count + 1) { x in
      let parts = below.map { $0(x) }
      let all = parts.reduce(1, *)
      return densities.indices.map { index in
        densities[index](x) * parts.indices.reduce(1) { $1 == index ? $0 : $0 * parts[$1] }
      } + [1 - all]
    }
    // The mean of the best one.
    let best = first + (sums.last ?? 0)
    return last > first
      ? zip(sums, means).map { BestChance(probability: min(1, $0), expectedLoss: max(0, best - $1)) } : []
  }
}
