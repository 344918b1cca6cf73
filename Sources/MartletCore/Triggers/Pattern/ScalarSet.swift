// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A set of Unicode scalars that one place of a pattern accepts.
struct ScalarSet: Hashable, Sendable {
  /// One bit for each ASCII scalar.
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// The scalars beyond ASCII. Sorted. Ranges do not overlap or touch.
  private var ranges: ContiguousArray<ClosedRange<UInt32>> = []

  private static let last: UInt32 = 0x10FFFF

  /// - Parameter ranges: in any order. They can overlap.
  init(_ ranges: [ClosedRange<UInt32>]) {
    for range in ranges.inOrder(by: { $0.lowerBound < $1.lowerBound }) {
      for scalar in range.clamped(to: 0...0x7F) where range.lowerBound <= 0x7F {
        if scalar < 64 { low |= 1 << scalar } else { high |= 1 << (scalar - 64) }
      }
      guard range.upperBound > 0x7F else { continue }
      let lower = max(range.lowerBound, 0x80)
      if let previous = self.ranges.last, lower <= previous.upperBound + 1 {
        self.ranges[self.ranges.count - 1] = previous.lowerBound...max(previous.upperBound, range.upperBound)
      } else {
        self.ranges.append(lower...range.upperBound)
      }
    }
  }

  @inline(__always)
  func contains(_ scalar: UInt32) -> Bool {
    if scalar < 64 { return low & (1 << scalar) != 0 }
    if scalar < 128 { return high & (1 << (scalar - 64)) != 0 }
    return containsBeyondASCII(scalar)
  }

  private func containsBeyondASCII(_ scalar: UInt32) -> Bool {
    let first = ranges.firstPlace { $0.upperBound < scalar }
    return first < ranges.count && ranges[first].lowerBound <= scalar
  }

  /// Everything in the set, as ranges in order.
  var elements: [ClosedRange<UInt32>] {
    (0..<128).filter { contains($0) }.map { $0...$0 } + ranges
  }

  var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in elements {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return ScalarSet(gaps)
  }

  /// The set with all scalars that differ only in case from one of its own.
  var ignoringCase: ScalarSet {
    let more = CaseFolding.families.values.filter { $0.contains(where: contains) }.flatMap { $0 }
    return more.isEmpty ? self : ScalarSet(elements + more.map { $0...$0 })
  }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(elements + other.elements) }

  /// `\d`
  static let digit = ScalarSet([0x30...0x39])
  /// `\w`
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// `\s`
  static let space = ScalarSet([0x09...0x0D, 0x20...0x20])
  /// `.`
  static let anyButLineEnd = ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]).inverted
}
