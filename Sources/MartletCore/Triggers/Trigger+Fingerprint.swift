// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension [Trigger] {
  /// The same number for equal triggers in every run and on every platform, which `Hasher` does not promise.
  var fingerprint: UInt64 {
    var print = Fingerprint()
    for trigger in self { print.add(trigger) }
    return print.hash.value
  }
}

/// A hash over a form of the triggers in which every value is preceded by what it is, so that no two different ones give the same bytes.
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
    case .sessionStart: add(UInt8(1))
    case .pushClick(let campaign):
      add(UInt8(2))
      add(campaign?.rawValue ?? "")
    case .anyPurchase(let filter):
      add(UInt8(3))
      add(filter)
    case .purchase(let productID, let filter):
      add(UInt8(4))
      add(productID)
      add(filter)
    case .customEvent(let name, let filter):
      add(UInt8(5))
      add(name)
      add(filter)
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
    // Dictionaries inside operands print in no fixed order; two prints of one filter then differ, which only starts its count anew.
    add(String(reflecting: filter))
  }
}
