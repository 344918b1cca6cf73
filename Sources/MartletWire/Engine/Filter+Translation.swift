// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Filter {
  /// The filter whose `translated(at:)` is `filter`.
  public init(_ filter: Filter) {
    switch filter {
    case .all(let filters): self = .all(filters.map { Wire.Filter($0) })
    case .any(let filters): self = .any(filters.map { Wire.Filter($0) })
    case .not(let filter): self = .not(Wire.Filter(filter))
    case .compare(let comparison): self = .compare(Wire.Comparison(comparison))
    }
  }

  /// The engine's filter. `path` is the prefix of the fields in errors.
  public func translated(at path: String = "filter") throws(Wire.Untranslatable) -> Filter {
    do { return try translated(isInElement: false) } catch { throw error.inside(path) }
  }

  /// Errors name fields relative to this filter. Each level adds its part while an error passes, so
  /// that valid filters need no paths.
  func translated(isInElement: Bool) throws(Wire.Untranslatable) -> Filter {
    switch self {
    case .all(let filters):
      return .all(
        try filters.translated("all") { filter throws(Wire.Untranslatable) in
          try filter.translated(isInElement: isInElement)
        })
    case .any(let filters):
      return .any(
        try filters.translated("any") { filter throws(Wire.Untranslatable) in
          try filter.translated(isInElement: isInElement)
        })
    case .not(let filter):
      do { return .not(try filter.translated(isInElement: isInElement)) } catch { throw error.inside("not") }
    case .compare(let comparison): return .compare(try comparison.translated(isInElement: isInElement))
    case .unknown: throw Wire.Untranslatable(message: "This version does not know this form of filter.")
    }
  }
}

extension Wire.Comparison {
  /// The comparison that is translated to `comparison`.
  public init(_ comparison: Comparison) {
    let (operation, operand, ignoresCase) = comparison.operation.parts
    self.init(
      path: comparison.path, operation: .known(operation), value: Wire.JSONValue(operand),
      ignoringCase: ignoresCase)
    if case .filter(let filter) = operand { self.filter = Wire.Filter(filter) }
  }

  /// - Parameter isInElement: true inside an `any_element`, where the empty path is the element
  ///   itself.
  fileprivate func translated(isInElement: Bool) throws(Wire.Untranslatable) -> Comparison {
    guard !path.isEmpty || isInElement else {
      throw Wire.Untranslatable(field: "path", message: "The path needs at least one key.")
    }
    let operation = try operation.understood("the operation", at: "op")
    // An option that this version cannot apply must not be ignored.
    if ignoringCase, !operation.canIgnoreCase {
      throw Wire.Untranslatable(
        field: "ignoring_case", message: "The operation \(operation.rawValue) does not ignore case.")
    }
    let form = operation.traits.form
    if filter != nil {
      guard case .filter = form else {
        throw Wire.Untranslatable(
          field: "filter", message: "The operation \(operation.rawValue) has no filter of its own.")
      }
    }
    return Comparison(
      path: path, operation: try translated(form, Wire.FilterOperand(operation: operation, json: value)))
  }

  private func translated(
    _ form: Operation.Form, _ operand: Wire.FilterOperand
  ) throws(Wire.Untranslatable) -> MartletCore.Comparison.Operation {
    switch form {
    case .nothing(let operation): return operation
    case .value(let make): return make(try operand.value())
    case .content(let make): return make(try operand.value(), ignoringCase)
    case .bound(let make): return make(try operand.bound())
    case .range(let make):
      let (lower, upper) = try operand.range()
      return make(lower, upper)
    case .list(let make): return make(try operand.list())
    case .text(let make): return make(try operand.text("a string"), ignoringCase)
    case .pattern(let make): return make(try operand.text("a pattern, which is a string"), ignoringCase)
    case .filter(let make):
      guard let filter else {
        throw Wire.Untranslatable(
          field: "filter", message: "The operation \(operation.rawValue) needs a filter for the elements.")
      }
      do { return make(try filter.translated(isInElement: true)) } catch { throw error.inside("filter") }
    }
  }
}
