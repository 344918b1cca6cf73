// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The places of items in order of arrival. Adding at the end and reading the first cost the same,
/// however many there are.
struct ReachQueue: Hashable, Sendable {
  /// Ascending.
  private(set) var places: [Int] = []

  var first: Int? { places.first }
  var isEmpty: Bool { places.isEmpty }

  mutating func insert(_ place: Int) {
    let index = index(of: place)
    if index == places.count || places[index] != place { places.insert(place, at: index) }
  }

  mutating func remove(_ place: Int) {
    let index = index(of: place)
    if index < places.count, places[index] == place { places.remove(at: index) }
  }

  /// The index of the place, or where it would be.
  private func index(of place: Int) -> Int {
    if let last = places.last, last < place { return places.count }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
