// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// From which addresses the server fetches files that somebody names: public ones, over https.
///
/// Whoever writes a campaign names its assets, and the Device Lab fetches them from inside the
/// server's network. So an address is judged after its name was resolved, and the connection goes
/// to the address that was judged.
public struct FetchPolicy: Hashable, Sendable {
  private let allowed: [IPAddress.Network]

  public static let publicAddresses = FetchPolicy(allowed: [])

  private init(allowed: [IPAddress.Network]) {
    self.allowed = allowed
  }

  /// Addresses and networks, separated by commas, from which files may be fetched in addition, over
  /// http too; nil when one of them is neither.
  public init?(_ text: String) {
    var networks: [IPAddress.Network] = []
    for part in text.split(separator: ",") {
      guard let network = IPAddress.Network(part.filter { $0 != " " }) else { return nil }
      networks.append(network)
    }
    self.init(allowed: networks)
  }

  /// Throws when nothing may be fetched from the address.
  public func check(_ address: SocketAddress, host: String, isEncrypted: Bool) throws(FetchRefusal) {
    guard let address = IPAddress(address) else { throw .address(host) }
    // Addresses that lead to an IPv4 address are judged as that one.
    let meant = address.embeddedIPv4 ?? address
    if allowed.contains(where: { $0.contains(address) || $0.contains(meant) }) { return }
    if Self.reserved.contains(where: { $0.contains(meant) }) { throw .address(host) }
    if !isEncrypted { throw .notEncrypted(host) }
  }

  /// Addresses that are not public: this machine, private networks, one link, many receivers,
  /// documents, tests, and what is reserved.
  private static let reserved: [IPAddress.Network] = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24",
    "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    // The first also contains ::1 and ::.
    "::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20",
    "5f00::/16", "fc00::/7",
    "fe80::/10", "fec0::/10",
    "ff00::/8",
  ].compactMap(IPAddress.Network.init)
}

extension IPAddress {
  /// The IPv4 address to which a gateway passes on what is sent to this one: NAT64 (64:ff9b::/96)
  /// and 6to4 (2002::/16).
  fileprivate var embeddedIPv4: IPAddress? {
    let part: ArraySlice<UInt8>
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      part = bytes.suffix(4)
    } else if bytes.starts(with: [0x20, 0x02]) {
      part = bytes[2..<6]
    } else {
      return nil
    }
    return IPAddress(part.map(String.init).joined(separator: "."))
  }
}

/// Why the server does not fetch a file.
public enum FetchRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host's address is not public.
  case address(String)
  /// The URL is not https.
  case notEncrypted(String)
  case tooManyRedirects
  /// The URL has no host, or another scheme.
  case notAURL

  public var description: String {
    switch self {
    case .address(let host):
      "The server fetches nothing from \(host.prefix(100)), which is not a public address. An operator can allow its network with --asset-networks."
    case .notEncrypted(let host):
      "The server fetches files over https only. Use https for \(host.prefix(100))."
    case .tooManyRedirects: "The URL is redirected too often."
    case .notAURL: "This is not a URL with https and a host."
    }
  }
}
