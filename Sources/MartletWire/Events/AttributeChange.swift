// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A change of an attribute relative to what it is: one more, one element of a list, some members of an object.
  ///
  /// What it comes to depends on all that was said of the attribute before, on every device. So devices send the change, and who keeps people
  /// puts changes in order and applies one after the other.
  public struct AttributeChange: Hashable, Sendable {
    /// One that this version does not know is kept, and changes nothing.
    public var operation: Open<Operation>
    /// What the operation works with; see there.
    public var value: JSONValue

    /// Nothing is judged here: what does not fit changes nothing, and a record's `validate()` names it.
    public init(_ operation: Open<Operation>, _ value: JSONValue) {
      self.operation = operation
      self.value = value
    }

    /// What is done with the attribute.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
      /// Adds a finite number; a negative one takes away.
      case increment
      /// Puts a text, number, boolean or date at the end of a list.
      case add
      /// Takes a text, number, boolean or date out of a list.
      case remove
      /// Lays an object over an object; null removes a member.
      case merge
    }
  }
}

extension Wire.AttributeChange {
  /// What the change makes of an attribute. Null stands for one that is not there, before and after.
  ///
  /// | operation | nothing there | there | of another type |
  /// |---|---|---|---|
  /// | `increment` | counts as 0 | the sum: whole numbers stay whole until 64 bits do not hold it, then it is a double | unchanged |
  /// | `add` | a list of one | at the end of the list, and nowhere else in it; of more than 250 elements the first fall off | unchanged |
  /// | `remove` | stays so | the list without it, which may be empty | unchanged |
  /// | `merge` | the object without its nulls | object in object; all else is replaced, and what is null removed | unchanged |
  ///
  /// Numbers are the same element when they are equal, 1 and 1.0 too. A date is a value, not an object. An attribute that would become longer
  /// than `Limits.attributeBytes`, or a number that no double holds, stays as it is; so it does when operation and value do not fit.
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

  /// Whether the value is one that the operation can work with. Nobody can say that of an operation that this version does not know.
  public var fits: Bool {
    switch operation {
    case .known(.increment): value.isFiniteNumber
    case .known(.add), .known(.remove): value.isElement
    case .known(.merge): value.members != nil
    case .unknown: true
    }
  }

  // MARK: - The operations; nil: unchanged

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
    guard let members = value.members, let before = current == .null ? [:] : current.members else { return nil }
    return .object(Self.lay(members, over: before))
  }

  private static func lay(
    _ members: [String: Wire.JSONValue], over before: [String: Wire.JSONValue]
  ) -> [String: Wire.JSONValue] {
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
  /// nil when this is no object, or one that stands for something else, as a date does.
  fileprivate var members: [String: Wire.JSONValue]? {
    guard case .object(let fields) = self, dateMilliseconds == nil else { return nil }
    return fields
  }

  fileprivate var isFiniteNumber: Bool { number?.isFinite ?? false }

  /// What `add` and `remove` work with.
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
    case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)): Int64(exactly: number) == whole
    default: self == other
    }
  }
}
