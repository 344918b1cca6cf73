// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MartletCore

/// Counters as ids are the hardest for a hash: they differ in a digit or two.
@Suite struct BucketSpreadTests {
  private enum Shape: String, CaseIterable {
    case counter, padded

    func text(_ number: Int) -> String {
      switch self {
      case .counter: String(number)
      case .padded: "user_" + String(10_000_000 + number).dropFirst()
      }
    }
  }

  /// Adjacent ones, which differ in a bit or two.
  private static let salts = (0..<10).map { "c_\($0)" }
  private static let units = 100_000
  /// Each p-value must be greater. With 70 of them, chance alone fails one of 14,000 choices of
  /// salts, and these are fixed.
  private static let threshold = 1e-6

  /// The chance that chi-squared is at least this high (Wilson and Hilferty 1931, good to three
  /// digits with this many degrees of freedom).
  private static func tail(_ statistic: Double, degrees: Int) -> Double {
    let spread = 2 / (9 * Double(degrees))
    return 0.5
      * erfc(
        (pow(statistic / Double(degrees), 1.0 / 3) - 1 + spread) / spread.squareRoot() / 2.0.squareRoot())
  }

  private static func tail(of counts: [Int], degrees: Int) -> Double {
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    return tail(
      counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }, degrees: degrees
    )
  }

  private static func buckets(_ kind: BucketDraw.Kind, _ salt: String, _ units: [ExperimentUnit]) throws
    -> [Int]
  {
    let draw = try BucketDraw(kind, salt: salt)
    return units.map { draw.bucket(of: $0) }
  }

  private static func uniformity(_ buckets: [Int]) -> Double {
    var counts = [Int](repeating: 0, count: 10_000)
    for bucket in buckets { counts[bucket] += 1 }
    return tail(of: counts, degrees: 9_999)
  }

  private static func independence(_ left: [Int], _ right: [Int]) -> Double {
    var counts = [Int](repeating: 0, count: 10_000)
    for (one, other) in zip(left, right) { counts[one / 100 * 100 + other / 100] += 1 }
    // Both sides have known shares, so only the total is given by the data.
    return tail(of: counts, degrees: 9_999)
  }

  @Test(arguments: Shape.allCases.map(\.rawValue))
  func `counters are spread evenly, and draws with other kinds or salts are independent`(shape: String) throws
  {
    let shape = try #require(Shape(rawValue: shape))
    let units = try (1...Self.units).map { try ExperimentUnit(shape.text($0)) }
    var before: [Int]?
    let global = try Self.buckets(.globalHoldout, "2026-q1", units)
    for salt in Self.salts {
      let variants = try Self.buckets(.variant, salt, units)
      #expect(Self.uniformity(variants) > Self.threshold, "\(salt)")
      #expect(
        try Self.independence(variants, Self.buckets(.campaignHoldout, salt, units)) > Self.threshold,
        "\(salt) and its holdout")
      #expect(Self.independence(variants, global) > Self.threshold, "\(salt) and the global holdout")
      if let before {
        #expect(Self.independence(variants, before) > Self.threshold, "\(salt) and the salt before it")
      }
      before = variants
    }
  }

  @Test func `without the finaliser, these tests find that counters are not spread`() throws {
    func plain(_ salt: String) -> [Int] {
      (1...Self.units).map { Int(FNV1a("v\u{0}\(salt)\u{0}\($0)".utf8).value % 10_000) }
    }
    #expect(Self.uniformity(plain("c_1")) < Self.threshold)
    #expect(Self.independence(plain("c_1"), plain("c_2")) < Self.threshold)
  }
}
