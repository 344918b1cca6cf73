// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The assets that a message, a banner or content uses, in order. `data:` URLs need no download, so
/// they are not here.
struct AssetNeeds: Equatable, Sendable {
  /// nil for an address that can never be fetched.
  private(set) var requirements: [AssetRequirement?] = []

  /// Only what the kind of the message uses. Empty without a message.
  init(_ message: Wire.Message?) {
    guard let message, let parts = message.kind.known?.parts else { return }
    if parts.contains(.image) { add(message.imageURL, .image) }
    if parts.contains(.page) { addPage(message.assetURLs) }
  }

  init(banner: Wire.Banner?) { add(banner?.imageURL, .image) }

  /// Only pages use assets.
  init(content: Wire.Content?) {
    if let content, content.kind == .known(.html) { addPage(content.assetURLs) }
  }

  static func + (one: AssetNeeds, other: AssetNeeds) -> AssetNeeds {
    var all = one
    all.requirements += other.requirements
    return all
  }

  var isEmpty: Bool { requirements.isEmpty }

  /// All assets, each once. Throws if an address can never be fetched.
  func checked() throws(AssetFailure) -> [AssetRequirement] {
    var checked: [AssetRequirement] = []
    for requirement in requirements {
      guard let requirement else { throw .address }
      if !checked.contains(where: { $0.address == requirement.address }) { checked.append(requirement) }
    }
    return checked
  }

  private mutating func addPage(_ texts: [String]) {
    for text in texts { add(text, nil) }
  }

  /// - Parameter role: nil if only the path reveals it.
  private mutating func add(_ text: String?, _ role: AssetRole?) {
    // The server fills in values when the campaign is displayed. Until then, nobody knows the
    // address.
    guard let text, !text.contains("{{"), text.prefix(while: { $0 != ":" }).lowercased() != "data" else {
      return
    }
    let address = AssetAddress(text)
    requirements.append(
      address.map { AssetRequirement(address: $0, role: role ?? AssetRole(pathExtension: $0.pathExtension)) })
  }
}
