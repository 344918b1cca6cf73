// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Just enough of RFC 3986 to tell an address from a typing error.
public enum Address {
  /// What is right or wrong with an address.
  enum Verdict: Equatable {
    /// An address, with its scheme in lower case.
    case scheme(String)
    case invalid
    case runsCode
    /// A value would choose where the address leads.
    case valueInFront

    /// What all addresses with such a fault say; nil if it depends on what the address is for.
    var problem: (code: String, message: String, remedy: String)? {
      switch self {
      case .scheme, .invalid: nil
      case .runsCode:
        ("url_not_allowed", "URLs that run code are not allowed.", "Use https:// or your app’s own scheme.")
      case .valueInFront:
        (
          "url_value_in_front", "A value cannot be the scheme or the host of a URL, or a part of them.",
          "Write both out, and put values after them: https://example.com/offers?for={{user.id}}."
        )
      }
    }
  }

  /// The worst that the address can be, with a sample in the place of each value: a tag of a
  /// template, or the id that the device fills in.
  static func verdict(of text: String) -> Verdict {
    guard text.utf8.contains(UInt8(ascii: "{")), text.utf8.count <= CampaignLimits.addressLength else {
      return plainVerdict(of: text)
    }
    var isInFront = false
    // An unreadable tag is told as what it is, and not also as a wrong address.
    let template = Template(text.replacing(deviceMarker, with: "{{device.id}}"))
    let verdicts = template.samples {
      var before = ""
      return { passed in
        before += passed
        if !isPastHost(before) { isInFront = true }
        before += sample
        return sample
      }
    }.map(plainVerdict)
    if verdicts.contains(.runsCode) { return .runsCode }
    if isInFront { return .valueInFront }
    return verdicts.first { $0 == .invalid } ?? verdicts.first ?? .invalid
  }

  /// The address with a sample in the place of each value.
  static func sampled(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    return Template(text.replacing(deviceMarker, with: sample)).samples { { _ in sample } }[0]
  }

  /// What a device replaces by the id of the installation.
  public static let deviceMarker = "{deviceid}"
  private static let sample = "value"

  private static func plainVerdict(of text: String) -> Verdict {
    runsCode(text) ? .runsCode : scheme(of: text).map { .scheme($0) } ?? .invalid
  }

  /// Whether what follows this beginning of an address can change neither its scheme nor its host,
  /// if it is percent-encoded.
  public static func isPastHost(_ beginning: String) -> Bool {
    guard let colon = beginning.firstIndex(of: ":") else { return false }
    let scheme = beginning[..<colon].lowercased()
    let rest = beginning[beginning.index(after: colon)...]
    if rest.hasPrefix("//") { return rest.dropFirst(2).contains { "/?#".contains($0) } }
    // Browsers read `https:example.com` as they read `https://example.com`.
    return !["http", "https", "ftp", "ws", "wss", "file"].contains(scheme) && !runsCode(scheme: scheme)
  }

  /// The scheme in lower case; nil when the text has no scheme, nothing after it, or characters
  /// that are not allowed in addresses.
  static func scheme(of text: String) -> String? {
    guard text.utf8.count <= CampaignLimits.addressLength, let colon = text.firstIndex(of: ":") else {
      return nil
    }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard let first = scheme.unicodeScalars.first, ("a"..."z").contains(first),
      scheme.unicodeScalars.allSatisfy({
        ("a"..."z").contains($0) || ("0"..."9").contains($0) || "+-.".unicodeScalars.contains($0)
      }),
      !rest.isEmpty,
      rest.unicodeScalars.allSatisfy({
        $0.value > 0x20 && $0.value != 0x7F && !#"<>"{}|\^`"#.unicodeScalars.contains($0)
      })
    else { return nil }
    if scheme == "http" || scheme == "https" {
      guard rest.hasPrefix("//"), let host = rest.dropFirst(2).first, host != "/", host != "?", host != "#"
      else { return nil }
    }
    return scheme
  }

  /// Addresses with these schemes run code.
  private static func runsCode(scheme: String) -> Bool {
    ["javascript", "vbscript", "data"].contains(scheme)
  }

  /// Also finds a scheme that is hidden by blanks or control characters, which browsers ignore.
  static func runsCode(_ text: String) -> Bool {
    let visible = String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }))
    return visible.firstIndex(of: ":").map { runsCode(scheme: visible[..<$0].lowercased()) } ?? false
  }
}
