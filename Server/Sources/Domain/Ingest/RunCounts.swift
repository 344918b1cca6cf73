// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Counts how often each key comes. Neighbouring events usually have the same key, so it is only
/// looked up when another one follows.
struct RunCounts<Key: Hashable & Sendable>: Sendable {
  /// In the order in which the keys came first.
  private(set) var counts: [(key: Key, number: Int)] = []
  private var places: [Key: Int] = [:]
  /// The place of the last key in `counts`.
  private var last: Int?

  mutating func add(_ key: Key) {
    if let last, counts[last].key == key {
      counts[last].number += 1
    } else if let place = places[key] {
      counts[place].number += 1
      last = place
    } else {
      places[key] = counts.count
      last = counts.count
      counts.append((key, 1))
    }
  }
}
