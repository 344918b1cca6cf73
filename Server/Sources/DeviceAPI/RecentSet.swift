// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A set that forgets what was not used lately: between `capacity` and twice as many members, all operations in constant time.
struct RecentSet<Member: Hashable & Sendable>: Sendable {
  private var young: Set<Member> = []
  private var old: Set<Member> = []
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Also marks the member as used.
  mutating func contains(_ member: Member) -> Bool {
    if young.contains(member) { return true }
    guard old.contains(member) else { return false }
    insert(member)
    return true
  }

  mutating func insert(_ member: Member) {
    if young.count >= capacity {
      old = young
      young = []
    }
    young.insert(member)
  }
}
