// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Names of languages as BCP 47 writes them.
public enum LanguageTag {
  /// Whether the tag is well formed: two or three letters, followed by parts of one to eight letters and digits. Does not check whether such a
  /// language exists.
  public static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard tag.utf8.count <= Wire.Limits.languageLength, let language = parts.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy(isLetter)
    else { return false }
    return parts.dropFirst().allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { isLetter($0) || isDigit($0) } }
  }

  /// The same for each way to write the tag: `pt-br` of `pt-BR` and of `pt_BR`.
  public static func mark(_ tag: String) -> String { tag.replacing("_", with: "-").lowercased() }

  /// The tags in which a text for a device with this locale may be written, as marks and the most specific first: `zh-hant-tw`, `zh-hant`, `zh`. What a
  /// system appends to a locale, such as `@calendar=buddhist`, does not count.
  public static func chain(of locale: String) -> [String] {
    var parts = mark(String(locale.prefix { $0 != "@" && $0 != "." }.prefix(Wire.Limits.languageLength))).split(separator: "-")
    var chain: [String] = []
    while !parts.isEmpty {
      // A single letter only introduces what follows it (RFC 4647, section 3.4).
      if parts.last?.count != 1 { chain.append(parts.joined(separator: "-")) }
      parts.removeLast()
    }
    return chain
  }

  /// The language without script and region, in lower case: `pt` of `pt-BR` and of `pt_BR`.
  public static func language(of tag: String) -> String {
    String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
