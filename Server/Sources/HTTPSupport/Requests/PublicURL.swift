// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Where people and devices reach the server: scheme, host and port, as a browser sees them.
public struct PublicURL: Hashable, Sendable, CustomStringConvertible {
  public var isHTTPS: Bool
  /// Lower case; an IPv6 address in brackets.
  public var host: String
  /// nil for the scheme's default.
  public var port: Int?

  public init(isHTTPS: Bool = false, host: String, port: Int?) {
    self.isHTTPS = isHTTPS
    self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host.lowercased()
    self.port = port
  }

  /// Reads `https://martlet.example.com` or `http://127.0.0.1:8080`, optionally with a slash at the
  /// end; nil for anything else.
  public init?(_ text: String) {
    var rest = text[...]
    if rest.hasPrefix("https://") {
      isHTTPS = true
      rest = rest.dropFirst(8)
    } else if rest.hasPrefix("http://") {
      isHTTPS = false
      rest = rest.dropFirst(7)
    } else {
      return nil
    }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    host = Self.host(ofAuthority: String(rest))
    let tail = rest.dropFirst(host.count)
    port = tail.isEmpty ? nil : Int(tail.dropFirst())
    let isHostValid =
      !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#"/\?#@"'<>"#.utf8.contains($0) }
    guard isHostValid,
      tail.isEmpty || (tail.hasPrefix(":") && (port.map { (1...65_535).contains($0) } ?? false))
    else { return nil }
  }

  /// `https://host`, without a slash at the end, as browsers send it in `Origin`.
  public var description: String { (isHTTPS ? "https://" : "http://") + host + (port.map { ":\($0)" } ?? "") }

  /// `name:8080` → `name`, `[::1]:8080` → `[::1]`; lower case.
  static func host(ofAuthority authority: String) -> String {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return authority[...end].lowercased()
    }
    return authority.prefix { $0 != ":" }.lowercased()
  }
}

/// Where the server is reached: as configured, or else the address on which it listens, known once
/// it listens.
public final class PublicAddress: Sendable {
  private let box: NIOLockedValueBox<(reached: PublicURL, local: PublicURL)>
  private let isFixed: Bool

  /// With `configured` nil: `host` and `port` until the server listens, then its real port.
  public init(configured: PublicURL?, host: String, port: Int) {
    isFixed = configured != nil
    // A server that listens on every address is reached by this name from its own machine.
    let isEvery = ["0.0.0.0", "::", "[::]"].contains(host)
    box = NIOLockedValueBox(
      (
        reached: configured ?? PublicURL(host: isEvery ? "localhost" : host, port: port),
        local: PublicURL(host: isEvery ? "127.0.0.1" : host, port: port)
      ))
  }

  public var url: PublicURL { box.withLockedValue { $0.reached } }

  /// For clients in this process. Never a proxy's address, which may be unreachable from here.
  public var local: PublicURL { box.withLockedValue { $0.local } }

  public func serverListens(onPort port: Int) {
    box.withLockedValue { addresses in
      addresses.local.port = port
      if !isFixed { addresses.reached.port = port }
    }
  }
}
