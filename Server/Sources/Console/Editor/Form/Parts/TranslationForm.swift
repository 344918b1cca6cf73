// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The campaign's texts in other languages, one row for each language. Comes after all parts with
/// texts: its fields follow from theirs.
///
/// The field of a translation is named after the field of the text:
/// `translation.0.text-button-1-text` for `button.1.text`.
enum TranslationForm: FormPart {
  static let list = "translation"
  /// How the names of the fields of translations begin in a row.
  static let prefix = "text-"

  static let newRows = [list: ["tag": ""]]

  // MARK: - To the form

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    guard let languages = content.languageSet else { return }
    // What the form has no fields for yet counts too.
    var reading = form.reading(over: content)
    reading.content = content
    let slots = slots(of: reading, form)
    for (number, tag) in languages.tags.enumerated() {
      let row = "\(list).\(number)"
      form[row + ".tag"] = tag
      for slot in slots {
        form["\(row).\(slot.name)"] = FormText.lines(slot.translation(tag, in: content) ?? "")
      }
    }
  }

  // MARK: - From the form

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    let rows = reader.form.rows(list)
    let stored = content
    content.languages = [:]
    for place in content.experiment?.variants.indices ?? 0..<0 {
      content.experiment?.variants[place].languages = [:]
    }
    reader.place("languages", at: rows.first?.name("tag") ?? "add." + list)
    guard !rows.isEmpty else { return }
    let slots = slots(
      of: FormReading(name: "", content: stored, misreadings: [], places: reader.places), reader.form)
    var marks: Set<String> = []
    for row in rows {
      let tag = row["tag"].trimmed
      let isBlank = slots.allSatisfy { row[$0.name].isEmpty }
      if tag.isEmpty {
        if !isBlank {
          reader.misread(row.name("tag"), "These texts have no language.", "Choose the language.")
        }
        continue
      }
      guard let tag = stored.languages[tag] == nil ? LanguageWords.tag(tag) : tag else {
        reader.misread(row.name("tag"), LanguageWords.unknown.message, LanguageWords.unknown.remedy)
        continue
      }
      guard marks.insert(LanguageTag.mark(tag)).inserted else {
        reader.misread(
          row.name("tag"), "This language has already been added.", "Choose another, or remove this one.")
        continue
      }
      reader.place("languages.\(tag)", at: row.name("tag"))
      content.languages[tag] = [:]
      for slot in slots {
        let path = slot.path(in: tag)
        reader.place(path, at: row.name(slot.name))
        let own = slot.translation(tag, in: stored)
        // What the page did not show stays.
        guard let typed = reader.form.values[row.name(slot.name)], typed != FormText.lines(own ?? "") else {
          slot.set(own, tag, in: &content)
          continue
        }
        slot.set((slot.isVerbatim ? typed : typed.trimmed).nilIfEmpty, tag, in: &content)
      }
    }
  }

  // MARK: - Fields

  /// A text of the campaign or of a variant, which each language can replace.
  struct Slot: Hashable {
    /// The name of its fields within the row of a language.
    let name: String
    let text: ContentText
    /// The place of the variant that it belongs to; nil for the campaign.
    let variant: Int?
    /// The variant's name; nil for the campaign.
    let variantName: String?
    /// Whether devices use it.
    let isUsed: Bool

    /// Whether spaces around it matter.
    var isVerbatim: Bool { text.role != .address }

    /// `languages.de.message.header`
    func path(in tag: String) -> String {
      (variant.map { "experiment.variants[\($0)]." } ?? "") + "languages.\(tag).\(text.field)"
    }

    func translation(_ tag: String, in content: CampaignContent) -> String? {
      guard let variant else { return content.languages.texts(tag)?[text.field] }
      guard let variants = content.experiment?.variants, variants.indices.contains(variant) else {
        return nil
      }
      return variants[variant].languages.texts(tag)?[text.field]
    }

    fileprivate func set(_ translation: String?, _ tag: String, in content: inout CampaignContent) {
      guard let translation else { return }
      if let variant {
        content.experiment?.variants[variant].languages[tag, default: [:]][text.field] = translation
      } else {
        content.languages[tag]?[text.field] = translation
      }
    }
  }

  /// All texts that languages can replace, in the order of the page: those of the campaign, then
  /// those of each variant where they differ, or where they are translated differently.
  static func slots(of reading: FormReading, _ form: CampaignForm) -> [Slot] {
    let content = reading.content
    let texts = content.texts
    let used = Set(content.textsForDevices.map(\.field))
    var names: Set<String> = []
    func name(_ path: String) -> String {
      let field = prefix + reading.field(path).replacing(".", with: "-")
      // A text without a field of its own in the form.
      return names.insert(field).inserted
        ? field : prefix + String(path.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }
    let own = texts.map {
      Slot(name: name($0.field), text: $0, variant: nil, variantName: nil, isUsed: used.contains($0.field))
    }
    let shared = Set(texts.map { [$0.field, $0.text] })
    return own
      + (content.experiment?.variants ?? []).enumerated().flatMap { place, variant -> [Slot] in
        guard content.shown(in: variant) != nil else { return [] }
        let compared = content.compared(in: variant)
        let path = "experiment.variants[\(place)]."
        let used = Set(compared.textsForDevices.map(\.field))
        let slots = compared.texts.map {
          Slot(
            name: name(path + $0.field), text: $0, variant: place,
            variantName: variant.name ?? "variant " + variant.id.uppercased(),
            isUsed: used.contains($0.field))
        }
        return slots.filter { slot in
          !shared.contains([slot.text.field, slot.text.text])
            || variant.languages.values.contains { $0[slot.text.field] != nil }
            || form.rows(list).contains { !$0[slot.name].isEmpty }
        }
      }
  }
}

extension Wire.Translations {
  /// The texts of a language, however its tag is written.
  fileprivate func texts(_ tag: String) -> [String: String]? {
    self[tag] ?? first { LanguageTag.mark($0.key) == LanguageTag.mark(tag) }?.value
  }
}
