// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The proxies that are believed when they say for whom they ask. Of anybody else `X-Forwarded-For` and `Forwarded` are not read.
public struct TrustedProxies: Hashable, Sendable {
  private let networks: [IPAddress.Network]

  /// Proxies on this machine.
  public static let local = TrustedProxies(networks: ["127.0.0.0/8", "::1"].compactMap(IPAddress.Network.init))

  private init(networks: [IPAddress.Network]) {
    self.networks = networks
  }

  /// Addresses and networks with commas between them, beside this machine itself; nil: one of them is neither.
  public init?(_ text: String) {
    var networks = Self.local.networks
    for part in text.split(separator: ",") {
      guard let network = IPAddress.Network(part.filter { $0 != " " }) else { return nil }
      networks.append(network)
    }
    self.init(networks: networks)
  }

  /// Who asks by way of the peer: the last address of the list that is no proxy's. nil: a proxy asks, and does not say for whom.
  ///
  /// Each proxy adds to the end of the list, so what a client writes into it itself stands before what is believed.
  public func client(of peer: IPAddress, headers: HTTPFields) -> IPAddress? {
    guard isTrusted(peer) else { return peer }
    var hops = Self.hops(headers)
    while let last = hops.popLast() {
      // Names instead of addresses, and damaged lists, say nothing.
      guard let address = last else { return nil }
      if !isTrusted(address) { return address }
    }
    return nil
  }

  private func isTrusted(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// At most the last 20 are looked at.
  private static func hops(_ headers: HTTPFields) -> [IPAddress?] {
    let texts: [Substring]
    if let name = HTTPField.Name("X-Forwarded-For"), case let values = headers[values: name], !values.isEmpty {
      texts = values.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
    } else if let name = HTTPField.Name("Forwarded") {
      texts = headers[values: name].joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false).map { element in
        let pairs = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
        return pairs.first { $0.lowercased().hasPrefix("for=") }.map { Substring($0.dropFirst(4)) } ?? ""
      }
    } else {
      texts = []
    }
    return texts.suffix(20).map { IPAddress($0.filter { $0 != " " }) }
  }
}
