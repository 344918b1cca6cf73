// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address of an asset that can be fetched: http or https, with a host, normalised by `URL` and without a fragment, so that each asset has
/// only one address.
struct AssetAddress: Hashable, Sendable {
  let text: String
  /// False if the query contains `cache=false`. Then the asset is fetched at each display and never kept.
  let isCacheable: Bool
  /// The extension of the path in lower case, or empty if there is none.
  let pathExtension: String

  /// The maximum length of an address.
  static let maximumLength = 4_096

  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, let url = URL(string: text)?.absoluteURL,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = components.scheme?.lowercased(),
      scheme == "https" || scheme == "http", let host = components.host, !host.isEmpty
    else { return nil }
    components.fragment = nil
    guard let address = components.url else { return nil }
    self.text = address.absoluteString
    isCacheable = !(components.queryItems ?? []).contains { $0.name == "cache" && $0.value?.lowercased() == "false" }
    pathExtension = address.pathExtension.lowercased()
  }

  /// Whether it can be shown without being fetched: `data:`, and for messages that the app built also `file:`.
  static func needsNoFetch(_ text: String, allowingFiles: Bool) -> Bool {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return scheme == "data" || (allowingFiles && scheme == "file")
  }

  /// For the log. The part after the host may identify a person.
  var loggable: String {
    let url = URL(string: text)
    return "\(url?.host ?? "")/…\(pathExtension.isEmpty ? "" : "." + pathExtension)"
  }
}
