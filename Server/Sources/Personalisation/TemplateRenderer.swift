// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletWire

/// Writes a template with values. It ends as soon as the text is longer than allowed, or the budget
/// is used up.
struct TemplateRenderer {
  enum Failure: Error {
    case tooLong
    /// The budget is used up.
    case tooMuch
    /// A value would be the scheme or the host of an address, or a part of them.
    case valueInFront
  }

  private let kind: TemplateKind
  private let maximumBytes: Int
  private let budget: RenderBudget
  /// What names stand for, the innermost last.
  private var stack: [Wire.JSONValue]
  /// The places of the elements that the sections around repeat for.
  private var places: [(index: Int, count: Int)] = []
  private var json = JSONText()
  private var isPastHost = false
  private var output = ""

  private init(_ kind: TemplateKind, _ values: Wire.JSONValue, maximumBytes: Int, _ budget: RenderBudget) {
    (self.kind, self.maximumBytes, self.budget, stack) = (kind, maximumBytes, budget, [values])
  }

  static func render(
    _ template: Template, as kind: TemplateKind, _ values: Wire.JSONValue, maximumBytes: Int,
    _ budget: RenderBudget
  ) throws(Failure) -> String {
    var renderer = TemplateRenderer(kind, values, maximumBytes: maximumBytes, budget)
    try renderer.write(template.parts)
    return renderer.output
  }

  // MARK: - Parts

  private mutating func write(_ parts: [Template.Part]) throws(Failure) {
    for part in parts {
      try budget.spend()
      switch part {
      case .text(let text):
        if kind == .json { json.pass(text) }
        try append(text)
      case .value(let reference, let isRaw):
        guard !isWhole(reference.path), let value = try value(of: reference) else { continue }
        try budget.spend(value)
        if kind == .address, !isPastHost {
          isPastHost = Address.isPastHost(output)
          guard isPastHost else { throw .valueInFront }
        }
        try append(written(value, isRaw: isRaw))
      case .section(let reference, let isInverted, let inner):
        try write(inner, for: try value(of: reference), isInverted: isInverted)
      }
    }
  }

  private mutating func append(_ text: String) throws(Failure) {
    guard output.utf8.count + text.utf8.count <= maximumBytes else { throw .tooLong }
    output += text
  }

  private mutating func write(_ inner: [Template.Part], for value: Wire.JSONValue?, isInverted: Bool)
    throws(Failure)
  {
    let elements: [Wire.JSONValue]
    switch value {
    case nil, .null?, .bool(false)?, .array([])?: elements = []
    case .array(let list)?: elements = list
    case let single?: elements = [single]
    }
    if isInverted { return elements.isEmpty ? try write(inner) : () }
    let isList = if case .array? = value { true } else { false }
    try budget.spend(steps: elements.count)
    for (index, element) in elements.enumerated() {
      // Yes and no have no names.
      let isContext = if case .bool = element { isList } else { true }
      if isContext { stack.append(element) }
      if isList { places.append((index, elements.count)) }
      try write(inner)
      if isContext { stack.removeLast() }
      if isList { places.removeLast() }
    }
  }

  // MARK: - Values

  private func value(of reference: TemplateReference) throws(Failure) -> Wire.JSONValue? {
    var functions = reference.functions[...]
    var value: Wire.JSONValue?
    if let path = reference.path {
      value = found(path)
    } else {
      value = functions.popLast().flatMap { place($0) }
    }
    for function in functions.reversed() {
      try budget.spend(value)
      value = function.applied(to: value)
    }
    return value
  }

  private func found(_ path: TemplatePath) -> Wire.JSONValue? {
    guard let first = path.names.first else { return stack.last }
    for object in stack.reversed() {
      guard case .object(let fields) = object, let child = fields[first] else { continue }
      return path.names.dropFirst().reduce(child) { value, name in
        guard case .object(let fields)? = value else { return nil }
        return fields[name]
      }
    }
    return nil
  }

