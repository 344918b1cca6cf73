// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The algorithm of Unicode Standard Annex 15, with the data of `NormalFormData`, which is read
/// when the first text needs it.
struct NormalFormTable: Sendable {
  static let shared = NormalFormTable()

  /// The scalars that decompose, sorted. `parts` has their parts at the same index, with 0 for a
  /// missing second part.
  private var decomposed: ContiguousArray<UInt32> = []
  private var parts: ContiguousArray<(first: UInt32, second: UInt32)> = []
  /// First and second scalar in one number, sorted. `composed` has the result at the same index.
  private var pairs: ContiguousArray<UInt64> = []
  private var composed: ContiguousArray<UInt32> = []
  /// The first scalar of each run, sorted. `runs` has the last scalar and the class at the same
  /// index.
  private var firsts: ContiguousArray<UInt32> = []
  private var runs: ContiguousArray<(last: UInt32, combiningClass: UInt8)> = []
  /// All scalars that may be out of normal form, by themselves or because of the scalar before.
  private var careful: ScalarSet

  private init() {
    var careful: [ClosedRange<UInt32>] = [Hangul.vowels, Hangul.finals]
    var compositions: [(pair: UInt64, composed: UInt32)] = []
    var numbers = Numbers(NormalFormData.decompositions)
    var scalar: UInt32 = 0
    while let step = numbers.next(), let first = numbers.next(), let rest = numbers.next() {
      scalar += step
      let second = rest / 2
      decomposed.append(scalar)
      parts.append((first, second))
      if rest % 2 == 0 {
        compositions.append((Self.pair(first, second), scalar))
        careful.append(second...second)
      } else {
        careful.append(scalar...scalar)
      }
    }
    compositions.sort { $0.pair < $1.pair }
    pairs = ContiguousArray(compositions.map(\.pair))
    composed = ContiguousArray(compositions.map(\.composed))
    numbers = Numbers(NormalFormData.classes)
    var last: UInt32 = 0
    while let step = numbers.next(), let length = numbers.next(), let combiningClass = numbers.next() {
      let first = last + step
      last = first + length
      firsts.append(first)
      runs.append((last, UInt8(truncatingIfNeeded: combiningClass)))
      careful.append(first...last)
    }
    self.careful = ScalarSet(careful)
  }

  /// If true, the text is in normal form. False also for a few texts that are.
  func isNormal(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value < 0x300 || !careful.contains($0.value) }
  }

  func compose(_ text: String) -> String {
    var scalars: ContiguousArray<(scalar: UInt32, combiningClass: UInt8)> = []
    scalars.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { decompose(scalar.value, into: &scalars) }
    sortMarks(&scalars)
    var result = String.UnicodeScalarView()
    for scalar in joined(scalars) {
      if let scalar = Unicode.Scalar(scalar) { result.append(scalar) }
    }
    return String(result)
  }

  private func decompose(
    _ scalar: UInt32, into scalars: inout ContiguousArray<(scalar: UInt32, combiningClass: UInt8)>
  ) {
    if scalar < 0xC0 {
      scalars.append((scalar, 0))
    } else if let (first, second) = Hangul.parts(of: scalar) {
      decompose(first, into: &scalars)
      scalars.append((second, 0))
    } else if let place = place(of: scalar, in: decomposed) {
      // Each part may decompose further, at most a few times.
      decompose(parts[place].first, into: &scalars)
      if parts[place].second != 0 { decompose(parts[place].second, into: &scalars) }
    } else {
      scalars.append((scalar, combiningClass(of: scalar)))
    }
  }

  /// Sorts the marks after each letter by class. Marks of the same class keep their order.
  private func sortMarks(_ scalars: inout ContiguousArray<(scalar: UInt32, combiningClass: UInt8)>) {
    var start = 0
    while start < scalars.count {
      guard scalars[start].combiningClass != 0 else {
        start += 1
        continue
      }
      let end = scalars[start...].firstIndex { $0.combiningClass == 0 } ?? scalars.endIndex
      let isSorted = zip(scalars[start..<end], scalars[start..<end].dropFirst()).allSatisfy {
        $0.combiningClass <= $1.combiningClass
      }
      if !isSorted {
        // The library does not promise a stable sort.
        let order = (start..<end).sorted {
          (scalars[$0].combiningClass, $0) < (scalars[$1].combiningClass, $1)
        }
        scalars.replaceSubrange(start..<end, with: order.map { scalars[$0] })
      }
      start = end
    }
  }

  private func joined(_ scalars: ContiguousArray<(scalar: UInt32, combiningClass: UInt8)>) -> ContiguousArray<
    UInt32
  > {
    var result: ContiguousArray<UInt32> = []
    result.reserveCapacity(scalars.count)
    /// The position of the letter that marks combine with.
    var starter: Int?
    /// The class of the last scalar after the letter that did not combine, or 0 if there is none.
    var lastClass: UInt8 = 0
    for (scalar, combiningClass) in scalars {
      if let place = starter, place == result.count - 1 || (lastClass < combiningClass && lastClass != 0),
        let whole = composition(of: result[place], scalar)
      {
        result[place] = whole
        continue
      }
      if combiningClass == 0 { starter = result.count }
      lastClass = combiningClass
      result.append(scalar)
    }
    return result
  }

  private func composition(of first: UInt32, _ second: UInt32) -> UInt32? {
    if let syllable = Hangul.syllable(first, second) { return syllable }
    return place(of: Self.pair(first, second), in: pairs).map { composed[$0] }
  }

  private func combiningClass(of scalar: UInt32) -> UInt8 {
    let next = firsts.firstPlace { $0 <= scalar }
    guard next > 0, scalar <= runs[next - 1].last else { return 0 }
    return runs[next - 1].combiningClass
  }

  private static func pair(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) << 32 | UInt64(second)
  }

  private func place<T: Comparable>(of sought: T, in sorted: ContiguousArray<T>) -> Int? {
    let next = sorted.firstPlace { $0 <= sought }
    return next > 0 && sorted[next - 1] == sought ? next - 1 : nil
  }
}

/// Reads the numbers of `NormalFormData`.
private struct Numbers {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ text: StaticString) {
    bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  mutating func next() -> UInt32? {
    var number: UInt32 = 0
    while position < bytes.count {
      let byte = UInt32(bytes[position])
      position += 1
      if byte >= 0x5D { return number * 32 + byte - 0x5D }
      number = number * 32 + byte - 0x23
    }
    return nil
  }
}

/// The syllables of Hangul are computed, not in the table.
private enum Hangul {
  static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  static let finals: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let initials: ClosedRange<UInt32> = 0x1100...0x1112
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  private static let vowelCount: UInt32 = 21
  /// Includes one for no final.
  private static let finalCount: UInt32 = 28

  /// A syllable consists of an initial and a vowel, or of such a syllable and a final.
  static func parts(of scalar: UInt32) -> (first: UInt32, second: UInt32)? {
    guard syllables.contains(scalar) else { return nil }
    let number = scalar - syllables.lowerBound
    let final = number % finalCount
    if final != 0 { return (scalar - final, finals.lowerBound + final - 1) }
    let pair = number / finalCount
    return (initials.lowerBound + pair / vowelCount, vowels.lowerBound + pair % vowelCount)
  }

  static func syllable(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if initials.contains(first), vowels.contains(second) {
      let pair = (first - initials.lowerBound) * vowelCount + second - vowels.lowerBound
      return syllables.lowerBound + pair * finalCount
    }
    if syllables.contains(first), (first - syllables.lowerBound) % finalCount == 0, finals.contains(second) {
      return first + second - finals.lowerBound + 1
    }
    return nil
  }
}
