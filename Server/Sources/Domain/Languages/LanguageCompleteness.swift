// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// Which texts of a campaign are missing in one of its languages: they have no translation in it,
/// nor in a language that it falls back to.
public struct LanguageCompleteness: Equatable, Sendable {
  /// The language, as it is written.
  public var tag: String
  /// How many texts people read.
  public var total: Int
  /// Those that are missing, in the order of the campaign.
  public var missing: [ContentText]

  /// `1 of 4 texts is missing: button 2`. nil: nothing is missing.
  public var words: String? {
    guard !missing.isEmpty else { return nil }
    let listed = missing.prefix(Self.mostListed).map(\.words).joined(separator: ", ")
    let rest = missing.count - Self.mostListed
    return
      "\(missing.count) of \(NumberWords.plural(total, "text", "texts")) \(missing.count == 1 ? "is" : "are") missing: \(listed)"
      + (rest > 0 ? " and \(rest) more" : "")
  }

  /// How many missing texts are named.
  static let mostListed = 6
}

extension Wire.Campaign {
  /// For each language in its order, what is missing of the message, the other surfaces and the
  /// push, and of the variants where they differ from the campaign. A language that falls back to
  /// the campaign's own, as `en-GB` does to `en`, lacks nothing.
  public var languageCompleteness: [LanguageCompleteness] {
    guard let languages = CampaignLanguages(self) else { return [] }
    let own = textsForDevices.filter(\.isTranslated)
    return languages.tags.prefix(CampaignLanguages.most).map { tag in
      let isOwn =
        languages.standard.map { LanguageTag.chain(of: tag).contains(LanguageTag.mark($0)) } ?? false
      var texts = own
      var missing = isOwn ? [] : Self.untranslated(own, in: languages, tag, self)
      for variant in experiment?.variants ?? [] {
        var shown = onlyOwn(of: variant)
        guard !shown.surfaces.isEmpty else { continue }
        shown.arm = Wire.ExperimentArm(experimentID: "", name: variant.id)
        let shared = Set(own.map { [$0.field, $0.text] })
        let different = shown.texts.filter { $0.isTranslated && !shared.contains([$0.field, $0.text]) }
        func named(_ text: ContentText) -> ContentText {
          var named = text
          named.words = "\(text.words) of \(variant.name ?? "variant " + variant.id.uppercased())"
          return named
        }
        texts += different
        if !isOwn { missing += Self.untranslated(different, in: languages, tag, shown).map(named) }
      }
      return LanguageCompleteness(tag: tag, total: texts.count, missing: missing)
    }
  }

  /// Those of the texts that stay as they are in the language.
  private static func untranslated(
    _ texts: [ContentText], in languages: CampaignLanguages, _ tag: String, _ shown: Wire.Campaign
  ) -> [ContentText] {
    let translated = languages.translatedFields(of: shown, in: tag)
    return texts.filter { !translated.contains($0.field) }
  }
}

extension ContentText {
  /// Whether each language needs it.
  fileprivate var isTranslated: Bool { role.isForPeople && !text.isBlank }
}
