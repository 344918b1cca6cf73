// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Filter: Wire.Form, WireValue {
  static var form: ValueForm { .filter }

  /// The fields of a filter determine its form.
  public static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    let mark = parser.mark
    do throws(Wire.DecodingProblem) {
      if let filter = try readKnown(from: &parser) { return filter }
      parser.rewind(to: mark)
      return .unknown(try parser.value())
    } catch {
      parser.rewind(to: mark)
      let json = try parser.value()
      // A value that cannot be read as a comparison may be a newer form.
      guard case .object(let fields) = json, !isComparison(fields.keys), !isGroup(fields.keys) else {
        throw error
      }
      return .unknown(json)
    }
  }

  /// nil for a form that this version does not know.
  private static func readKnown(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self? {
    let mark = parser.mark
    guard try parser.beginObject() else { return nil }
    let key = try parser.key()
    let filter: Self
    do throws(Wire.DecodingProblem) {
      switch key {
      case "all": filter = .all(try [Self].read(from: &parser))
      case "any": filter = .any(try [Self].read(from: &parser))
      case "not": filter = .not(try Self.read(from: &parser))
      default:
        parser.rewind(to: mark)
        let comparison = try Wire.Comparison.read(from: &parser)
        return isComparison(comparison.unknown.keys, hasPath: true) ? .compare(comparison) : nil
      }
    } catch {
      throw groups.contains(key) ? error.inside(key: key) : error
    }
    return try parser.nextField() ? nil : filter
  }

  private static let groups: Set<String> = ["all", "any", "not"]

  private static func isGroup(_ keys: some Collection<String>) -> Bool {
    keys.count == 1 && keys.allSatisfy(groups.contains)
  }

  /// False if there is also a group, because it could change the meaning of the comparison.
  private static func isComparison(_ keys: some Collection<String>, hasPath: Bool = false) -> Bool {
    (hasPath || keys.contains("path")) && !keys.contains(where: groups.contains)
  }

  public func write(to writer: inout Wire.JSONWriter) {
    switch self {
    case .all(let filters): Self.write("all", filters, to: &writer)
    case .any(let filters): Self.write("any", filters, to: &writer)
    case .not(let filter): Self.write("not", filter, to: &writer)
    case .compare(let comparison): comparison.write(to: &writer)
    case .unknown(let json): writer.write(json)
    }
  }

  private static func write(_ key: String, _ value: some WireValue, to writer: inout Wire.JSONWriter) {
    writer.open(UInt8(ascii: "{"))
    writer.key(key)
    value.write(to: &writer)
    writer.close(UInt8(ascii: "}"))
  }
}
