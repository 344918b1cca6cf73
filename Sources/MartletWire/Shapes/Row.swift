// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One field of a form as a table holds it: by its offset, whatever the form.
struct Row: Sendable {
  enum Rule: Equatable, Sendable {
    /// May be absent. Not written when it says what its absence means.
    case optional
    /// May be absent. Always written.
    case written
    /// Must be there, and not null.
    case required
  }

  /// What of the values of its type it may hold. A device reads others too: whoever makes a document is told.
  enum Bound: Equatable, Sendable {
    /// Of a number, both ends included.
    case range(ClosedRange<Int64>)
    /// Characters of a text, elements of a list, or entries of a map, at most.
    case most(Int)
    /// Characters of a text that may not be empty, at most.
    case text(Int)
    /// Of a text: an id as the SDK makes them, 1 to 64 digits, ASCII letters and hyphens.
    case id
  }

  let name: StaticString
  /// For people who read the protocol: one sentence or two.
  let summary: StaticString
  let type: any WireValue.Type
  let rule: Rule
  let bound: Bound?
  var offset: Int
  /// Where its form states it.
  var place = 0
  /// The name in quotes, and a colon.
  // Safe: made once, only read, and never freed.
  nonisolated(unsafe) let key: UnsafeBufferPointer<UInt8>

  init(name: StaticString, summary: StaticString, type: any WireValue.Type, rule: Rule, bound: Bound?, offset: Int) {
    self.name = name
    self.summary = summary
    self.type = type
    self.rule = rule
    self.bound = bound
    self.offset = offset
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8CodeUnitCount + 3)
    _ = bytes.initialize(
      from: [UInt8(ascii: "\"")] + UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount) + [
        UInt8(ascii: "\""), UInt8(ascii: ":"),
      ])
    key = UnsafeBufferPointer(bytes)
  }
}
