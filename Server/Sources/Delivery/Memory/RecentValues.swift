// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Values by key. Forgets values that were not used lately: knows at most twice `capacity`, and
/// holds up to `capacity` more that it has not freed yet, because it frees two at a time.
package struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  /// Values that nobody finds any more. If a hundred thousand were freed at once, whoever needs a
  /// value would wait.
  private var forgotten: [Value] = []
  private let capacity: Int

  package init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Reading marks the value as used.
  package subscript(_ key: Key) -> Value? {
    mutating get {
      if let value = young[key] { return value }
      guard let value = old.removeValue(forKey: key) else { return nil }
      insert(value, for: key)
      return value
    }
    set {
      old[key] = nil
      guard let newValue else {
        young[key] = nil
        return
      }
      insert(newValue, for: key)
    }
  }

  private mutating func insert(_ value: Value, for key: Key) {
    if young.count >= capacity, young[key] == nil {
      forgotten.append(contentsOf: old.values)
      (old, young) = (young, Dictionary(minimumCapacity: capacity))
    }
    forgotten.removeLast(min(2, forgotten.count))
    young[key] = value
  }
}
