// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Table {
  /// Holds every field against its bound, in the order in which the form states them, and those of the forms inside.
  ///
  /// - Parameter path: of the form; empty: the document itself.
  func check(_ place: UnsafeRawPointer, at path: String, _ checks: inout Checks) {
    for row in inOrder {
      let name = row.name.description
      row.type.check(place + row.offset, row.bound, at: path.isEmpty ? name : "\(path).\(name)", &checks)
    }
  }
}

// MARK: - The values that can be wrong

extension WireValue {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {}

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func checkOptional(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    guard let value = place.assumingMemoryBound(to: Self?.self).pointee else { return }
    withUnsafePointer(to: value) { check($0, bound, at: path, &checks) }
  }
}

extension Optional where Wrapped: WireValue {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    Wrapped.checkOptional(place, bound, at: path, &checks)
  }
}

extension Array where Element: WireValue {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    let elements = place.assumingMemoryBound(to: Self.self).pointee
    if case .most(let count) = bound, elements.count > count { checks.tooMany(count, path) }
    for (index, element) in elements.enumerated() {
      withUnsafePointer(to: element) { Element.check($0, nil, at: "\(path)[\(index)]", &checks) }
    }
  }
}

extension ShapedValue {
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    table.check(place, at: path, &checks)
  }
}

extension String {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    checks.text(place.assumingMemoryBound(to: String.self).pointee, within: bound, path)
  }
}

extension Wire.Open {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    // A word that this version knows is as long as it may be.
    if case .unknown(let word) = place.assumingMemoryBound(to: Self.self).pointee { checks.text(word, within: bound, path) }
  }
}

extension Int64 {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    checks.number(place.assumingMemoryBound(to: Int64.self).pointee, within: bound, path)
  }
}

extension Int {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    checks.number(Int64(place.assumingMemoryBound(to: Int.self).pointee), within: bound, path)
  }
}

extension Instant {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    checks.instant(place.assumingMemoryBound(to: Instant.self).pointee.milliseconds, path)
  }
}

extension Double {
  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    guard case .range(let range) = bound else { return }
    let number = place.assumingMemoryBound(to: Double.self).pointee
    let isBelowTop = range.upperBound == .max || number <= Double(range.upperBound)
    if !number.isFinite || number < Double(range.lowerBound) || !isBelowTop { checks.outOf(range, path) }
  }
}

extension Checks {
  fileprivate mutating func text(_ text: String, within bound: Row.Bound?, _ path: String) {
    switch bound {
    case .id: id(text, path)
    case .text(let length): self.text(text, path, length: length)
    case .most(let length) where !text.isEmpty && !Wire.Limits.allow(text, upTo: length):
      add(path, .tooLong, "This has more than \(length) characters.", remedy: "Send at most \(length) characters.")
    case .most, .range, nil: break
    }
  }

  fileprivate mutating func number(_ number: Int64, within bound: Row.Bound?, _ path: String) {
    if case .range(let range) = bound, !range.contains(number) { outOf(range, path) }
  }

  mutating func tooMany(_ count: Int, _ path: String) {
    add(path, .tooMany, "This list has more than \(count) entries.", remedy: "Send at most \(count) at once.")
  }

  fileprivate mutating func outOf(_ range: ClosedRange<Int64>, _ path: String) {
    let words = range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    add(path, .outOfRange, "This must be \(words).", remedy: "Send a number in this range.")
  }
}
