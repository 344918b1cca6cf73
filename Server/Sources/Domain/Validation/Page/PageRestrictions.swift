// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a page contains that has no effect on devices: see "What a page cannot do" in
/// docs/html-messages.md.
struct PageRestrictions {
  struct Finding: Hashable {
    let line: Int
    let code: String
    let message: String
    let remedy: String
  }

  private(set) var findings: [Finding] = []
  private let assets: Set<String>

  /// - Parameter assets: The URLs of the files that the page brings along.
  init(_ markup: PageMarkup, assets: [String]) {
    self.assets = Set(assets.map(Self.file))
    for tag in markup.tags where !tag.isEnd { check(tag) }
    check(markup.scripts)
  }

  // MARK: - Tags

  private mutating func check(_ tag: PageMarkup.Tag) {
    switch tag.name {
    case "iframe", "frame", "object", "embed", "fencedframe":
      add(
        tag.line, "frame_not_shown", "<\(tag.name)> shows nothing, because a page cannot have frames.",
        "Remove it.")
    case "script":
      if isElsewhere(tag.attributes["src"]) {
        add(
          tag.line, "script_not_loaded",
          "This script is not loaded. Scripts can only come from the page and its assets.",
          "Add its URL to the assets, or write the script into the page.")
      }
    case "link":
      let kinds = (tag.attributes["rel"] ?? "").lowercased().split(separator: " ")
      if kinds.contains("stylesheet"), isElsewhere(tag.attributes["href"]) {
        add(
          tag.line, "style_not_loaded",
          "This style sheet is not loaded. Styles can only come from the page and its assets.",
          "Add its URL to the assets, or write the styles into the page.")
      }
    case "img":
      if tag.attributes["src"]?.lowercased().hasPrefix("http://") == true {
        add(
          tag.line, "image_not_loaded", "This image is not loaded. Images need https.",
          "Use a URL that starts with https://.")
      }
    case "video", "audio", "track", "source":
      if isElsewhere(tag.attributes["src"]) {
        add(
          tag.line, "media_not_loaded",
          "This file is not loaded. Video and audio can only come from the page’s assets.",
          "Add its URL to the assets.")
      }
    case "form":
      if tag.attributes["action"]?.isBlank == false {
        add(
          tag.line, "form_not_sent", "A page cannot send a form.",
          "Handle the form’s submit event in a script, and log an event.")
      }
    case "base":
      if tag.attributes["href"] != nil {
        add(
          tag.line, "base_not_used", "<base> has no effect on a page.",
          "Write complete URLs, or use the assets.")
      }
    case "meta":
      if tag.attributes["http-equiv"]?.lowercased() == "refresh" {
        add(tag.line, "page_leaves", "A page that leads to another page is removed.", "Remove this tag.")
      }
    default: break
    }
  }

  /// Whether it is a complete URL, and not one of an asset.
  private func isElsewhere(_ address: String?) -> Bool {
    guard let address = address?.trimmed, !assets.contains(Self.file(address)) else { return false }
    let lower = address.lowercased()
    return lower.hasPrefix("https://") || lower.hasPrefix("http://") || lower.hasPrefix("//")
  }

  /// The address without what follows `#`, which names a place in the file.
  private static func file(_ address: String) -> String { String(address.prefix { $0 != "#" }) }

  // MARK: - Scripts

  /// Each name is noted once, where it first stands.
  private mutating func check(_ scripts: [PageMarkup.Script]) {
    var told: Set<String> = []
    for script in scripts {
      for name in ScriptNames(script.text).names where isMissing(name) && told.insert(name.text).inserted {
        let isStorage = Self.storage.contains(name.text)
        add(
          script.line + name.line, isStorage ? "storage_missing" : "network_missing",
          "\(name.text) does not work on a page, because a page has no \(isStorage ? "storage" : "network").",
          isStorage
            ? "Set an attribute of the person instead." : "Log an event instead, or add files to the assets.")
      }
    }
  }

  /// `fetch` only counts as a call of its own or of the window.
  private func isMissing(_ name: ScriptNames.Name) -> Bool {
    if name.text == "fetch" { return name.isCalled && (name.owner == nil || name.owner == "window") }
    return Self.storage.contains(name.text) || Self.network.contains(name.text)
  }

  private static let storage: Set<String> = ["localStorage", "sessionStorage", "indexedDB"]
  private static let network: Set<String> = [
    "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "RTCPeerConnection", "sendBeacon",
  ]

  private mutating func add(_ line: Int, _ code: String, _ message: String, _ remedy: String) {
    findings.append(Finding(line: line, code: code, message: message, remedy: remedy))
  }
}
