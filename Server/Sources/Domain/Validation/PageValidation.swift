// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What is wrong with the page of an HTML message. The page belongs to its author: it is searched, but never parsed as a browser would.
struct PageValidation {
  private let message: Wire.Message
  private var found = DiagnosticList(prefix: "message.")

  var diagnostics: [Diagnostic] { found.diagnostics }

  init(message: Wire.Message) {
    self.message = message
    judgePage()
    judgeAddresses()
    judgeBridge()
  }

  private mutating func judgePage() {
    guard let page = message.message, !page.isBlank else {
      if message.assetURLs.contains(where: Self.isArchive) { return }
      return found.error("message", "page_missing", "The message has no page.", "Add HTML, such as <p>Hello</p>.")
    }
    let bytes = page.utf8.count
    guard bytes <= CampaignLimits.pageBytes else {
      return found.error(
        "message", "too_large", "The page is longer than \(NumberWords.count(CampaignLimits.pageBytes)) bytes.",
        "Move images, fonts and scripts into its assets.")
    }
    if bytes > CampaignLimits.pageBytesToThinkAbout {
      found.warning(
        "message", "page_long", "The page is \(bytes / 1_024) KB, and every device downloads it.",
        "Move images, fonts and scripts into its assets.")
    }
    let tags = PageTags(page)
    if tags.images.contains(where: { !PageTags.has("alt", in: $0) }) {
      found.warning(
        "message", "alt_missing", "An image on the page has no alt text.", "Add alt to each img. Leave it empty for decorative images.")
    }
    if !tags.roots.contains(where: { PageTags.has("lang", in: $0) }) {
      found.warning(
        "message", "language_missing", "The page has no language, so screen readers may mispronounce it.",
        "Start it with <html lang=\"en\">, or another language.")
    }
  }

  private mutating func judgeAddresses() {
    if let base = message.baseURL, !base.isEmpty { judge(base, at: "base_url") }
    if message.assetURLs.count > Wire.Limits.assets {
      found.error(
        "asset_urls", "too_many_assets", "A message can have up to \(Wire.Limits.assets) assets.", "Combine them into one .zip archive.")
    }
    for (index, asset) in message.assetURLs.enumerated() { judge(asset, at: "asset_urls[\(index)]") }
  }

  /// What devices would ignore, or never grant.
  private mutating func judgeBridge() {
    guard let bridge = message.bridge else { return }
    for (index, capability) in bridge.allows.enumerated() where capability.known == nil {
      found.error(
        "bridge.allows[\(index)]", "capability_unknown", "This capability is unknown.",
        "Choose one of \(Wire.Bridge.Capability.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    judge(bridge.names, at: "bridge.names", Wire.Bridge.problem(ofName:))
    judge(bridge.readyEvents, at: "bridge.ready_events", Wire.Bridge.problem(ofReadyEvent:))
  }

  private mutating func judge(_ names: [String], at field: String, _ problem: (String) -> String?) {
    if names.count > Wire.Limits.bridgeNames {
      found.error(field, "too_many_names", "There can be up to \(Wire.Limits.bridgeNames) names.", "Remove some.")
    }
    for (index, name) in names.enumerated() {
      if let problem = problem(name) { found.error("\(field)[\(index)]", "name_invalid", problem, "Choose another name.") }
    }
  }

  private static func isArchive(_ address: String) -> Bool {
    address.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".zip")
  }

  private mutating func judge(_ address: String, at field: String) {
    switch Address.scheme(of: address) {
    case "https": break
    case "http":
      found.warning(field, "url_insecure", "Many devices refuse to load anything without https.", "Use a URL that starts with https://.")
    default:
      let code = Address.runsCode(address) ? "url_not_allowed" : "url_invalid"
      found.error(field, code, "This is not a valid URL.", "Use a URL that starts with https://.")
    }
  }
}

/// The tags of a page that are worth checking, as they are written. Takes one pass, whatever the page contains.
struct PageTags {
  /// Tags of pictures, without the angle brackets.
  private(set) var images: [Substring] = []
  /// Tags that begin a page.
  private(set) var roots: [Substring] = []

  init(_ page: String) {
    var rest = page[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { return }
        rest = rest[end.upperBound...]
        continue
      }
      let name = rest.prefix { $0.isLetter && $0.isASCII }.lowercased()
      guard name == "img" || name == "html" || name == "script" else { continue }
      guard let end = rest.firstIndex(of: ">") else { return }
      let tag = rest[..<end]
      rest = rest[rest.index(after: end)...]
      switch name {
      case "img": images.append(tag)
      case "html": roots.append(tag)
      // A script's content is text until it runs.
      default:
        while let close = rest.firstIndex(of: "<"), !rest[close...].prefix(8).lowercased().hasPrefix("</script") {
          rest = rest[rest.index(after: close)...]
        }
      }
    }
  }

  /// Whether the tag has that attribute, with or without a value.
  static func has(_ attribute: String, in tag: Substring) -> Bool {
    tag.split(whereSeparator: { $0.isWhitespace || $0 == "/" }).dropFirst().contains { part in
      part.prefix { $0 != "=" }.lowercased() == attribute
    }
  }
}
