// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Chance that is the same in each run: the same seed gives the same numbers.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// 0 ..< 1.
  mutating func nextFraction() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) / Double(UInt64(1) << 53)
  }
}

/// What a clock's environment gives out beside the time.
struct Draws {
  var random: SplitMix64
  private var ids = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// From 1.
  mutating func nextID() -> Int {
    ids += 1
    return ids
  }
}
