// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Filter {
  /// The filter that `translated(at:)` turns back into `filter`.
  public init(_ filter: Filter) {
    switch filter {
    case .all(let filters): self = .all(filters.map { Wire.Filter($0) })
    case .any(let filters): self = .any(filters.map { Wire.Filter($0) })
    case .not(let filter): self = .not(Wire.Filter(filter))
    case .compare(let comparison): self = .compare(Wire.Comparison(comparison))
    }
  }

  /// The engine's filter. `path` stands before every field that an error names.
  public func translated(at path: String = "filter") throws(Wire.Untranslatable) -> Filter {
    switch self {
    case .all(let filters): .all(try Self.translated(filters, at: path + ".all"))
    case .any(let filters): .any(try Self.translated(filters, at: path + ".any"))
    case .not(let filter): .not(try filter.translated(at: path + ".not"))
    case .compare(let comparison): .compare(try comparison.translated(at: path))
    case .unknown: throw Wire.Untranslatable(field: path, message: "This version does not know this form of filter.")
    }
  }

  private static func translated(_ filters: [Wire.Filter], at path: String) throws(Wire.Untranslatable) -> [Filter] {
    var translated: [Filter] = []
    for (index, filter) in filters.enumerated() {
      translated.append(try filter.translated(at: "\(path)[\(index)]"))
    }
    return translated
  }
}

extension Wire.Comparison {
  /// The comparison that the engine's filters turn back into `comparison`.
  public init(_ comparison: Comparison) {
    let (operation, value, ignoringCase) = Self.parts(of: comparison.operation)
    self.init(path: comparison.path, operation: .known(operation), value: value, ignoringCase: ignoringCase)
  }

  private static func parts(of operation: Comparison.Operation) -> (Operation, Wire.JSONValue?, ignoringCase: Bool) {
    switch operation {
    case .equals(let value): (.equals, Wire.JSONValue(value), false)
    case .notEquals(let value): (.notEquals, Wire.JSONValue(value), false)
    case .less(let value): (.less, Wire.JSONValue(value), false)
    case .lessOrEqual(let value): (.lessOrEqual, Wire.JSONValue(value), false)
    case .greater(let value): (.greater, Wire.JSONValue(value), false)
    case .greaterOrEqual(let value): (.greaterOrEqual, Wire.JSONValue(value), false)
    case .isIn(let values): (.isIn, .array(values.map { Wire.JSONValue($0) }), false)
    case .contains(let value): (.contains, Wire.JSONValue(value), false)
    case .matches(let pattern, let ignoringCase): (.matches, .string(pattern), ignoringCase)
    case .isBlank: (.isBlank, nil, false)
    case .isNotBlank: (.isNotBlank, nil, false)
    }
  }

  fileprivate func translated(at path: String) throws(Wire.Untranslatable) -> Comparison {
    guard !self.path.isEmpty else { throw Wire.Untranslatable(field: path + ".path", message: "The path needs at least one key.") }
    guard let operation = operation.known else {
      throw Wire.Untranslatable(field: path + ".op", message: "This version does not know the operation.")
    }
    return Comparison(path: self.path, operation: try translated(operation, at: path + ".value"))
  }

  private func translated(_ operation: Operation, at field: String) throws(Wire.Untranslatable) -> Comparison.Operation {
    if operation == .isBlank { return .isBlank }
    if operation == .isNotBlank { return .isNotBlank }
    guard let value else { throw Wire.Untranslatable(field: field, message: "This operation needs a value to compare with.") }
    switch operation {
    case .equals: return .equals(Value(value))
    case .notEquals: return .notEquals(Value(value))
    case .less: return .less(Value(value))
    case .lessOrEqual: return .lessOrEqual(Value(value))
    case .greater: return .greater(Value(value))
    case .greaterOrEqual: return .greaterOrEqual(Value(value))
    case .contains: return .contains(Value(value))
    case .isIn:
      guard case .array(let elements) = value else {
        throw Wire.Untranslatable(field: field, message: "The operation in needs a list of values.")
      }
      return .isIn(elements.map { Value($0) })
    case .matches:
      guard case .string(let pattern) = value else {
        throw Wire.Untranslatable(field: field, message: "The operation matches needs a pattern, which is a string.")
      }
      return .matches(pattern: pattern, ignoringCase: ignoringCase)
    case .isBlank: return .isBlank
    case .isNotBlank: return .isNotBlank
    }
  }
}
