// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Just enough of RFC 3986 to tell an address from a typing error.
enum Address {
  /// The scheme in lower case; nil when the text has no scheme, nothing after it, or characters that are not allowed in addresses.
  static func scheme(of text: String) -> String? {
    guard text.utf8.count <= CampaignLimits.addressLength, let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard let first = scheme.unicodeScalars.first, ("a"..."z").contains(first),
      scheme.unicodeScalars.allSatisfy({ ("a"..."z").contains($0) || ("0"..."9").contains($0) || "+-.".unicodeScalars.contains($0) }),
      !rest.isEmpty, rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !#"<>"{}|\^`"#.unicodeScalars.contains($0) })
    else { return nil }
    if scheme == "http" || scheme == "https" {
      guard rest.hasPrefix("//"), let host = rest.dropFirst(2).first, host != "/", host != "?", host != "#" else { return nil }
    }
    return scheme
  }

  /// Addresses with these schemes run code.
  static func runsCode(scheme: String) -> Bool {
    ["javascript", "vbscript", "data"].contains(scheme)
  }

  /// Also finds a scheme that is hidden by blanks or control characters, which browsers ignore.
  static func runsCode(_ text: String) -> Bool {
    let visible = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }))
    return visible.firstIndex(of: ":").map { runsCode(scheme: visible[..<$0].lowercased()) } ?? false
  }
}
