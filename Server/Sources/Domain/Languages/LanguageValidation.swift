// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What is wrong with the languages of a campaign and of its variants, and what they lack.
struct LanguageValidation {
  private let definition: Wire.Campaign
  private var found = DiagnosticList()

  var diagnostics: [Diagnostic] { found.diagnostics }

  init(_ content: CampaignContent) {
    definition = content.definition()
    guard let languages = CampaignLanguages(definition) else { return }
    if languages.tags.count > CampaignLanguages.most {
      found.error(
        "languages", "too_many_languages",
        "There are \(languages.tags.count) languages, and \(CampaignLanguages.most) are the most.",
        "Remove some.")
    }
    check(definition.languages, of: definition, at: "languages", in: languages)
    var known = Self.problems(of: content)
    known.formUnion(
      checkTexts(of: content, content.languages.keys.sorted(), languages, at: "languages", known: known))
    for (place, variant) in (content.experiment?.variants ?? []).enumerated() {
      let path = "experiment.variants[\(place)].languages"
      let own = content.compared(in: variant)
      let shown = own.definition()
      check(variant.languages, of: shown, at: path, in: languages)
      // Its other texts have the campaign's translations, which may not fit the variant.
      let tags = content.shown(in: variant) == nil ? variant.languages.keys.sorted() : languages.tags
      checkTexts(
        of: own, tags, languages, at: path, variant: variant.id, known: known.union(Self.problems(of: own)))
    }
    for language in definition.languageCompleteness {
      guard let words = language.words else { continue }
      found.warning(
        "languages.\(language.tag)", Diagnostic.translationMissing, words + ".",
        "Add it, or people read these parts in another language.")
    }
    checkSize(content)
  }

  // MARK: - Tags and fields

  private mutating func check(
    _ translations: Wire.Translations, of campaign: Wire.Campaign, at path: String,
    in languages: CampaignLanguages
  ) {
    let known = Set(campaign.texts.map(\.field))
    let used = Set(campaign.textsForDevices.map(\.field))
    var marks: Set<String> = []
    for (tag, texts) in translations.sorted(by: { $0.key < $1.key }).prefix(CampaignLanguages.most) {
      let field = "\(path).\(tag.prefix(Wire.Limits.languageLength))"
      if !LanguageTag.isWellFormed(tag) {
        found.error(
          field, "language_invalid", "This is not a language tag.", "Enter one such as en, de or pt-BR.")
      } else if languages.standard.map(LanguageTag.mark) == LanguageTag.mark(tag) {
        found.error(
          field, "language_is_own", "The campaign’s own texts are in this language already.",
          "Put the texts there, or correct the campaign’s language.")
      } else if !marks.insert(LanguageTag.mark(tag)).inserted {
        found.error(field, "duplicate", "This language is there twice.", "Put all its texts in one of them.")
      }
      for name in texts.keys.sorted() where !used.contains(name) {
        check(name, isKnown: known.contains(name), at: "\(field).\(name.prefix(Wire.Limits.nameLength))")
      }
    }
  }

  private mutating func check(_ name: String, isKnown: Bool, at field: String) {
    if isKnown {
      found.warning(
        field, Diagnostic.notUsed,
        "This type of message does not use the text. The value is kept but not sent.",
        "Remove it, or choose a type that uses it.")
    } else {
      found.error(
        field, "text_unknown", "The campaign has no text of its own here.",
        "Use the place of one of its texts, such as message.header, or remove this.")
    }
  }

  // MARK: - Texts

  /// Problems that the campaign has with the texts of a language, and not with its own.
  ///
  /// - Parameters:
  ///   - content: The campaign, or what people get who are in a variant.
  ///   - known: What is said about its own texts.
  /// - Returns: What is said about it now.
  @discardableResult
  private mutating func checkTexts(
    of content: CampaignContent, _ tags: [String], _ languages: CampaignLanguages, at path: String,
    variant: String? = nil,
    known: Set<Diagnostic.Identity>
  ) -> Set<Diagnostic.Identity> {
    var told: Set<Diagnostic.Identity> = []
    for tag in tags.prefix(CampaignLanguages.most) where LanguageTag.isWellFormed(tag) {
      let translated = content.translated(languages, for: tag, variant: variant)
      for problem in SurfaceValidation(translated).diagnostics where !known.contains(problem.identity) {
        found.add([problem.inside("\(path).\(tag.prefix(Wire.Limits.languageLength))")])
        told.insert(problem.identity)
      }
    }
    return told
  }

  private static func problems(of content: CampaignContent) -> Set<Diagnostic.Identity> {
    Set(SurfaceValidation(content).diagnostics.map(\.identity))
  }

  private mutating func checkSize(_ content: CampaignContent) {
    let all = [content.languages] + (content.experiment?.variants ?? []).map(\.languages)
    let bytes = all.reduce(0) {
      $0 + $1.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
    }
    guard bytes > CampaignLimits.languageBytes else { return }
    found.error(
      "languages", "too_large",
      "The texts in other languages are longer than \(NumberWords.count(CampaignLimits.languageBytes)) bytes.",
      "Shorten them, or make a campaign of its own for some languages.")
  }
}

extension Diagnostic {
  /// Something has no translation in a language.
  public static let translationMissing = "translation_missing"

  /// The same about a part of something larger.
  public func inside(_ path: String) -> Diagnostic {
    var moved = self
    moved.field = field.isEmpty ? path : "\(path).\(field)"
    return moved
  }
}
