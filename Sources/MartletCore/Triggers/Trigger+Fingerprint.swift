// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension [Trigger] {
  /// Equal for equal triggers, in every run and on every platform. `Hasher` does not promise this.
  var fingerprint: UInt64 {
    var print = Fingerprint()
    for trigger in self { print.add(trigger) }
    return print.hash.value
  }
}

extension Value {
  /// Equal for equal values, in every run and on every platform. Numbers are equal by their value,
  /// whatever their type.
  var fingerprint: UInt64 {
    var print = Fingerprint()
    if case .double(let number) = self, let whole = Int64(ifWhole: number) {
      print.add(.int(whole))
    } else {
      print.add(self)
    }
    return print.hash.value
  }
}

/// Hashes an encoding of the triggers in which each value is preceded by its type. Different
/// triggers therefore never have the same bytes.
private struct Fingerprint {
  private(set) var hash = FNV1a()

  private mutating func add(_ byte: UInt8) { hash.add(byte) }

  private mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> Int64(shift))) }
  }

  private mutating func add(_ text: String) {
    add(Int64(text.utf8.count))
    for byte in text.utf8 { add(byte) }
  }

  mutating func add(_ trigger: Trigger) {
    switch trigger {
    case .event(let category, let name, let filter):
      let traits = category.traits
      if name == nil, let mark = traits.markOfAny {
        add(mark)
      } else {
        add(traits.mark)
        if traits.hasName { add(name ?? "") }
      }
      if traits.hasProperties { add(filter) }
    case .any(let parts):
      add(UInt8(6))
      add(parts)
    case .all(let parts, let window):
      add(UInt8(7))
      add(parts)
      add(window)
    case .count(let part, let repetition):
      add(UInt8(8))
      add(part)
      add(Int64(repetition.times))
      add(repetition.match.rawValue)
      add(repetition.window)
    }
  }

  private mutating func add(_ parts: [Trigger]) {
    add(Int64(parts.count))
    for part in parts { add(part) }
  }

  private mutating func add(_ window: HistoryWindow) {
    switch window {
    case .session: add(Int64(-1))
    case .last(let length): add(length.wholeMilliseconds)
    }
  }

  private mutating func add(_ filter: Filter?) {
    guard let filter else { return add(UInt8(0)) }
    switch filter {
    case .all(let parts): add(1, parts)
    case .any(let parts): add(2, parts)
    case .not(let part): add(3, [part])
    case .compare(let comparison):
      add(UInt8(4))
      add(Int64(comparison.path.count))
      for key in comparison.path { add(key) }
      add(comparison.operation)
    }
  }

  private mutating func add(_ kind: UInt8, _ parts: [Filter]) {
    add(kind)
    add(Int64(parts.count))
    for part in parts { add(part) }
  }

  private mutating func add(_ operation: Comparison.Operation) {
    let (`operator`, operand, ignoresCase) = operation.parts
    let kind = `operator`.traits.number + (ignoresCase ? 1 : 0)
    switch operand {
    case .nothing: add(kind)
    case .value(let value): add(kind, [value])
    case .bound(let bound): add(kind, [bound])
    case .range(let lower, let upper): add(kind, [lower, upper])
    case .list(let values): add(kind, values)
    case .text(let text), .pattern(let text): add(kind, text)
    case .filter(let filter): add(kind, [filter])
    }
  }

  private mutating func add(_ kind: UInt8, _ text: String) {
    add(kind)
    add(text)
  }

  private mutating func add(_ kind: UInt8, _ values: [Value]) {
    add(kind)
    add(Int64(values.count))
    for value in values { add(value) }
  }

  private mutating func add(_ kind: UInt8, _ bounds: [Comparison.Bound]) {
    add(kind)
    for bound in bounds {
      switch bound {
      case .value(let value): add(1, [value])
      case .fromNow(let seconds):
        add(UInt8(2))
        add(seconds)
      }
    }
  }

  mutating func add(_ value: Value) {
    switch value {
    case .null: add(UInt8(0))
    case .bool(let isTrue): add(isTrue ? 2 : 1 as UInt8)
    case .int(let number):
      add(UInt8(3))
      add(number)
    case .double(let number):
      add(UInt8(4))
      // 0 and -0 are equal.
      add(Int64(bitPattern: number == 0 ? 0 : number.bitPattern))
    case .string(let text): add(5, text)
    case .date(let date):
      add(UInt8(6))
      add(date.milliseconds)
    case .array(let values): add(7, values)
    case .object(let members):
      add(UInt8(8))
      add(Int64(members.count))
      for (key, value) in members.inOrder(by: { $0.key < $1.key }) {
        add(key)
        add(value)
      }
    }
  }
}
