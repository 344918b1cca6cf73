// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Comparison {
  /// The constant that a property is compared with.
  public indirect enum Operand: Hashable, Sendable {
    case nothing
    case value(Value)
    case bound(Bound)
    case range(Bound, Bound)
    case list([Value])
    case text(String)
    case pattern(String)
    case filter(Filter)
  }
}

extension Comparison.Operator {
  /// The description of an operator, independent of its operand.
  public struct Traits {
    /// The operator's number in stored fingerprints. Never change or reuse it. The next number
    /// stands for the operator that ignores case.
    let number: UInt8
    public let form: Form
    public let types: Types
    /// Whether a missing property and null pass, whatever the operand. False for operators that
    /// only ask whether there is a value.
    public let acceptsMissing: Bool

    init(_ number: UInt8, _ form: Form, _ types: Types, acceptsMissing: Bool = false) {
      self.number = number
      self.form = form
      self.types = types
      self.acceptsMissing = acceptsMissing
    }
  }

  /// The form of the operand, and how it becomes an operation. Forms with two parameters can ignore
  /// case.
  public enum Form {
    case nothing(Comparison.Operation)
    case value((Value) -> Comparison.Operation)
    /// For a string or a list.
    case content((Value, _ ignoringCase: Bool) -> Comparison.Operation)
    /// One bound of an order.
    case bound((Comparison.Bound) -> Comparison.Operation)
    /// Both bounds.
    case range((Comparison.Bound, Comparison.Bound) -> Comparison.Operation)
    case list(([Value]) -> Comparison.Operation)
    case text((String, _ ignoringCase: Bool) -> Comparison.Operation)
    case pattern((String, _ ignoringCase: Bool) -> Comparison.Operation)
    case filter((Filter) -> Comparison.Operation)
  }

  /// The types of properties that it supports. It is false for others.
  public enum Types: Hashable, Sendable {
    case all
    case only(Set<Value.Family>)
    /// The types of the operand's values.
    case ofOperand
    /// Lists, and strings if the operand is a string.
    case ofContent
  }

  /// Whether it can ignore case.
  public var canIgnoreCase: Bool {
    switch traits.form {
    case .content, .text, .pattern: true
    case .nothing, .value, .bound, .range, .list, .filter: false
    }
  }
}

extension Comparison.Operation {
  /// nil if the operator needs another form of operand.
  public init?(_ operator: Comparison.Operator, _ operand: Comparison.Operand, ignoringCase: Bool = false) {
    switch (`operator`.traits.form, operand) {
    case (.nothing(let operation), .nothing): self = operation
    case (.value(let make), .value(let value)): self = make(value)
    case (.content(let make), .value(let value)): self = make(value, ignoringCase)
    case (.bound(let make), .bound(let bound)): self = make(bound)
    case (.range(let make), .range(let lower, let upper)): self = make(lower, upper)
    case (.list(let make), .list(let values)): self = make(values)
    case (.text(let make), .text(let text)): self = make(text, ignoringCase)
    case (.pattern(let make), .pattern(let pattern)): self = make(pattern, ignoringCase)
    case (.filter(let make), .filter(let filter)): self = make(filter)
    default: return nil
    }
  }

  /// The supported types of properties, or nil for all.
  public var families: Set<Value.Family>? {
    let (`operator`, operand, _) = parts
    return switch `operator`.traits.types {
    case .all: nil
    case .only(let families): families
    case .ofOperand: operand.families
    case .ofContent: operand.families.contains(.string) ? [.string, .array] : [.array]
    }
  }

  /// True if `actual` is not null and its type is not supported by this operation.
  func differsInType(from actual: Value) -> Bool {
    guard actual.family != .null, let families else { return false }
    return !families.contains(actual.family)
  }

  /// The same operation with all text in normal form. Patterns stay as they are, because their
  /// length limit applies to the original text.
  var inNormalForm: Self {
    let (`operator`, operand, ignoresCase) = parts
    return Self(`operator`, operand.inNormalForm, ignoringCase: ignoresCase) ?? self
  }
}

extension Comparison.Operand {
  fileprivate var families: Set<Value.Family> {
    switch self {
    case .value(let value): [value.family]
    case .bound(let bound): [bound.family]
    case .range(let lower, let upper): [lower.family, upper.family]
    case .list(let values): Set(values.map(\.family))
    case .text, .pattern: [.string]
    case .nothing, .filter: []
    }
  }

  fileprivate var inNormalForm: Self {
    switch self {
    case .value(let value): .value(value.inNormalForm)
    case .bound(let bound): .bound(bound.inNormalForm)
    case .range(let lower, let upper): .range(lower.inNormalForm, upper.inNormalForm)
    case .list(let values): .list(values.map(\.inNormalForm))
    case .text(let text): .text(NormalForm.of(text))
    // The compiler normalises the comparisons of a filter one by one.
    case .nothing, .pattern, .filter: self
    }
  }
}

extension Comparison.Bound {
  var family: Value.Family {
    switch self {
    case .value(let value): value.family
    case .fromNow: .date
    }
  }

  fileprivate var inNormalForm: Self {
    if case .value(let value) = self { .value(value.inNormalForm) } else { self }
  }
}
