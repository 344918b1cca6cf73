// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// How often what is known under a name has changed. So what was read turns out to be outdated
/// without being looked for, also when it changed while it was read.
///
/// Names share 65,536 numbers, so that nobody can make it grow: what shares one is read again
/// without need.
struct ChangeCounts: Sendable {
  enum Kind: UInt64, Sendable {
    /// What is stored of a device, or whose name it is.
    case identity
    /// What is known about a person.
    case facts
  }

  /// How often names had changed. Take it before reading.
  struct Mark: Equatable, Sendable {
    fileprivate var sum: UInt32
    fileprivate var everything: UInt32
  }

  private var counts = ContiguousArray<UInt32>(repeating: 0, count: 1 << 16)
  private var everything: UInt32 = 0

  /// Counts only grow, so their sum stays the same only if all of them do.
  func mark(_ kind: Kind, _ names: [String]) -> Mark {
    Mark(sum: names.reduce(0) { $0 &+ counts[place(kind, $1)] }, everything: everything)
  }

  mutating func add(_ kind: Kind, _ name: String) { counts[place(kind, name)] &+= 1 }

  mutating func addEverything() { everything &+= 1 }

  /// Who chooses names that collide only makes the store read what could be known.
  private func place(_ kind: Kind, _ name: String) -> Int {
    let hash = UInt64.hashStart.hashing(name).mixed ^ (kind.rawValue &* 0x9E37)
    return Int(truncatingIfNeeded: hash) & (counts.count - 1)
  }
}
