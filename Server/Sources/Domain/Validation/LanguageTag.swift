// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Names of languages as BCP 47 writes them.
public enum LanguageTag {
  /// Whether the tag is well formed: two or three letters, followed by parts of one to eight
  /// letters and digits. Does not check whether such a language exists.
  public static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard tag.utf8.count <= Wire.Limits.languageLength, let language = parts.first,
      (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy(isLetter)
    else { return false }
    return parts.dropFirst().allSatisfy {
      (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    }
  }

  /// The same for each way to write the tag, in lower case: `pt-br` of `pt-BR` and of `pt_BR`, `he`
  /// of `iw`, and `zh-hant-tw` of `zh-TW`, where Chinese is written in traditional characters.
  public static func mark(_ tag: String) -> String { Subtags(tag).mark }

  /// The tags in which a text for a device with this locale may be written, as marks and the most
  /// specific first: `es-mx`, `es-419`, `es`. A locale that does not say its script has the likely
  /// one: `zh-TW` leads to `zh-hant`, and `zh` to `zh-hans`.
  public static func chain(of locale: String) -> [String] { Subtags(locale).chain }

  /// The language without script and region, in lower case: `pt` of `pt-BR` and of `pt_BR`, `he` of
  /// `iw`.
  public static func language(of tag: String) -> String { Subtags(tag).language }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// The parts of a tag or of a locale, in lower case, with the names that CLDR prefers.
private struct Subtags {
  var language: String
  var script: String?
  var region: String?
  /// Variants, extensions and whatever else follows.
  var rest: [Substring]

  /// What a system appends to a locale, such as `@calendar=buddhist`, does not count.
  init(_ tag: String) {
    let text = tag.prefix { $0 != "@" && $0 != "." }.prefix(Wire.Limits.languageLength).replacing(
      "_", with: "-"
    ).lowercased()
    var parts = text.split(separator: "-")[...]
    language = parts.popFirst().map(String.init) ?? ""
    if let next = parts.first, next.utf8.count == 4, next.allSatisfy(\.isLetter) {
      script = parts.popFirst().map(String.init)
    }
    if let next = parts.first,
      next.utf8.count == 2 && next.allSatisfy(\.isLetter)
        || next.utf8.count == 3 && next.allSatisfy(\.isNumber)
    {
      region = parts.popFirst().map { LanguageData.regions[String($0)] ?? String($0) }
    }
    rest = Array(parts)
    if let alias = LanguageData.aliases[language]?.split(separator: "-") {
      language = String(alias[0])
      if alias.count > 1, script == nil { script = String(alias[1]) }
    }
  }

  /// The script of the language where it does not say any.
  private var standardScript: String? { LanguageData.scripts[language] }

  /// The script in which it is written, said or not.
  private var likelyScript: String? {
    script ?? region.flatMap { LanguageData.scriptsByRegion["\(language)-\($0)"] } ?? standardScript
  }

  var mark: String {
    // Without a region, the script is what the author chose to say.
    let written = region == nil ? script : likelyScript == standardScript ? nil : likelyScript
    return ([language] + [written, region].compactMap(\.self) + rest.map(String.init)).joined(separator: "-")
  }

  var chain: [String] {
    guard !language.isEmpty else { return [] }
    var chain: [String] = []
    func add(_ subtags: Subtags) { if !chain.contains(subtags.mark) { chain.append(subtags.mark) } }
    var own = self
    while !own.rest.isEmpty {
      // A single letter only introduces what follows it (RFC 4647, section 3.4).
      if own.rest.last?.utf8.count != 1 { add(own) }
      own.rest.removeLast()
    }
    add(own)
    var locale = own.mark
    while let parent = LanguageData.parents[locale] {
      add(Subtags(parent))
      locale = parent
    }
    own.region = nil
    if script != nil || LanguageData.severalScripts.contains(language) {
      own.script = likelyScript
      add(own)
    }
    own.script = nil
    add(own)
    if let parent = LanguageData.parents[language] { add(Subtags(parent)) }
    return chain
  }
}
