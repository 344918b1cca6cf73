// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// One asset that a message needs.
struct AssetRequirement: Equatable, Sendable {
  var address: AssetAddress
  /// What it has to be.
  var role: AssetRole
}

/// What a message takes an asset for. Anything else than that is refused, so that a page that reports an error is not shown as a picture.
enum AssetRole: Equatable, Sendable {
  case image
  case font
  case archive
  /// A style sheet, script, data, or a picture whose address does not say so: anything but a page or an archive.
  case other
  /// A page inside a message.
  case page

  /// Of an entry of `asset_urls`, which says what it is by its path only.
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

/// What is fetched in advance, the most important first.
struct AssetPlan: Equatable, Sendable {
  private(set) var entries: [AssetRequirement] = []
  /// Addresses that were left out because there were too many.
  private(set) var omitted = 0
  /// Addresses that can never be fetched; their messages will be discarded.
  private(set) var unusable = 0

  /// Nothing is wanted.
  init() {}

  /// - Parameter messages: what campaigns show, the most important first.
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

  /// For definitions: in the order in which they win over one another, without those that are over and those that nothing is shown of.
  init(_ definitions: [CampaignDefinition], messages: [CampaignID: Wire.Message], maximumCount: Int, now: Instant) {
    let live = definitions.filter { $0.schedule.endsAt.map { $0 > now } ?? true }
    let ordered = live.inOrder { $0.comesBefore($1) }
    self.init(messages: ordered.compactMap { messages[$0.id] }, maximumCount: maximumCount)
  }
}

extension AssetRequirement {
  /// Everything that has to be there before the message can be shown.
  ///
  /// Throws when an address can never be fetched.
  /// - Parameter allowingFiles: for messages of the app's own, whose pictures may lie in its bundle.
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
  /// The addresses that the message's kind makes use of; the role where the field decides it.
  fileprivate var assetTexts: [(address: String, role: AssetRole?)] {
    guard let parts = kind.known?.parts else { return [] }
    var texts: [(String, AssetRole?)] = []
    if parts.contains(.image), let imageURL { texts.append((imageURL, .image)) }
    if parts.contains(.page) { texts += assetURLs.map { ($0, nil) } }
    return texts
  }
}
