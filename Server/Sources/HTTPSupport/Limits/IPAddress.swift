// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable {
  /// 16 bytes; an IPv4 address is at the end, after `::ffff:`.
  let bytes: [UInt8]

  /// What counts as one caller: an IPv4 address, or a 64-bit IPv6 network, which belongs to one
  /// customer as a whole.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// The same text for the same place, and for no other.
    public var description: String { bytes.map { String($0, radix: 16) }.joined(separator: ":") }
  }

  public var place: Place { Place(bytes: isIPv4 ? bytes : Array(bytes.prefix(8))) }

  var isIPv4: Bool { bytes.starts(with: Self.prefixOfIPv4) }

  private static let prefixOfIPv4: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Reads `192.0.2.1` or `2001:db8::1`. Ignores a port (`192.0.2.1:80`, `[2001:db8::1]:80`) and a
  /// zone (`fe80::1%eth0`).
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
    guard let address = try? SocketAddress(ipAddress: String(text), port: 0) else { return nil }
    self.init(address)
  }

  /// nil for a Unix socket.
  init?(_ address: SocketAddress) {
    switch address {
    case .v4(let address):
      bytes = Self.prefixOfIPv4 + withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
    case .v6(let address): bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
    case .unixDomainSocket: return nil
    }
  }

  /// Addresses with the same first bits.
  public struct Network: Hashable, Sendable {
    let address: IPAddress
    /// Out of 128.
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
