// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletWire
import SceneHTML

/// English names of languages.
enum LanguageWords {
  struct Language: Hashable, Sendable {
    /// The language's BCP 47 tag.
    var tag: String
    var name: String
  }

  /// The languages of preview and lab devices.
  private static let all = DeviceLanguage.allCases.map { Language(tag: $0.rawValue, name: $0.name) }

  /// Further languages that messages are often written in.
  private static let further: [Language] = list(
    """
    bg Bulgarian, ca Catalan, cs Czech, da Danish, el Greek, en-GB English (United Kingdom), en-US English (United States), es-419 Spanish (Latin America), \
    fa Persian, fi Finnish, fr-CA French (Canada), hr Croatian, hu Hungarian, id Indonesian, ms Malay, nb Norwegian, pt-BR Portuguese (Brazil), \
    pt-PT Portuguese (Portugal), ro Romanian, ru Russian, sk Slovak, sl Slovene, sr Serbian, th Thai, ur Urdu, vi Vietnamese, \
    zh-Hans Chinese (simplified), zh-Hant Chinese (traditional)
    """)

  /// The suggestions for a message's language.
  static let suggestions = (all + further).sorted { $0.name < $1.name }

  /// All languages that have a code of two letters, by their English names.
  static let twoLetters: [Language] = {
    let english = Locale(identifier: "en")
    let codes = Set(
      Locale.LanguageCode.isoLanguageCodes.map(\.identifier).filter { $0.count == 2 }.map(
        LanguageTag.language))
    return codes.compactMap { code in
      english.localizedString(forLanguageCode: code).flatMap {
        $0 == code ? nil : Language(tag: code, name: $0)
      }
    }.sorted { $0.name < $1.name }
  }()

  /// The tag that somebody means who typed it, or the English name of a language: `de` for
  /// `German`, `pt-BR` for `pt_br`. nil: neither.
  static func tag(_ typed: String) -> String? {
    if let language = named(typed) { return language.tag }
    let tag = typed.trimmed.replacing("_", with: "-")
    return LanguageTag.isWellFormed(tag) ? tag : nil
  }

  /// The language with this English name.
  static func named(_ typed: String) -> Language? {
    let text = typed.trimmed.lowercased()
    return (all + further).first { $0.name.lowercased() == text }
      ?? twoLetters.first { $0.name.lowercased() == text }
  }

  /// What the field of a language says if nobody can tell which one is meant.
  static let unknown = (
    message: "This is not a language.",
    remedy: "Choose one of the list, or enter a code such as de, de-AT or pt-BR."
  )

  /// `German`, or the tag itself if the name is unknown.
  static func name(_ tag: String) -> String {
    (all + further).first { $0.tag == tag || $0.tag == LanguageTag.language(of: tag) }?.name ?? tag
  }

  /// The same with the region or script that tells it from others: `German (AT)`.
  static func label(_ tag: String) -> String {
    if let exact = (all + further).first(where: { LanguageTag.mark($0.tag) == LanguageTag.mark(tag) }) {
      return exact.name
    }
    let name = name(tag)
    let rest = tag.replacing("_", with: "-").drop { $0 != "-" }.dropFirst()
    return name == tag || rest.isEmpty ? name : "\(name) (\(rest))"
  }

  /// The language of a field's path, such as `languages.de.message.header`. nil: it is not about a
  /// language.
  static func language(in path: String) -> String? {
    let parts = path.split(separator: ".")
    guard let place = parts.firstIndex(of: "languages"), place + 1 < parts.count else { return nil }
    return label(String(parts[place + 1]))
  }

  private static func list(_ text: String) -> [Language] {
    text.split(separator: ", ").map { entry in
      let parts = entry.split(separator: " ", maxSplits: 1)
      return Language(tag: String(parts[0]), name: String(parts[1]))
    }
  }
}

extension CampaignContent {
  /// `English, German, French`, or `One language`.
  var languageWords: String {
    guard let languages = languageSet else { return "One language" }
    return ([self.ownLanguage].compactMap(\.self) + languages.tags).map { LanguageWords.label($0) }.joined(
      separator: ", ")
  }
}
