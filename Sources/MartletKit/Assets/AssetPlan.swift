// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The address of an asset that can be fetched: http or https, with a host, normalised by `URL`,
/// without a fragment, so that it is unique.
struct AssetAddress: Hashable, Sendable {
  let text: String
  /// False if the query contains `cache=false`. Then the asset is fetched at each display and never
  /// kept.
  let isCacheable: Bool
  /// The extension of the path in lower case, or empty if there is none.
  let pathExtension: String

  static let maximumLength = 4_096

  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, let url = URL(string: text)?.absoluteURL,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = components.scheme?.lowercased(),
      scheme == "https" || scheme == "http", let host = components.host, !host.isEmpty
    else { return nil }
    components.fragment = nil
    guard let address = components.url else { return nil }
    self.text = address.absoluteString
    isCacheable = !(components.queryItems ?? []).contains {
      $0.name == "cache" && $0.value?.lowercased() == "false"
    }
    pathExtension = address.pathExtension.lowercased()
  }

  /// For the log. The part after the host may identify a person.
  var loggable: String {
    let url = URL(string: text)
    return "\(url?.host ?? "")/…\(pathExtension.isEmpty ? "" : "." + pathExtension)"
  }

  /// Host and path as written in the campaign. Without query, name and password, which may be
  /// personal.
  var reportable: String {
    guard let components = URLComponents(string: text) else { return loggable }
    return (components.host ?? "") + components.percentEncodedPath
  }
}

struct AssetRequirement: Equatable, Sendable {
  var address: AssetAddress
  var role: AssetRole
}

/// What an asset is used for. Any other type is refused, so that an error page is not shown as a
/// picture.
enum AssetRole: Equatable, Sendable {
  case image
  case font
  case archive
  /// A style sheet, script, data, or a picture whose address does not say so. Pages and archives
  /// are refused.
  case other
  /// A page inside another.
  case page

  /// The role of an entry of `asset_urls`, which only its path reveals.
  init(pathExtension: String) {
    switch pathExtension {
    case "png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "heic": self = .image
    case "ttf", "otf", "ttc", "woff", "woff2": self = .font
    case "zip": self = .archive
    case "html", "htm", "xhtml": self = .page
    default: self = .other
    }
  }
}

/// The assets to fetch in advance, most important first.
struct AssetPlan: Equatable, Sendable {
  private(set) var entries: [AssetRequirement] = []
  /// The number of addresses that were left out because there were too many.
  private(set) var omitted = 0
  /// The number of addresses that can never be fetched. What needs them cannot be shown.
  private(set) var unusable = 0

  init() {}

  /// - Parameter needs: what campaigns show, most important first.
  init(_ needs: some Sequence<AssetNeeds>, maximumCount: Int) {
    var seen: Set<AssetAddress> = []
    for need in needs {
      for requirement in need.requirements {
        guard let requirement else {
          unusable += 1
          continue
        }
        guard requirement.address.isCacheable, seen.insert(requirement.address).inserted else { continue }
        guard entries.count < maximumCount else {
          omitted += 1
          continue
        }
        entries.append(requirement)
      }
    }
  }

  /// The plan for definitions, by their order of priority, without campaigns that are over or that
  /// show nothing.
  init(_ definitions: [CampaignDefinition], needs: [CampaignID: AssetNeeds], maximumCount: Int, now: Instant)
  {
    let live = definitions.filter { $0.schedule.endsAt.map { $0 > now } ?? true }
    let ordered = live.inOrder { $0.comesBefore($1) }
    self.init(ordered.compactMap { needs[$0.id] }, maximumCount: maximumCount)
  }
}
