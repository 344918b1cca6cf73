// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A list that is read entry by entry. An entry that cannot be read is set aside and does not
/// affect the others.
struct Entries<Element: WireValue & Sendable>: WireValue, Equatable, Sendable {
  var read: [Element]
  var rejected: [Wire.RejectedEntry] = []

  static var form: ValueForm { .list(Element.self) }

  @_specialize(where Element == Wire.EventRecord)
  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    var entries = Self(read: [])
    try parser.eachElement { parser, index throws(Wire.DecodingProblem) in
      let mark = parser.mark
      do throws(Wire.DecodingProblem) {
        entries.read.append(try Element.read(from: &parser))
      } catch {
        parser.rewind(to: mark)
        entries.rejected.append(
          Wire.RejectedEntry(index: index, entry: try parser.value(at: index), problem: error))
      }
    }
    return entries
  }

  func write(to writer: inout Wire.JSONWriter) { read.write(to: &writer) }

  /// Checks only the number of entries. Each entry is validated separately.
  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    if case .most(let count) = bound, read.count + rejected.count > count { checks.tooMany(count, path) }
  }
}

/// The caps for several campaigns, including those that cannot be read. None of them may be lost.
struct CapEntries: WireValue, Equatable, Sendable {
  var read: [Wire.Cap] = []
  var unread: [Wire.UnreadCap] = []

  static var form: ValueForm { .list(Wire.Cap.self) }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    var caps = Self()
    guard parser.current == UInt8(ascii: "[") else {
      caps.unread = [
        Wire.UnreadCap(index: nil, field: "caps", message: "Expected a list.", json: try parser.value())
      ]
      return caps
    }
    try parser.eachElement { parser, index throws(Wire.DecodingProblem) in
      // Parses the value first, so that the reported mistake does not depend on the order of
      // fields, even if the cap was written back.
      let json = try parser.value(at: index)
      do throws(Wire.DecodingProblem) {
        caps.read.append(try Wire.Cap(json: json))
      } catch {
        let field = error.field.isEmpty ? "caps[\(index)]" : "caps[\(index)].\(error.field)"
        caps.unread.append(Wire.UnreadCap(index: index, field: field, message: error.message, json: json))
      }
    }
    return caps
  }

  func write(to writer: inout Wire.JSONWriter) {
    if let whole = unread.first(where: { $0.index == nil }) { return writer.write(whole.json) }
    var elements = read.map(\.json)
    for cap in unread { elements.insert(cap.json, at: min(max(cap.index ?? 0, 0), elements.count)) }
    writer.write(Wire.JSONValue.array(elements))
  }
}
