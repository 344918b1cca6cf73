// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The beta distribution, and with it the regularised incomplete beta function.
///
/// Good to 10 digits for parameters from 0.5 to 100 million.
struct BetaDistribution {
  let a: Double
  let b: Double
  /// The part of the density's logarithm that does not depend on the place.
  private let constant: Double

  /// - Parameters:
  ///   - a: Greater than 0.
  ///   - b: Greater than 0.
  init(_ a: Double, _ b: Double) {
    self.a = a
    self.b = b
    let both = a + b
    constant =
      (log(a) + log(b / both) - log(2 * Double.pi)) / 2 + Self.correction(both) - Self.correction(a)
      - Self.correction(b)
  }

  var mean: Double { a / (a + b) }
  var deviation: Double { (a * b / (a + b + 1)).squareRoot() / (a + b) }

  /// How much the logarithm of the gamma function exceeds Stirling's formula `(z - 1/2) log z - z +
  /// log(2 pi) / 2`.
  private static func correction(_ z: Double) -> Double {
    if z < 15 {
      // The series needs a large argument. Each step up by 1 has an exact correction of its own.
      return correction(z + 1) + (z + 0.5) * log1p(1 / z) - 1
    }
    let inverse = 1 / (z * z)
    return
      (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1_260 - inverse * (1.0 / 1_680 - inverse / 1_188))))
      / z
  }

  /// `x^a rest^b / B(a, b)`, where `rest` is 1 - x.
  ///
  /// It is written around the mean (Loader 2000), because the logarithms of the three factors have
  /// up to nine digits before the point, and nearly cancel.
  private func weight(_ x: Double, _ rest: Double) -> Double {
    let both = a + b
    let distance = x <= rest ? both * x - a : b - both * rest
    return exp(constant + Self.term(a, distance, both * x) + Self.term(b, -distance, both * rest))
  }

  /// `parameter * log(place / parameter)`, where `distance` is the place minus the parameter.
  private static func term(_ parameter: Double, _ distance: Double, _ place: Double) -> Double {
    let relative = distance / parameter
    return parameter * (abs(relative) < 0.5 ? log1p(relative) : log(place / parameter))
  }

  /// The density at x, from 0 to 1. Infinite densities at the ends are given as 0.
  func density(_ x: Double) -> Double {
    guard x > 0, x < 1 else { return 0 }
    return weight(x, 1 - x) / (x * (1 - x))
  }

  /// The chance of a value below x: the regularised incomplete beta function.
  func below(_ x: Double) -> Double { below(x, rest: 1 - x) }

  /// - Parameter rest: 1 - x. Who knows it exactly keeps the digits that the difference would lose
  ///   near 1.
  func below(_ x: Double, rest: Double) -> Double {
    guard x > 0 else { return 0 }
    guard rest > 0 else { return 1 }
    let weight = weight(x, rest)
    let isLow = x < (a + 1) / (a + b + 2)
    guard weight > 0 else { return isLow ? 0 : 1 }
    return isLow ? weight * Self.fraction(a, b, x) / a : 1 - weight * Self.fraction(b, a, rest) / b
  }

  /// The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by the
  /// method of Lentz. It converges in about the square root of the larger parameter steps.
  private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
    // Instead of 0 in a denominator.
    let least = 1e-300
    func away(_ number: Double) -> Double { abs(number) < least ? least : number }
    var upper = 1.0
    var lower = 1 / away(1 - (a + b) * x / (a + 1))
    var result = lower
    for step in 1...1_000_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      lower = 1 / away(1 + even * lower)
      upper = away(1 + even / upper)
      result *= lower * upper
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      lower = 1 / away(1 + odd * lower)
      upper = away(1 + odd / upper)
      let change = lower * upper
      result *= change
      if abs(change - 1) < 1e-15 { break }
    }
    return result
  }
}
