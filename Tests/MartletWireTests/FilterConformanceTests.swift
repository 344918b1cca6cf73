// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import TestSupport
import Testing

/// `Tests/Fixtures/filters/conformance.json`: what clients in any language must agree with.
@Suite struct FilterConformanceTests {
  struct Vector {
    var why: String
    var filter: Wire.Filter
    var properties: Properties
    var expected: Bool
    var isTypeMismatch: Bool
  }

  static func vectors() throws -> (now: Instant, [Vector]) {
    let file = try JSONDecoder().decode(Wire.JSONValue.self, from: Golden.data("filters/conformance.json"))
    guard case .object(let root) = file, case .array(let entries)? = root["vectors"],
      case .int(let now)? = root["now"]
    else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return (
      Instant(milliseconds: now),
      try entries.map { entry in
        guard case .object(let fields) = entry, case .string(let why)? = fields["why"],
          case .bool(let expected)? = fields["expected"],
          let filter = fields["filter"], case .object(let properties)? = fields["properties"]
        else { throw CocoaError(.fileReadCorruptFile) }
        return Vector(
          why: why, filter: try Wire.Filter(json: filter), properties: Properties(properties),
          expected: expected,
          isTypeMismatch: fields["type_mismatch"] == .bool(true))
      }
    )
  }

  @Test
  func `every vector has the answer that the file gives, and its explanation says whether types differ`()
    throws
  {
    let (now, vectors) = try Self.vectors()
    for vector in vectors {
      let program = try FilterProgram(vector.filter.translated(), compilePattern: Pattern.compiler)
      #expect(program.evaluate(vector.properties, at: now) == vector.expected, "\(vector.why)")
      let miss = program.explain(vector.properties, at: now)
      #expect((miss == nil) == vector.expected, "\(vector.why)")
      #expect((miss?.isTypeMismatch ?? false) == vector.isTypeMismatch, "\(vector.why)")
    }
  }

  private static func operations(in filter: Wire.Filter) -> Set<Wire.Comparison.Operation> {
    switch filter {
    case .all(let parts), .any(let parts): parts.reduce([]) { $0.union(operations(in: $1)) }
    case .not(let part): operations(in: part)
    case .compare(let comparison):
      Set([comparison.operation.known].compactMap { $0 }).union(comparison.filter.map(operations) ?? [])
    case .unknown: []
    }
  }

  @Test func `every operation is tried both ways on every type, on null and on nothing`() throws {
    let (_, vectors) = try Self.vectors()
    for operation in Wire.Comparison.Operation.allCases {
      var kinds: Set<String> = []
      var answers: Set<Bool> = []
      for vector in vectors {
        guard case .compare(let comparison) = vector.filter, comparison.operation == .known(operation) else {
          continue
        }
        answers.insert(vector.expected)
        switch vector.properties["x"] {
        case nil: kinds.insert("nothing")
        case .null: kinds.insert("null")
        case .bool: kinds.insert("bool")
        case .int: kinds.insert("int")
        case .double: kinds.insert("double")
        case .string: kinds.insert("string")
        case .date: kinds.insert("date")
        case .array: kinds.insert("array")
        case .object: kinds.insert("object")
        }
      }
      #expect(kinds.count == 9, "\(operation): \(kinds)")
      #expect(answers == [true, false], "\(operation)")
    }
  }
}
