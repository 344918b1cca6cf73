// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Statistics

@Suite struct FunctionTests {
  @Test(
    arguments: [
      (1, 2.053748910631823), (2, 2.326347874040841), (3, 2.474740), (4, 2.575829303548901), (5, 2.652070),
      (6, 2.713052), (7, 2.763741),
      (8, 2.807034),
    ] as [(Int, Double)])
  func `the final critical values are those of 4% over so many comparisons`(comparisons: Int, z: Double) {
    #expect(agrees(NormalDistribution.critical(0.04 / Double(comparisons)), z, within: 3e-7))
  }

  @Test func `the normal quantile is exact, and the inverse of the tail`() {
    #expect(agrees(NormalDistribution.critical(0.05), Rate.critical, within: 1e-15))
    #expect(agrees(NormalDistribution.quantile(tail: 0.2), 0.8416212335729143, within: 1e-15))
    for tail in [1e-300, 1e-20, 1e-9, 0.0005, 0.02, 0.3, 0.5, 0.7, 0.999] {
      let z = NormalDistribution.quantile(tail: tail)
      #expect(agrees(NormalDistribution.tail(z), tail, within: 1e-12), "\(tail)")
    }
    #expect(abs(NormalDistribution.quantile(tail: 0.5)) < 1e-15)
  }

  @Test(
    arguments: [
      (100, 900, 0.1, 0.5112160304798115), (101, 901, 0.1, 0.4776025977909441), (0.5, 0.5, 0.25, 1.0 / 3),
      (1, 1, 0.7, 0.7),
      (2, 1, 0.5, 0.25),
      (1, 3, 0.1, 0.271),
    ] as [(Double, Double, Double, Double)])
  func `the incomplete beta function has known values`(a: Double, b: Double, x: Double, expected: Double) {
    #expect(agrees(BetaDistribution(a, b).below(x), expected, within: 1e-12))
  }

  @Test(
    arguments: [(2, 5), (0.5, 30), (101, 901), (30, 30), (1, 41), (25_000, 475_000)] as [(Double, Double)])
  func `the incomplete beta function is the integral of its density, and mirrors`(a: Double, b: Double) {
    let beta = BetaDistribution(a, b)
    for step in [-3.0, -1, 0, 1, 3] {
      let x = beta.mean + step * beta.deviation
      guard x > 0.0001, x < 1 else { continue }
      let places = (0...40).map { x + (Double($0) / 40) * min(beta.deviation, 1 - x) }
      let integral = GaussLegendre.integrals(over: places, count: 1) { [beta.density($0)] }[0]
      #expect(agrees(beta.below(places[40]) - beta.below(x), integral, within: 1e-9), "at \(x)")
      #expect(agrees(BetaDistribution(b, a).below(1 - x), 1 - beta.below(x), within: 1e-9), "at \(x)")
    }
  }

  @Test(
    arguments: [
      (-3, 0.001345021659049119), (-1, 0.1586552482623924), (0.5, 0.6914988059477647),
      (2, 0.9772275774471365),
    ]
      as [(Double, Double)])
  func `the incomplete beta function keeps its digits with a hundred million people`(
    deviations: Double, expected: Double
  ) {
    let beta = BetaDistribution(5e6, 95e6)
    #expect(agrees(beta.below(beta.mean + deviations * beta.deviation), expected, within: 1e-10))
    #expect(beta.below(0.04) < 1e-300 && beta.below(0.06) == 1)
  }

  @Test(
    arguments: [
      (1, 0.05, 12.706204736174694), (2, 0.05, 4.302652729749462), (10, 0.05, 2.2281388519649385),
      (17.129183, 0.05, 2.1086041450202395),
      (1_993.7234, 0.05, 1.9611545647206678), (30, 0.01, 2.749995653567226), (1e7, 0.05, 1.9599642217672055),
    ] as [(Double, Double, Double)])
  func `Student's critical values are those of the tables`(degrees: Double, alpha: Double, expected: Double) {
    let critical = StudentDistribution(degrees: degrees).critical(alpha)
    #expect(agrees(critical, expected, within: 1e-10))
    #expect(agrees(StudentDistribution(degrees: degrees).tails(critical), alpha, within: 1e-10))
  }

  @Test(
    arguments: [12.115665, 15.201805, 17.729996, 19.997355, 22.105327, 24.102799, 26.017768, 27.868046]
      .enumerated().map { ($0 + 1, $1) })
  func `chi-squared has a tail of 1 in 2,000 at the alarm values`(degrees: Int, statistic: Double) {
    #expect(agrees(ChiSquaredDistribution.tail(statistic, degrees: degrees), 0.0005, within: 1e-6))
  }

  @Test(
    arguments: [
      (4, 1, 0.0455002639), (0, 3, 1), (10, 4, 0.0404276820), (300, 350, 0.9751556567908614), (5_000, 350, 0),
    ]
      as [(Double, Int, Double)])
  func `chi-squared has known tails, also with many degrees of freedom`(
    statistic: Double, degrees: Int, expected: Double
  ) {
    #expect(agrees(ChiSquaredDistribution.tail(statistic, degrees: degrees), expected, within: 1e-8))
  }

  @Test func `quadrature with 16 points is exact for polynomials up to degree 31, and not beyond`() {
    func error(_ degree: Int) -> Double {
      abs(
        GaussLegendre.integrals(over: [0, 1], count: 1) { [pow($0, Double(degree))] }[0] * Double(degree + 1)
          - 1)
    }
    for degree in 0...31 { #expect(error(degree) < 1e-13, "\(degree)") }
    #expect(error(60) > 1e-12)
  }
}
