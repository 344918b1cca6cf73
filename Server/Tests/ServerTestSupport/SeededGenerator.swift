// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Chance that can be repeated: the same seed gives the same numbers (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Uniform in `range`.
  public mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True once in `times` on average.
  public mutating func oneIn(_ times: Int) -> Bool {
    int(1...times) == 1
  }

  /// One of the elements; there must be one.
  public mutating func element<C: Collection>(of elements: C) -> C.Element {
    elements[elements.index(elements.startIndex, offsetBy: int(0...(elements.count - 1)))]
  }

  /// Up to `count` values.
  public mutating func array<T>(_ count: ClosedRange<Int>, _ make: (inout SeededGenerator) -> T) -> [T] {
    (0..<int(count)).map { _ in make(&self) }
  }
}
