// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

// An object with only a whole number in `$date`, `{"$date": milliseconds}`, is a date. Every other
// object is an object.

extension Value {
  /// The typed value. An object with only a whole number in `$date` is a date.
  public init(_ json: Wire.JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map { Value($0) })
    case .object(let fields):
      if let milliseconds = json.dateMilliseconds {
        self = .date(Instant(milliseconds: milliseconds))
      } else {
        self = .object(Properties(fields))
      }
    }
  }
}

extension Properties {
  /// The typed values of these fields.
  public init(_ fields: [String: Wire.JSONValue]) { self.init(fields.mapValues { Value($0) }) }
}

extension Wire.JSONValue {
  /// The JSON value. A double that is not finite becomes null, because JSON cannot represent it.
  /// Such values cannot be logged.
  public init(_ value: MartletCore.Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = value.isFinite ? .double(value) : .null
    case .string(let value): self = .string(value)
    case .date(let instant): self = ["$date": .int(instant.milliseconds)]
    case .array(let elements): self = .array(elements.map { Wire.JSONValue($0) })
    case .object(let fields): self = .object(fields.mapValues { Wire.JSONValue($0) })
    }
  }

  /// The milliseconds of a date, or nil for any other value.
  var dateMilliseconds: Int64? {
    guard case .object(let fields) = self, fields.count == 1, let value = fields["$date"] else { return nil }
    return value.wholeNumber
  }
}
