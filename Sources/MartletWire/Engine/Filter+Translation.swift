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
    do { return try translated(isInElement: false) } catch { throw error.inside(path) }
  }

  /// Errors name fields from this filter on: each level adds its part while an error passes, so that nothing is made for filters that are fine.
  func translated(isInElement: Bool) throws(Wire.Untranslatable) -> Filter {
    switch self {
    case .all(let filters):
      return .all(try filters.translated("all") { filter throws(Wire.Untranslatable) in try filter.translated(isInElement: isInElement) })
    case .any(let filters):
      return .any(try filters.translated("any") { filter throws(Wire.Untranslatable) in try filter.translated(isInElement: isInElement) })
    case .not(let filter):
      do { return .not(try filter.translated(isInElement: isInElement)) } catch { throw error.inside("not") }
    case .compare(let comparison): return .compare(try comparison.translated(isInElement: isInElement))
    case .unknown: throw Wire.Untranslatable(message: "This version does not know this form of filter.")
    }
  }
}

extension Wire.Comparison {
  /// The comparison that the engine's filters turn back into `comparison`.
  public init(_ comparison: Comparison) {
    let (operation, value, ignoringCase) = Self.parts(of: comparison.operation)
    self.init(path: comparison.path, operation: .known(operation), value: value, ignoringCase: ignoringCase)
    if case .anyElement(let filter) = comparison.operation { self.filter = Wire.Filter(filter) }
  }

  private static func parts(of operation: Comparison.Operation) -> (Operation, Wire.JSONValue?, ignoringCase: Bool) {
    switch operation {
    case .equals(let value): (.equals, Wire.JSONValue(value), false)
    case .notEquals(let value): (.notEquals, Wire.JSONValue(value), false)
    case .less(let bound): (.less, Wire.JSONValue(bound), false)
    case .lessOrEqual(let bound): (.lessOrEqual, Wire.JSONValue(bound), false)
    case .greater(let bound): (.greater, Wire.JSONValue(bound), false)
    case .greaterOrEqual(let bound): (.greaterOrEqual, Wire.JSONValue(bound), false)
    case .between(let lower, let upper): (.between, .array([Wire.JSONValue(lower), Wire.JSONValue(upper)]), false)
    case .isIn(let values): (.isIn, list(values), false)
    case .isNotIn(let values): (.isNotIn, list(values), false)
    case .contains(let value, let ignoringCase): (.contains, Wire.JSONValue(value), ignoringCase)
    case .startsWith(let text, let ignoringCase): (.startsWith, .string(text), ignoringCase)
    case .endsWith(let text, let ignoringCase): (.endsWith, .string(text), ignoringCase)
    case .matches(let pattern, let ignoringCase): (.matches, .string(pattern), ignoringCase)
    case .includesAny(let values): (.includesAny, list(values), false)
    case .includesAll(let values): (.includesAll, list(values), false)
    case .anyElement: (.anyElement, nil, false)
    case .isBlank: (.isBlank, nil, false)
    case .isNotBlank: (.isNotBlank, nil, false)
    case .exists: (.exists, nil, false)
    case .doesNotExist: (.doesNotExist, nil, false)
    }
  }

  private static func list(_ values: [Value]) -> Wire.JSONValue { .array(values.map { Wire.JSONValue($0) }) }

  /// - Parameter isInElement: inside an `any_element`, where the empty path names the element itself.
  fileprivate func translated(isInElement: Bool) throws(Wire.Untranslatable) -> Comparison {
    guard !path.isEmpty || isInElement else { throw Wire.Untranslatable(field: "path", message: "The path needs at least one key.") }
    guard let operation = operation.known else {
      throw Wire.Untranslatable(field: "op", message: "This version does not know the operation" + self.operation.question)
    }
    // What says more than this version would understand must not be ignored.
    if ignoringCase, ![.contains, .startsWith, .endsWith, .matches].contains(operation) {
      throw Wire.Untranslatable(field: "ignoring_case", message: "The operation \(operation.rawValue) does not ignore case.")
    }
    if filter != nil, operation != .anyElement {
      throw Wire.Untranslatable(field: "filter", message: "The operation \(operation.rawValue) has no filter of its own.")
    }
    return Comparison(path: path, operation: try translated(operation))
  }

  private func translated(_ operation: Operation) throws(Wire.Untranslatable) -> Comparison.Operation {
    let operand = Wire.FilterOperand(operation, value)
    switch operation {
    case .equals: return .equals(try operand.value())
    case .notEquals: return .notEquals(try operand.value())
    case .less: return .less(try operand.bound())
    case .lessOrEqual: return .lessOrEqual(try operand.bound())
    case .greater: return .greater(try operand.bound())
    case .greaterOrEqual: return .greaterOrEqual(try operand.bound())
    case .between:
      let (lower, upper) = try operand.range()
      return .between(lower, upper)
    case .isIn: return .isIn(try operand.list())
    case .isNotIn: return .isNotIn(try operand.list())
    case .contains: return .contains(try operand.value(), ignoringCase: ignoringCase)
    case .startsWith: return .startsWith(try operand.text("a string"), ignoringCase: ignoringCase)
    case .endsWith: return .endsWith(try operand.text("a string"), ignoringCase: ignoringCase)
    case .matches: return .matches(pattern: try operand.text("a pattern, which is a string"), ignoringCase: ignoringCase)
    case .includesAny: return .includesAny(try operand.list())
    case .includesAll: return .includesAll(try operand.list())
    case .anyElement:
      guard let filter else {
        throw Wire.Untranslatable(field: "filter", message: "The operation any_element needs a filter for the elements.")
      }
      do { return .anyElement(try filter.translated(isInElement: true)) } catch { throw error.inside("filter") }
    case .isBlank: return .isBlank
    case .isNotBlank: return .isNotBlank
    case .exists: return .exists
    case .doesNotExist: return .doesNotExist
    }
  }
}
