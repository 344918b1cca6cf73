// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Integrals by the method of Gauss and Legendre with 16 points: exact for polynomials up to degree
/// 31.
enum GaussLegendre {
  /// The points between 0 and 1 with their weights, in ascending order.
  private static let points: [(place: Double, weight: Double)] = {
    let count = 16
    return (1...count).map { number in
      // Newton's method on the Legendre polynomial, from a first guess that always leads to the
      // right root.
      var x = -cos(Double.pi * (Double(number) - 0.25) / (Double(count) + 0.5))
      var slope = 1.0
      for _ in 0..<8 {
        var (before, value) = (1.0, x)
        for degree in 2...count {
          (before, value) = (
            value, (Double(2 * degree - 1) * x * value - Double(degree - 1) * before) / Double(degree)
          )
        }
        slope = Double(count) * (x * value - before) / (x * x - 1)
        x -= value / slope
      }
      return ((1 + x) / 2, 1 / ((1 - x * x) * slope * slope))
    }
  }()

  /// The integrals of several functions over the parts between neighbouring breakpoints, in
  /// ascending order.
  static func integrals(over breakpoints: [Double], count: Int, of functions: (Double) -> [Double])
    -> [Double]
  {
    var sums = [Double](repeating: 0, count: count)
    for (low, high) in zip(breakpoints, breakpoints.dropFirst()) where high > low {
      for point in points {
        let values = functions(low + (high - low) * point.place)
        for index in sums.indices { sums[index] += (high - low) * point.weight * values[index] }
      }
    }
    return sums
  }
}
