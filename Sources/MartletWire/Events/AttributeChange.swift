// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A change of an attribute relative to its current value, such as an increment or an added
  /// element.
  ///
  /// The result depends on all earlier changes, on every device. So devices send the change, and
  /// the server applies all changes in order.
  public struct AttributeChange: Hashable, Sendable {
    /// The operation. An unknown one is kept, but has no effect.
    public var operation: Open<Operation>
    /// The operand of the operation.
    public var value: JSONValue

    /// Creates a change without validation. A value that does not fit has no effect, and
    /// `validate()` of the record reports it.
    public init(_ operation: Open<Operation>, _ value: JSONValue) {
      self.operation = operation
      self.value = value
    }

    /// What the change does.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
      /// Adds a finite number. A negative number subtracts.
      case increment
      /// Adds a string, number, boolean or date to the end of a list.
      case add
      /// Removes a string, number, boolean or date from a list.
      case remove
      /// Merges an object into an object. null removes a member.
      case merge
    }
  }
}

extension Wire.AttributeChange {
  /// The new value of the attribute. Null means no value, before and after.
  ///
  /// | operation | no value | current value | other type |
  /// |---|---|---|---|
  /// | `increment` | counts as 0 | the sum: whole numbers stay whole; a sum beyond 64 bits is a double | unchanged |
  /// | `add` | a list of one | added to the end, and removed from any other position; beyond 250 elements, the first ones are dropped | unchanged |
  /// | `remove` | no value | the list without it, which can be empty | unchanged |
  /// | `merge` | the object without its nulls | nested objects are merged; everything else is replaced, and null removes | unchanged |
  ///
  /// In lists, equal numbers are the same element, including 1 and 1.0. A date is a value, not an
  /// object. If the attribute would become longer than `Limits.attributeBytes`, if a number does
  /// not fit a double, or if operation and value do not fit, the attribute stays unchanged.
  public func applied(to current: Wire.JSONValue) -> Wire.JSONValue {
    guard let operation = operation.known else { return current }
    let changed: Wire.JSONValue? =
      switch operation {
      case .increment: incremented(current)
      case .add: added(to: current)
      case .remove: removed(from: current)
      case .merge: merged(into: current)
      }
    guard let changed, !changed.isLonger(than: Wire.Limits.attributeBytes) else { return current }
    return changed
  }

  /// Whether the operation can use the value. True for an unknown operation.
  public var fits: Bool {
    switch operation {
    case .known(.increment): value.isFiniteNumber
    case .known(.add), .known(.remove): value.isElement
    case .known(.merge): value.members != nil
    case .unknown: true
    }
  }

  // MARK: - Operations (nil: unchanged)

  private func incremented(_ current: Wire.JSONValue) -> Wire.JSONValue? {
    switch (current, value) {
    case (.null, .int): return value
    case (.int(let number), .int(let step)):
      let (sum, overflows) = number.addingReportingOverflow(step)
      return overflows ? .double(Double(number) + Double(step)) : .int(sum)
    default:
      guard let number = current == .null ? 0 : current.number, let step = value.number else { return nil }
      let sum = number + step
      return sum.isFinite ? .double(sum) : nil
    }
  }

  private func added(to current: Wire.JSONValue) -> Wire.JSONValue? {
    guard value.isElement else { return nil }
    switch current {
    case .null: return [value]
    case .array(let elements):
      let changed = elements.filter { !$0.isSame(as: value) } + [value]
      return .array(Array(changed.suffix(Wire.Limits.listValues)))
    default: return nil
    }
  }

  private func removed(from current: Wire.JSONValue) -> Wire.JSONValue? {
    guard case .array(let elements) = current else { return nil }
    return .array(elements.filter { !$0.isSame(as: value) })
  }

  private func merged(into current: Wire.JSONValue) -> Wire.JSONValue? {
    guard let members = value.members, let before = current == .null ? [:] : current.members else {
      return nil
    }
    return .object(Self.lay(members, over: before))
  }

  private static func lay(_ members: [String: Wire.JSONValue], over before: [String: Wire.JSONValue])
    -> [String: Wire.JSONValue]
  {
    members.reduce(into: before) { merged, member in
      if member.value == .null {
        merged[member.key] = nil
      } else if let inner = member.value.members {
        merged[member.key] = .object(lay(inner, over: merged[member.key]?.members ?? [:]))
      } else {
        merged[member.key] = member.value
      }
    }
  }
}

extension Wire.JSONValue {
  /// The members of an object. nil for any other value, and for an object that represents another
  /// value, such as a date.
  fileprivate var members: [String: Wire.JSONValue]? {
    guard case .object(let fields) = self, dateMilliseconds == nil else { return nil }
    return fields
  }

  fileprivate var isFiniteNumber: Bool { number?.isFinite ?? false }

  /// True for the values that `add` and `remove` support.
  fileprivate var isElement: Bool {
    switch self {
    case .string, .bool, .int: true
    case .double(let number): number.isFinite
    case .object: dateMilliseconds != nil
    case .null, .array: false
    }
  }

  fileprivate func isSame(as other: Wire.JSONValue) -> Bool {
    switch (self, other) {
    case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)):
      Int64(exactly: number) == whole
    default: self == other
    }
  }
}
