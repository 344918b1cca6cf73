// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

/// What is measured of some events of a person. The events are added one by one, oldest first.
public struct ActivityTally: Sendable {
  private var count: Int64 = 0
  private var sum = 0.0
  /// What rounding took from the sum (Neumaier 1974).
  private var lost = 0.0
  /// The largest size of a number or of the sum on the way.
  private var largest = 0.0
  private var first: Instant?
  private var last: Instant?

  public init() {}

  /// - Parameter properties: Only needed for a sum.
  public mutating func add(
    _ at: Instant, _ properties: Properties = Properties(), for measure: AudienceActivity.Measure
  ) {
    count += 1
    if case .sum(let path) = measure, let number = properties.number(at: path) {
      let next = sum + number
      lost += abs(sum) >= abs(number) ? (sum - next) + number : (number - next) + sum
      sum = next
      largest = max(largest, abs(number), abs(next))
    }
    first = min(first ?? at, at)
    last = max(last ?? at, at)
  }

  /// The sum as people add: ten times 0.1 is 1, in whatever order. It has as many decimals as the
  /// largest number keeps, which has 15 digits.
  private var decimalSum: Double {
    let total = sum + lost
    guard total.isFinite else { return sum }
    let decimals = largest > 0 ? 14 - Int(log10(largest).rounded(.down)) : 0
    guard (0...22).contains(decimals) else { return total }
    let scale = pow(10, Double(decimals))
    return (total * scale).rounded() / scale
  }

  /// nil: there is none, so there is no first and no last one.
  public func value(_ measure: AudienceActivity.Measure) -> Value? {
    switch measure {
    case .count: .int(count)
    case .sum: .double(decimalSum)
    case .first: first.map { .date($0) }
    case .last: last.map { .date($0) }
    }
  }
}
