// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// What was read, until it changes. Forgets what was not used lately (`RecentValues`).
///
/// Something that changes while it is read may have been read as it was before: whoever asked gets
/// it, and it is not kept. What else is read at that time is kept, however much changes.
package final class RecentReads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var values: RecentValues<Key, Value>
    /// The newest read of each key that is under way, unless the key has changed since it began.
    var reads: [Key: Int] = [:]
    var readCount = 0

    mutating func begin(_ key: Key) -> Int {
      readCount += 1
      reads[key] = readCount
      return readCount
    }

    mutating func end(_ read: Int, of key: Key, with value: Value?) {
      guard reads[key] == read else { return }
      reads[key] = nil
      if let value { values[key] = value }
    }
  }

  private let state: NIOLockedValueBox<State>

  package init(capacity: Int) {
    state = NIOLockedValueBox(State(values: RecentValues(capacity: capacity)))
  }

  /// What is known, or else what is read now.
  ///
  /// - Parameter isUsable: Whether a value may be used again. One that may not is read again, and
  ///   not kept.
  package func value<Failure: Error>(
    of key: Key, isUsable: (Value) -> Bool = { _ in true },
    read: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let (known, number) = state.withLockedValue { state -> (Value?, Int) in
      if let known = state.values[key], isUsable(known) { return (known, 0) }
      return (nil, state.begin(key))
    }
    if let known { return known }
    do throws(Failure) {
      let value = try await read()
      state.withLockedValue { $0.end(number, of: key, with: isUsable(value) ? value : nil) }
      return value
    } catch {
      state.withLockedValue { $0.end(number, of: key, with: nil) }
      throw error
    }
  }

  package func forget(_ keys: some Sequence<Key>) {
    state.withLockedValue { state in
      for key in keys {
        state.values[key] = nil
        state.reads[key] = nil
      }
    }
  }

  package func forgetAll() {
    // Freed when nobody waits for the lock any more.
    _ = state.withLockedValue { state in
      defer {
        state.values.removeAll()
        state.reads = [:]
      }
      return state.values
    }
  }
}
