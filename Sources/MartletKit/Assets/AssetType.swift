// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The type of content, determined from its bytes, because servers often report a wrong one.
enum AssetType: String, Hashable, Sendable, CaseIterable {
  case png, jpeg, gif, webp, avif, heic, svg
  case ttf, otf, ttc, woff, woff2
  case archive
  case html
  /// Text or data without a signature. The file keeps the extension of its address if it is
  /// harmless.
  case css, js, json, other

  /// - Parameters:
  ///   - contentType: from the answer. Used only to recognise a page whose start does not look like
  ///     one.
  ///   - pathExtension: from the address. Used only if the bytes have no signature.
  init(_ bytes: [UInt8], contentType: String? = nil, pathExtension: String = "") {
    if let marked = Self.marked(bytes) {
      self = marked
    } else if let text = Self.markup(bytes) {
      self = text
    } else if contentType?.lowercased().hasPrefix("text/html") == true {
      self = .html
    } else {
      switch pathExtension {
      case "css": self = .css
      case "js", "mjs": self = .js
      case "json": self = .json
      default: self = .other
      }
    }
  }

  /// The extension of the file on the disk, from which a web view derives the type.
  var fileExtension: String {
    switch self {
    case .archive: ""
    case .other: "bin"
    default: rawValue
    }
  }

  func fits(_ role: AssetRole) -> Bool {
    switch (role, self) {
    case (.image, .png), (.image, .jpeg), (.image, .gif), (.image, .webp), (.image, .avif), (.image, .heic),
      (.image, .svg):
      true
    case (.font, .ttf), (.font, .otf), (.font, .ttc), (.font, .woff), (.font, .woff2): true
    case (.archive, .archive): true
    case (.other, .html), (.other, .archive): false
    case (.other, _): true
    case (.page, .html), (.page, .other): true
    default: false
    }
  }

  private static func marked(_ bytes: [UInt8]) -> AssetType? {
    func has(_ mark: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + mark.count && bytes[offset..<offset + mark.count].elementsEqual(mark)
    }
    func says(_ word: String, at offset: Int = 0) -> Bool { has(Array(word.utf8), at: offset) }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if says("GIF87a") || says("GIF89a") { return .gif }
    if says("RIFF") && says("WEBP", at: 8) { return .webp }
    if says("ftyp", at: 4) {
      if says("avif", at: 8) || says("avis", at: 8) { return .avif }
      for brand in ["heic", "heix", "mif1", "msf1", "hevc"] where says(brand, at: 8) { return .heic }
    }
    if has([0, 1, 0, 0]) || says("true") { return .ttf }
    if says("OTTO") { return .otf }
    if says("ttcf") { return .ttc }
    if says("wOFF") { return .woff }
    if says("wOF2") { return .woff2 }
    if has([0x50, 0x4B, 3, 4]) || has([0x50, 0x4B, 5, 6]) { return .archive }
    return nil
  }

  /// The type of markup, judged by its start after anything that may precede the first element.
  private static func markup(_ bytes: [UInt8]) -> AssetType? {
    var text = Substring(String(decoding: bytes.prefix(4_096), as: UTF8.self).lowercased())
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    while true {
      text = text.drop { $0.isWhitespace }
      if text.hasPrefix("<!--") {
        text = text.dropFirst(4)
        guard skip(past: "-->", in: &text) else { return nil }
      } else if text.hasPrefix("<?xml") {
        guard skip(past: "?>", in: &text) else { return nil }
      } else if text.hasPrefix("<!doctype svg") || text.hasPrefix("<svg") {
        return .svg
      } else {
        let pages = [
          "<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script", "<h1", "<p>", "<div",
        ]
        return pages.contains { text.hasPrefix($0) } ? .html : nil
      }
    }
  }

  private static func skip(past end: String, in text: inout Substring) -> Bool {
    guard let found = text.firstRange(of: end) else { return false }
    text = text[found.upperBound...]
    return true
  }
}