  /// Whether it is all that is known of the person, the event or the device, which is no value.
  private func isWhole(_ path: TemplatePath?) -> Bool {
    guard let path, path.names.count == 1 else { return false }
    return !stack.dropFirst().contains {
      if case .object(let fields) = $0 { fields[path.names[0]] != nil } else { false }
    }
  }

  private func place(_ function: TemplateReference.Function) -> Wire.JSONValue? {
    guard let place = places.last else { return nil }
    return switch function {
    case .first: .bool(place.index == 0)
    case .last: .bool(place.index == place.count - 1)
    case .index: .int(Int64(place.index))
    case .even: .bool(place.index.isMultiple(of: 2))
    case .odd: .bool(!place.index.isMultiple(of: 2))
    default: nil
    }
  }

  private func written(_ value: Wire.JSONValue, isRaw: Bool) -> String {
    let words = value.words
    switch kind {
    case .text: return words
    case .html: return isRaw ? words : words.escapedForHTML
    // An address and JSON break with what stands in a value, so nothing is raw there.
    case .address: return words.percentEncoded
    case .json: return json.written(value, as: words)
    }
  }
}

extension Wire.JSONValue {
  /// The value as people read it: the elements of a list with commas between, and an object as
  /// JSON.
  fileprivate var words: String {
    switch self {
    case .null: ""
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): text
    case .array(let elements): elements.map(\.words).joined(separator: ", ")
    case .object: String(decoding: Wire.encode(self), as: UTF8.self)
    }
  }
}

extension TemplateReference.Function {
  /// nil if the value has no such thing.
  fileprivate func applied(to value: Wire.JSONValue?) -> Wire.JSONValue? {
    switch (self, value) {
    case (.empty, nil): true
    case (.empty, .string(let text)?): .bool(text.isEmpty)
    case (.empty, .array(let list)?): .bool(list.isEmpty)
    case (.empty, .object(let fields)?): .bool(fields.isEmpty)
    case (.capitalized, .string(let text)?): .string(text.capitalized)
    case (.lowercased, .string(let text)?): .string(text.lowercased())
    case (.uppercased, .string(let text)?): .string(text.uppercased())
    case (.reversed, .string(let text)?): .string(String(text.reversed()))
    case (.reversed, .array(let list)?): .array(list.reversed())
    case (.first, .array(let list)?): list.first
    case (.last, .array(let list)?): list.last
    case (.count, .array(let list)?): .int(Int64(list.count))
    case (.count, .object(let fields)?): .int(Int64(fields.count))
    case (.sorted, .array(let list)?): .array(list.sorted { $0.isBefore($1) })
    case (.sorted, .object(let fields)?), (.enumerated, .object(let fields)?):
      .array(fields.sorted { $0.key < $1.key }.map { ["key": .string($0.key), "value": $0.value] })
    case (.plusone, .int(let number)?): .int(number &+ 1)
    case (.minusone, .int(let number)?): .int(number &- 1)
    case (.equalzero, .int(let number)?): .bool(number == 0)
    case (.even, .int(let number)?): .bool(number.isMultiple(of: 2))
    case (.odd, .int(let number)?): .bool(!number.isMultiple(of: 2))
    default: nil
    }
  }
}

extension Wire.JSONValue {
  fileprivate func isBefore(_ other: Wire.JSONValue) -> Bool {
    switch (self, other) {
    case (.int(let one), .int(let two)): one < two
    case (.double(let one), .double(let two)): one < two
    case (.int(let one), .double(let two)): Double(one) < two
    case (.double(let one), .int(let two)): one < Double(two)
    default: words < other.words
    }
  }
}

extension String {
  fileprivate var escapedForHTML: String {
    var escaped = ""
    escaped.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// All bytes but those that RFC 3986 never reserves. A value of dots alone would name another
  /// folder.
  var percentEncoded: String {
    let keepsDots = self != "." && self != ".."
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where keepsDots: encoded += "."
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return encoded
  }
}
