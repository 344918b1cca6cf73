// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A set of people of one app, by the small numbers that a store gives them: one bit for each.
public struct PersonSet: Hashable, Sendable {
  /// The last word is never 0, so that equal sets have equal words.
  private var words: [UInt64] = []

  public init(_ numbers: some Sequence<Int64> = EmptyCollection()) {
    for number in numbers { insert(number) }
  }

  public var isEmpty: Bool { words.isEmpty }
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// - Parameter number: Must not be negative.
  public mutating func insert(_ number: Int64) {
    let index = Int(number >> 6)
    if index >= words.count { words.append(contentsOf: repeatElement(0, count: index + 1 - words.count)) }
    words[index] |= 1 << UInt64(number & 63)
  }

  public func contains(_ number: Int64) -> Bool {
    number >= 0 && Int(number >> 6) < words.count && words[Int(number >> 6)] & (1 << UInt64(number & 63)) != 0
  }

  public mutating func formUnion(_ other: PersonSet) {
    if other.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  public mutating func formIntersection(_ other: PersonSet) {
    if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
    for index in words.indices { words[index] &= other.words[index] }
    trim()
  }

  public mutating func subtract(_ other: PersonSet) {
    for index in 0..<min(words.count, other.words.count) { words[index] &= ~other.words[index] }
    trim()
  }

  /// Up to so many of its people, spread evenly over all of them, in ascending order.
  public func sample(_ size: Int) -> [Int64] {
    let count = count
    guard size > 0, count > 0 else { return [] }
    var sample: [Int64] = []
    var place = 0
    forEach { number in
      // The places at which a new one begins if the people are divided into equal parts.
      if place * min(size, count) / count >= sample.count, sample.count < size { sample.append(number) }
      place += 1
    }
    return sample
  }

  /// In ascending order.
  public func forEach(_ body: (Int64) throws -> Void) rethrows {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        try body(Int64(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  private mutating func trim() {
    while words.last == 0 { words.removeLast() }
  }
}
