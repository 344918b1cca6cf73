// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// The texts of a campaign in all its languages, and which of them a device gets.
///
/// A device gets each text in the first language of its own chain that has it, and the campaign's
/// own text if none has: with `de-AT`, the text of `de-AT`, then the one of `de`, then the
/// campaign's. A variant of an experiment has languages of its own. A text that it has in common
/// with the campaign also has the campaign's translations.
///
/// ```swift
/// CampaignLanguages(campaign.definition)?.campaign(campaign.sentDefinition, for: "de-AT")
/// ```
public struct CampaignLanguages: Sendable {
  /// The language of the campaign's own texts, as it is written. nil: the campaign does not say.
  public let standard: String?
  private let translations: TranslationTable
  /// By the id of the variant.
  private let variants: [String: TranslationTable]
  /// The campaign's own texts that devices use, by field.
  private let own: [String: String]

  /// The most languages of a campaign or a variant, beside its own.
  public static let most = 30

  /// nil: it has one language.
  ///
  /// - Parameter definition: The complete campaign, as it is stored.
  public init?(_ definition: Wire.Campaign) {
    let variants = definition.experiment?.variants ?? []
    guard !definition.languages.isEmpty || variants.contains(where: { !$0.languages.isEmpty }) else {
      return nil
    }
    standard = definition.ownLanguage
    translations = TranslationTable(definition.languages)
    self.variants = Dictionary(variants.map { ($0.id, TranslationTable($0.languages)) }) { first, _ in first }
    own = Dictionary(definition.textsForDevices.map { ($0.field, $0.text) }) { first, _ in first }
  }

  /// The languages beside the campaign's own, sorted, as they are written.
  public var tags: [String] {
    let all = variants.values.reduce(into: translations.names) { $0.merge($1.names) { first, _ in first } }
    return all.sorted { $0.key < $1.key }.map(\.value)
  }

  /// In lower case: the languages that matter to which texts a device gets.
  public var marks: Set<String> {
    Set(tags.map(LanguageTag.mark) + [standard.map(LanguageTag.mark)].compactMap(\.self))
  }

  /// The language whose texts come first for a device that is set to `locale`. nil: it gets the
  /// texts as they are written.
  ///
  /// - Parameter arm: The arm of the experiment in which the device's person is. nil: none.
  public func language(for locale: String?, in arm: String? = nil) -> String? {
    let variant = arm.flatMap { variants[$0] }
    return chain(for: locale).lazy.compactMap { mark in translations.names[mark] ?? variant?.names[mark] }
      .first
  }

  /// The campaign as a device gets it that is set to `locale`: with the texts of its language, and
  /// of the variant in which the device's person is. The push too, if the campaign has one.
  public func campaign(_ campaign: Wire.Campaign, for locale: String?) -> Wire.Campaign {
    let chain = chain(for: locale)
    guard !chain.isEmpty else { return campaign }
    let variant = campaign.arm.flatMap { variants[$0.name] }
    // The most specific language of each surface's texts, as a place in the chain.
    var spoken: [Substring: Int] = [:]
    let body = { (text: ContentText) in
      guard let found = translation(of: text, variant, chain) else { return text.text }
      if text.role.isForPeople { spoken[text.surface] = min(found.place, spoken[text.surface] ?? .max) }
      return found.text
    }
    var translated = campaign.replacingTexts(body)
    func name(_ surface: Substring) -> String? { spoken[surface].map { self.name(chain[$0], variant) } }
    if let language = name("message"), campaign.message?.uses(.language) == true {
      translated.message?.language = language
    }
    if let language = name("banner") { translated.banner?.language = language }
    if let language = name("content") { translated.content?.language = language }
    return translated
  }

  /// The fields of the campaign's texts that a device set to `locale` gets in one of the languages.
  func translatedFields(of campaign: Wire.Campaign, in locale: String) -> Set<String> {
    let (chain, variant) = (chain(for: locale), campaign.arm.flatMap { variants[$0.name] })
    return Set(campaign.texts.filter { translation(of: $0, variant, chain) != nil }.map(\.field))
  }

  /// The translation of a text, and the place of its language in the chain. nil: the text stays as
  /// it is.
  private func translation(of text: ContentText, _ variant: TranslationTable?, _ chain: [String]) -> (
    text: String, place: Int
  )? {
    let isShared = variant == nil || own[text.field] == text.text
    for (place, mark) in chain.enumerated() {
      if let own = variant?[mark, text.field] ?? (isShared ? translations[mark, text.field] : nil) {
        return (own, place)
      }
    }
    return nil
  }

  /// The languages to look in for a device, the most specific first, in lower case. Languages from
  /// the campaign's own on are not in it.
  private func chain(for locale: String?) -> [String] {
    guard let locale else { return [] }
    let standard = standard.map(LanguageTag.mark)
    return Array(LanguageTag.chain(of: locale).prefix { $0 != standard })
  }

  private func name(_ mark: String, _ variant: TranslationTable?) -> String {
    variant?.names[mark] ?? translations.names[mark] ?? mark
  }
}

/// Texts by language and field. Languages are found whatever the case of their letters.
struct TranslationTable: Sendable {
  private var texts: [String: [String: String]] = [:]
  /// The languages as they are written, by their mark.
  private(set) var names: [String: String] = [:]

  init(_ translations: Wire.Translations) {
    // If a language is there twice, the first one counts, in every process.
    for (tag, own) in translations.sorted(by: { $0.key < $1.key }) where names[LanguageTag.mark(tag)] == nil {
      names[LanguageTag.mark(tag)] = tag
      texts[LanguageTag.mark(tag)] = own
    }
  }

  /// nil also if the text is blank.
  subscript(mark: String, field: String) -> String? { texts[mark]?[field].flatMap { $0.isBlank ? nil : $0 } }
}

extension Wire.Campaign {
  /// The language of the campaign's own texts. nil: it does not say, as a page or a push alone
  /// cannot.
  public var ownLanguage: String? {
    let written = message.map(\.sent.language) ?? content?.language ?? banner?.language
    return written.flatMap { $0.isBlank ? nil : $0 }
  }

  /// The texts that devices use, without those that the message's kind does not use.
  public var textsForDevices: [ContentText] {
    var used = self
    used.message = message?.sent
    return used.texts
  }

  /// All texts, also those that the message's kind does not use.
  public var texts: [ContentText] {
    var found: [ContentText] = []
    let note = { (text: ContentText) in
      found.append(text)
      return text.text
    }
    _ = replacingTexts(note)
    return found
  }
}

extension ContentText {
  /// `message` of `message.header`.
  fileprivate var surface: Substring { field.prefix { $0 != "." } }
}
