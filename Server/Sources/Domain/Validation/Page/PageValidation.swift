// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What is wrong with the page of an HTML message. The page belongs to its author: its tags are
/// read, but never as a browser would.
struct PageValidation {
  private let message: Wire.Message
  private var found = DiagnosticList(prefix: "message.")

  var diagnostics: [Diagnostic] { found.diagnostics }

  init(message: Wire.Message) {
    self.message = message
    checkPage()
    checkAddresses()
    checkBridge()
  }

  private mutating func checkPage() {
    guard let page = message.message, !page.isBlank else {
      if message.assetURLs.contains(where: Self.isArchive) { return }
      return found.error(
        "message", "page_missing", "The message has no page.", "Add HTML, such as <p>Hello</p>.")
    }
    let bytes = page.utf8.count
    guard bytes <= CampaignLimits.pageBytes else {
      return found.error(
        "message", "too_large",
        "The page is longer than \(NumberWords.count(CampaignLimits.pageBytes)) bytes.",
        "Move images, fonts and scripts into its assets.")
    }
    if bytes > CampaignLimits.pageBytesToThinkAbout {
      found.warning(
        "message", "page_long", "The page is \(bytes / 1_024) KB, and every device downloads it.",
        "Move images, fonts and scripts into its assets.")
    }
    let markup = PageMarkup(page)
    found.check(markup, of: page, assets: message.assetURLs, at: "message")
    if !markup.tags.contains(where: { $0.name == "html" && !$0.isEnd && $0.attributes["lang"] != nil }) {
      found.warning(
        "message", "language_missing", "The page has no language, so screen readers may mispronounce it.",
        "Start it with <html lang=\"en\">, or another language.")
    }
  }

  private mutating func checkAddresses() {
    if let base = message.baseURL, !base.isEmpty { check(base, at: "base_url") }
    if message.assetURLs.count > Wire.Limits.assets {
      found.error(
        "asset_urls", "too_many_assets", "A message can have up to \(Wire.Limits.assets) assets.",
        "Combine them into one .zip archive.")
    }
    for (index, asset) in message.assetURLs.enumerated() { check(asset, at: "asset_urls[\(index)]") }
  }

  /// What devices would ignore, or never grant.
  private mutating func checkBridge() {
    guard let bridge = message.bridge else { return }
    for (index, capability) in bridge.allows.enumerated() where capability.known == nil {
      found.error(
        "bridge.allows[\(index)]", "capability_unknown", "This capability is unknown.",
        "Choose one of \(Wire.Bridge.Capability.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    check(bridge.names, at: "bridge.names", Wire.Bridge.problem(ofName:))
    check(bridge.readyEvents, at: "bridge.ready_events", Wire.Bridge.problem(ofReadyEvent:))
  }

  private mutating func check(_ names: [String], at field: String, _ problem: (String) -> String?) {
    if names.count > Wire.Limits.bridgeNames {
      found.error(
        field, "too_many_names", "There can be up to \(Wire.Limits.bridgeNames) names.", "Remove some.")
    }
    for (index, name) in names.enumerated() {
      if let problem = problem(name) {
        found.error("\(field)[\(index)]", "name_invalid", problem, "Choose another name.")
      }
    }
  }

  private static func isArchive(_ address: String) -> Bool {
    address.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".zip")
  }

  private mutating func check(_ address: String, at field: String) {
    switch Address.scheme(of: address) {
    case "https": break
    case "http":
      found.warning(
        field, "url_insecure", "Many devices refuse to load anything without https.",
        "Use a URL that starts with https://.")
    default:
      let code = Address.runsCode(address) ? "url_not_allowed" : "url_invalid"
      found.error(field, code, "This is not a valid URL.", "Use a URL that starts with https://.")
    }
  }
}
