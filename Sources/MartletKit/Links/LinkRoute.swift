// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decides how a link opens.
struct LinkRoute: Equatable, Sendable {
  /// A way to open a link.
  enum Way: Equatable, Sendable {
    /// To the delegate of the scene or the app, as a universal link that the person followed.
    case forwarded
    /// On top of the app.
    case inside
    /// With the system.
    case system(universalLinksOnly: Bool)
  }

  /// The ways to try, until one is possible. The last one always is.
  let ways: [Way]

  /// - Parameter forwards: `Configuration.forwardUniversalLinks`.
  init(_ url: URL, useWebView: Bool, isUniversalLink: Bool, forwards: Bool) {
    let isPage = Self.isPage(url)
    switch (isPage, isUniversalLink, useWebView) {
    case (true, true, _) where forwards: ways = [.forwarded, .system(universalLinksOnly: false)]
    case (_, true, _): ways = [.system(universalLinksOnly: true)]
    case (true, false, true): ways = [.inside, .system(universalLinksOnly: false)]
    case (false, false, _), (_, false, false): ways = [.system(universalLinksOnly: false)]
    }
  }

  /// Whether this is the address of a web page. Apple's view for pages ends the app if it gets
  /// anything else.
  static func isPage(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return false }
    return url.host?.isEmpty == false
  }
}

/// The hosts whose universal links the app itself handles (`Configuration.universalLinkHosts`).
struct UniversalLinkHosts: Equatable, Sendable {
  private let exact: Set<String>
  /// What follows the `*` of a wildcard, with its dot.
  private let suffixes: [String]

  init(_ hosts: Set<String>) {
    // Hosts are compared without regard to case, and a final dot means the same host.
    let names = Set(hosts.map(Self.name)).subtracting(["", "*"])
    exact = names.filter { !$0.hasPrefix("*.") }
    suffixes = names.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }.sorted()
  }

  var isEmpty: Bool { exact.isEmpty && suffixes.isEmpty }

  /// Whether a universal link with this URL belongs to the app.
  func contain(_ url: URL) -> Bool {
    guard LinkRoute.isPage(url), let host = url.host.map(Self.name) else { return false }
    return exact.contains(host) || suffixes.contains { host.hasSuffix($0) && host.count > $0.count }
  }

  /// Associated domains are often copied with their service.
  private static func name(_ host: String) -> String {
    var name = host.lowercased()
    if name.hasPrefix("applinks:") { name.removeFirst("applinks:".count) }
    if name.hasSuffix(".") { name.removeLast() }
    return name
  }
}
