// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// One asset that a message needs.
struct AssetRequirement: Equatable, Sendable {
  var address: AssetAddress
  /// The required type.
  var role: AssetRole
}

/// What a message uses an asset for. Any other type is refused, so that an error page is not shown as a picture.
enum AssetRole: Equatable, Sendable {
  case image
  case font
  case archive
  /// A style sheet, script, data, or a picture whose address does not say so. Pages and archives are refused.
  case other
  /// A page inside a message.
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
  /// The number of addresses that can never be fetched. Their messages will be discarded.
  private(set) var unusable = 0

  /// An empty plan.
  init() {}

  /// - Parameter messages: the messages of campaigns, most important first.
  init(messages: some Sequence<Wire.Message>, maximumCount: Int) {
    var seen: Set<AssetAddress> = []
    for message in messages {
      for text in message.assetTexts where !AssetAddress.needsNoFetch(text.address, allowingFiles: false) {
        guard let address = AssetAddress(text.address) else {
          unusable += 1
          continue
        }
        guard address.isCacheable, seen.insert(address).inserted else { continue }
        guard entries.count < maximumCount else {
          omitted += 1
          continue
        }
        entries.append(AssetRequirement(address: address, role: text.role ?? AssetRole(pathExtension: address.pathExtension)))
      }
    }
  }

  /// The plan for definitions, by their order of priority, without campaigns that are over or that show nothing.
  init(_ definitions: [CampaignDefinition], messages: [CampaignID: Wire.Message], maximumCount: Int, now: Instant) {
    let live = definitions.filter { $0.schedule.endsAt.map { $0 > now } ?? true }
    let ordered = live.inOrder { $0.comesBefore($1) }
    self.init(messages: ordered.compactMap { messages[$0.id] }, maximumCount: maximumCount)
  }
}

extension AssetRequirement {
  /// All assets that must be available before the message can be shown.
  ///
  /// Throws if an address can never be fetched.
  /// - Parameter allowingFiles: True for messages that the app built, whose pictures can be in its bundle.
  static func all(of message: Wire.Message, allowingFiles: Bool = false) throws(AssetFailure) -> [AssetRequirement] {
    var requirements: [AssetRequirement] = []
    for text in message.assetTexts where !AssetAddress.needsNoFetch(text.address, allowingFiles: allowingFiles) {
      guard let address = AssetAddress(text.address) else { throw .address }
      guard !requirements.contains(where: { $0.address == address }) else { continue }
      requirements.append(AssetRequirement(address: address, role: text.role ?? AssetRole(pathExtension: address.pathExtension)))
    }
    return requirements
  }
}

extension Wire.Message {
  /// The addresses that the message's kind uses, with the role if the field determines it.
  fileprivate var assetTexts: [(address: String, role: AssetRole?)] {
    guard let parts = kind.known?.parts else { return [] }
    var texts: [(String, AssetRole?)] = []
    if parts.contains(.image), let imageURL { texts.append((imageURL, .image)) }
    if parts.contains(.page) { texts += assetURLs.map { ($0, nil) } }
    return texts
  }
}
