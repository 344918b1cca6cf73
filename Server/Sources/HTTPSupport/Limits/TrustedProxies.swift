// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The proxies that are trusted to say for whom they ask. `X-Forwarded-For` and `Forwarded` are
/// ignored from anybody else.
public struct TrustedProxies: Hashable, Sendable {
  private let networks: [IPAddress.Network]

  /// Proxies on this machine.
  public static let local = TrustedProxies(
    networks: ["127.0.0.0/8", "::1"].compactMap(IPAddress.Network.init))

  private init(networks: [IPAddress.Network]) {
    self.networks = networks
  }

  /// Addresses and networks, separated by commas, in addition to this machine; nil when one of them
  /// is neither.
  public init?(_ text: String) {
    var networks = Self.local.networks
    for part in text.split(separator: ",") {
      guard let network = IPAddress.Network(part.filter { $0 != " " }) else { return nil }
      networks.append(network)
    }
    self.init(networks: networks)
  }

  /// The client behind the peer: the last address of the list that is not a proxy's. nil when a
  /// proxy asks and does not say for whom.
  ///
  /// Each proxy appends to the end of the list, so whatever a client writes into it comes before
  /// the trusted part.
  public func client(of peer: IPAddress, headers: HTTPFields) -> IPAddress? {
    guard isTrusted(peer) else { return peer }
    var hops = Self.hops(headers)
    while let last = hops.popLast() {
      // Names instead of addresses, and damaged lists, identify nobody.
      guard let address = last else { return nil }
      if !isTrusted(address) { return address }
    }
    return nil
  }

  private func isTrusted(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Reads at most the last 20.
  private static func hops(_ headers: HTTPFields) -> [IPAddress?] {
    let texts: [Substring]
    let values = headers[values: .forwardedFor]
    if !values.isEmpty {
      texts = values.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
    } else if headers.contains(.forwarded) {
      texts = headers[values: .forwarded].joined(separator: ",").split(
        separator: ",", omittingEmptySubsequences: false
      ).map { element in
        let pairs = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
        return pairs.first { $0.lowercased().hasPrefix("for=") }.map { Substring($0.dropFirst(4)) } ?? ""
      }
    } else {
      texts = []
    }
    return texts.suffix(20).map { IPAddress($0.filter { $0 != " " }) }
  }
}
