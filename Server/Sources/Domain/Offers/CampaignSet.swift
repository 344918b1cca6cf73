// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A set of campaigns of one app: one bit for each campaign, at the small number that identifies
/// it.
public struct CampaignSet: Hashable, Sendable {
  /// The last word is never 0, so that equal sets have equal words.
  private var words: [UInt64] = []

  public init(_ numbers: some Sequence<Int> = EmptyCollection()) {
    for number in numbers { insert(number) }
  }

  public var isEmpty: Bool { words.isEmpty }

  /// In ascending order.
  public var numbers: [Int] {
    var numbers: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        numbers.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }

  public func contains(_ number: Int) -> Bool {
    number >= 0 && number / 64 < words.count && words[number / 64] & (1 << UInt64(number % 64)) != 0
  }

  /// - Parameter number: Must not be negative.
  public mutating func insert(_ number: Int) {
    let index = number / 64
    if index >= words.count { words.append(contentsOf: repeatElement(0, count: index + 1 - words.count)) }
    words[index] |= 1 << UInt64(number % 64)
  }

  public mutating func formUnion(_ other: CampaignSet) {
    if other.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }

  public func subtracting(_ other: CampaignSet) -> CampaignSet {
    var set = self
    for index in 0..<min(words.count, other.words.count) { set.words[index] &= ~other.words[index] }
    while set.words.last == 0 { set.words.removeLast() }
    return set
  }

  public func isSubset(of other: CampaignSet) -> Bool { subtracting(other).isEmpty }
}

extension CampaignSet {
  /// The number of leading zero bytes, then the bytes up to the last one that is not 0; empty for
  /// no campaign.
  ///
  /// Equal sets have equal bytes. Campaigns that are launched together have adjacent numbers, so a
  /// set is only as large as what was launched at one time.
  public var bytes: [UInt8] {
    var bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
    while bytes.last == 0 { bytes.removeLast() }
    guard let first = bytes.firstIndex(where: { $0 != 0 }) else { return [] }
    var writer = OfferBytes()
    writer.write(UInt64(first))
    return writer.bytes + bytes[first...]
  }

  /// nil when the bytes are not in the form of `bytes`.
  public init?(bytes: some Sequence<UInt8>) {
    var reader = OfferBytes(bytes)
    guard !reader.isAtEnd else { return }
    guard let first = reader.read(), first < Self.maximumBytes, let last = reader.bytes.last, last != 0,
      !reader.isAtEnd
    else { return nil }
    let rest = reader.bytes[reader.place...]
    guard rest.first != 0, Int(first) + rest.count <= Self.maximumBytes else { return nil }
    words = [UInt64](repeating: 0, count: (Int(first) + rest.count + 7) / 8)
    for (offset, byte) in rest.enumerated() {
      let index = Int(first) + offset
      words[index / 8] |= UInt64(byte) << (8 * UInt64(index % 8))
    }
  }

  /// Far more than the campaigns of any app: damaged data must not ask for all of the memory.
  private static var maximumBytes: Int { 1 << 20 }
}

/// Numbers in as few bytes as they need: seven bits each, the lowest first.
struct OfferBytes {
  private(set) var bytes: [UInt8]
  private(set) var place = 0

  init(_ bytes: some Sequence<UInt8> = EmptyCollection()) {
    self.bytes = Array(bytes)
  }

  var isAtEnd: Bool { place >= bytes.count }

  mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ other: [UInt8]) {
    write(UInt64(other.count))
    bytes += other
  }

  mutating func read() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) where place < bytes.count {
      defer { place += 1 }
      number |= UInt64(bytes[place] & 0x7F) << shift
      if bytes[place] & 0x80 == 0 { return number }
    }
    return nil
  }

  mutating func readBytes() -> ArraySlice<UInt8>? {
    guard let count = read(), count <= UInt64(bytes.count - place) else { return nil }
    defer { place += Int(count) }
    return bytes[place..<place + Int(count)]
  }
}
