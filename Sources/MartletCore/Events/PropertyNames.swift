// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The names of properties that are created again and again with other values.
///
/// Whatever depends only on the names, such as their order, is computed once.
public struct PropertyNames: Sendable {
  /// In the order of `Properties.entries`, with the place of each name in the list. The entries
  /// have no values.
  let sorted: ContiguousArray<(place: Int, entry: Properties.Entry)>

  /// Creates a list of names. Of equal names, only the first is used.
  public init(_ names: [String]) {
    var known: Set<String> = []
    var sorted: ContiguousArray<(place: Int, entry: Properties.Entry)> = []
    for (place, name) in names.enumerated() {
      let entry = Properties.Entry(name: name, value: .null)
      if known.insert(entry.name).inserted { sorted.append((place, entry)) }
    }
    sorted.sort { Properties.isBefore($0.entry, $1.entry) }
    self.sorted = sorted
  }
}
