// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a device last set the attributes of a person to, so that it can tell a change from setting
/// the same value again, which many apps do at each launch. Of each value, only a hash is kept.
package struct KnownAttributes: Equatable, Sendable {
  /// Attributes beyond this number are not followed: they never change.
  static let limit = 500

  /// Stands for a value that the device does not know, because it was changed relative to an
  /// earlier one.
  static let unknown: UInt64 = 0

  /// By key.
  package private(set) var marks: [String: UInt64] = [:]

  package init(marks: [String: UInt64] = [:]) {
    self.marks = marks.count <= Self.limit ? marks : [:]
  }

  /// The mark of what a change leaves behind.
  package static func mark(of change: Event.AttributeChange) -> UInt64 {
    switch change {
    case .value(let value): max(value.fingerprint, 1)
    case .removed: max(Value.null.fingerprint, 1)
    case .relative: unknown
    }
  }

  /// Whether this would be a change. The first value that the device sets is none: what the
  /// attribute was before is not known. A relative change always is one.
  func isChange(_ key: String, to mark: UInt64) -> Bool {
    mark == Self.unknown || marks[key].map { $0 != mark } ?? false
  }

  /// Returns whether it is a change.
  mutating func note(_ key: String, _ mark: UInt64) -> Bool {
    let isChange = isChange(key, to: mark)
    if marks[key] != nil || marks.count < Self.limit { marks[key] = mark }
    return isChange
  }

  /// Adds what was set later, for example by an anonymous person who turns out to be this person.
  mutating func merge(_ later: KnownAttributes) {
    for (key, mark) in later.marks.inOrder(by: { $0.key < $1.key }) { _ = note(key, mark) }
  }
}
