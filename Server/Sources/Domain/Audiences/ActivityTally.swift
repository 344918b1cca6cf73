// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is measured of some events of a person. The events are added one by one, oldest first.
public struct ActivityTally: Sendable {
  private var count: Int64 = 0
  private var sum = 0.0
  private var first: Instant?
  private var last: Instant?

  public init() {}

  /// - Parameter properties: Only needed for a sum.
  public mutating func add(_ at: Instant, _ properties: Properties = Properties(), for measure: AudienceActivity.Measure) {
    count += 1
    if case .sum(let path) = measure { sum += properties.number(at: path) ?? 0 }
    first = min(first ?? at, at)
    last = max(last ?? at, at)
  }

  /// nil: there is none, so there is no first and no last one.
  public func value(_ measure: AudienceActivity.Measure) -> Value? {
    switch measure {
    case .count: .int(count)
    case .sum: .double(sum)
    case .first: first.map { .date($0) }
    case .last: last.map { .date($0) }
    }
  }
}
