// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A field of a form, as a table describes it. The value is accessed by its offset, regardless of the form.
struct Row: Sendable {
  enum Rule: Equatable, Sendable {
    /// Can be absent. It is not written if it has the value that its absence means.
    case optional
    /// Can be absent. It is always written.
    case written
    /// Must be present, and not null.
    case required
  }

  /// The values that validation accepts. A device also reads other values.
  enum Bound: Equatable, Sendable {
    /// The range of a number, inclusive.
    case range(ClosedRange<Int64>)
    /// The maximum number of characters of a text, elements of a list, or entries of a map.
    case most(Int)
    /// The maximum number of characters of a text that must not be empty.
    case text(Int)
    /// An id in the form of the SDK: 1 to 64 digits, ASCII letters and hyphens.
    case id
  }

  let name: StaticString
  /// One or two sentences for readers of the protocol.
  let summary: StaticString
  let type: any WireValue.Type
  let rule: Rule
  let bound: Bound?
  var offset: Int
  /// The position of the field in its form.
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
