// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// An address of IPv4 or IPv6.
public struct IPAddress: Hashable, Sendable {
  /// 16 bytes; those of IPv4 stand at the end, after `::ffff:`.
  let bytes: [UInt8]

  /// What counts as one caller: an address of IPv4, or a network of 64 bits of IPv6, of which one customer has all.
  public struct Place: Hashable, Sendable {
    let bytes: [UInt8]
  }

  public var place: Place { Place(bytes: isIPv4 ? bytes : Array(bytes.prefix(8))) }

  var isIPv4: Bool { bytes.starts(with: Self.prefixOfIPv4) }

  private static let prefixOfIPv4: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

  /// `192.0.2.1`, `2001:db8::1`; with a port (`192.0.2.1:80`, `[2001:db8::1]:80`) and a zone (`fe80::1%eth0`), which are left out.
  public init?(_ text: some StringProtocol) {
    var text = Substring(text)
    guard text.utf8.count <= 80 else { return nil }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      text = text[text.index(after: text.startIndex)..<end]
    } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
      text = text[..<colon]
    }
    if let zone = text.firstIndex(of: "%") { text = text[..<zone] }
    if let bytes = Self.ipv4(text) {
      self.bytes = Self.prefixOfIPv4 + bytes
    } else if let bytes = Self.ipv6(text) {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  private static func ipv4(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { part in part.utf8.allSatisfy { (48...57).contains($0) } ? UInt8(part) : nil }
    return bytes.count == 4 ? bytes : nil
  }

  private static func ipv6(_ text: Substring) -> [UInt8]? {
    guard text.contains(":") else { return nil }
    let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
    guard halves.count <= 2, let first = groups(halves[0]), let last = groups(halves.count == 2 ? halves[1] : "") else { return nil }
    let missing = 16 - first.count - last.count
    guard halves.count == 2 ? missing >= 2 : missing == 0 else { return nil }
    return first + Array(repeating: 0, count: missing) + last
  }

  private static func groups(_ text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, let ipv4 = ipv4(part) {
        bytes += ipv4
      } else {
        guard (1...4).contains(part.utf8.count), part.allSatisfy({ $0.isASCII && $0.isHexDigit }), let value = UInt16(part, radix: 16)
        else { return nil }
        bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
      }
    }
    return bytes
  }

  /// Addresses whose first bits are the same.
  public struct Network: Hashable, Sendable {
    let address: IPAddress
    /// Of 128.
    let bits: Int

    /// `10.0.0.0/8`, `2001:db8::/32`, or one address.
    public init?(_ text: some StringProtocol) {
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
      let most = address.isIPv4 ? 32 : 128
      guard parts.count == 2 else {
        self.address = address
        bits = 128
        return
      }
      guard let bits = Int(parts[1]), (0...most).contains(bits) else { return nil }
      self.address = address
      self.bits = 128 - most + bits
    }

    public func contains(_ other: IPAddress) -> Bool {
      let (whole, rest) = (bits / 8, bits % 8)
      guard address.bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
      return rest == 0 || (address.bytes[whole] ^ other.bytes[whole]) >> (8 - rest) == 0
    }
  }
}
