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
  private var first: Instant?
  private var last: Instant?

  public init() {}

  /// - Parameter properties: Only needed for a sum.
  public mutating func add(_ at: Instant, _ properties: Properties = Properties(), for measure: AudienceActivity.Measure) {
    count += 1
    if case .sum(let path) = measure, let number = properties.number(at: path) {
      let next = sum + number
      lost += abs(sum) >= abs(number) ? (sum - next) + number : (number - next) + sum
      sum = next
    }
    first = min(first ?? at, at)
    last = max(last ?? at, at)
  }

  /// The sum as people add: ten times 0.1 is 1, in whatever order. It has the 15 digits that every number keeps.
  private var decimalSum: Double {
    let total = sum + lost
    guard total.isFinite, total != 0 else { return total.isFinite ? total : sum }
    return Double(String(format: "%.14e", total)) ?? total
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
