// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension String: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    guard case .string(let value) = json else { throw .wrongType(expected: "a string", found: json) }
    self = value
  }

  var json: Wire.JSONValue { .string(self) }
}

extension Bool: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    guard case .bool(let value) = json else { throw .wrongType(expected: "true or false", found: json) }
    self = value
  }

  var json: Wire.JSONValue { .bool(self) }
}

extension Int64: FieldValue {
  /// Also from `5.0` and `5e3`: some languages write whole numbers so.
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    switch json {
    case .int(let value): self = value
    case .double(let value):
      guard let whole = Int64(exactly: value) else { throw .invalid("Expected a whole number of at most 64 bits.") }
      self = whole
    default: throw .wrongType(expected: "a whole number", found: json)
    }
  }

  var json: Wire.JSONValue { .int(self) }
}

extension Int: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    guard let value = Int(exactly: try Int64(json: json)) else { throw .invalid("The number is too large.") }
    self = value
  }

  var json: Wire.JSONValue { .int(Int64(self)) }
}

extension Double: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    switch json {
    case .int(let value): self = Double(value)
    case .double(let value): self = value
    default: throw .wrongType(expected: "a number", found: json)
    }
  }

  var json: Wire.JSONValue { .double(self) }
}

extension Instant: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    self.init(milliseconds: try Int64(json: json))
  }

  var json: Wire.JSONValue { .int(milliseconds) }
}

extension Array: FieldValue where Element: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    guard case .array(let elements) = json else { throw .wrongType(expected: "a list", found: json) }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do { append(try Element(json: element)) } catch { throw error.inside(index: index) }
    }
  }

  var json: Wire.JSONValue { .array(map(\.json)) }
}

extension Dictionary: FieldValue where Key == String, Value: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    guard case .object(let fields) = json else { throw .wrongType(expected: "an object", found: json) }
    self = [:]
    reserveCapacity(fields.count)
    for (key, field) in fields {
      do { self[key] = try Value(json: field) } catch { throw error.inside(key: key) }
    }
  }

  var json: Wire.JSONValue { .object(mapValues(\.json)) }
}

extension Wire.Open: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    self.init(try String(json: json))
  }

  public var json: Wire.JSONValue { .string(rawValue) }
}

extension Wire.Color: FormValue {
  /// Reads `#RRGGBB` and `#RRGGBBAA`, in either case.
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    let digits = try String(json: json).utf8
    guard digits.first == UInt8(ascii: "#"), digits.count == 7 || digits.count == 9, !digits.contains(UInt8(ascii: "+")),
      let number = UInt32(String(decoding: digits.dropFirst(), as: UTF8.self), radix: 16)
    else { throw .invalid("Expected a colour as #RRGGBB or #RRGGBBAA.") }
    self.init(argb: digits.count == 7 ? 0xFF00_0000 | number : number >> 8 | number << 24)
  }

  public var json: Wire.JSONValue { .string(hex) }

  /// `#RRGGBB` when opaque, else `#RRGGBBAA`.
  public var hex: String {
    func digits(_ number: UInt32, count: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: count - text.utf8.count) + text
    }
    let rgb = digits(argb & 0xFF_FFFF, count: 6)
    return argb >> 24 == 0xFF ? "#" + rgb : "#" + rgb + digits(argb >> 24, count: 2)
  }
}
