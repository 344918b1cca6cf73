// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.JSONValue {
  /// A field of an object, or nil if there is none or the value is not an object.
  public subscript(key: String) -> Wire.JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  /// The string, or nil for any other value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// nil when this is neither true nor false.
  public var flag: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// nil when this is no number.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// A whole number, also from `5.0` and `5e3`; nil when this is none.
  public var wholeNumber: Int64? {
    switch self {
    case .int(let value): value
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }
}
