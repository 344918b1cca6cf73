// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension EditorPage {
  /// The campaign's texts in other languages, one fold for each.
  struct TranslationPart {
    let heading: String
    let rows: [Row]
    let add: EditorElement.Add

    struct Row {
      let title: String
      /// What is missing.
      let words: String
      let isOpen: Bool
      /// The language, for screen readers and spelling checkers; nil until it is chosen.
      let tag: String?
      let tagField: EditorField
      let fields: [Field]
      /// Translations of texts that the campaign does not have at present: the type of message does
      /// not use them, or they are being typed anew.
      let hidden: [HiddenField]
      let remove: String
    }

    struct Field {
      let field: EditorField
      let isArea: Bool
      let isCode: Bool
    }

    static let id = "translations"

    init(_ fields: EditorFields) {
      heading = fields.titled(TranslationForm.list, "Languages")
      add = EditorElement.Add(TranslationForm.list, "language", at: Self.id, redraws: Self.id)
      let rows = fields.form.rows(TranslationForm.list)
      guard !rows.isEmpty else {
        self.rows = []
        return
      }
      let reading = fields.form.reading()
      let slots = TranslationForm.slots(of: reading, fields.form)
      let missing = reading.content.languageCompleteness
      self.rows = rows.map { row in
        let typed = row["tag"].trimmed
        let tag = LanguageWords.tag(typed) ?? typed
        let language = missing.first { LanguageTag.mark($0.tag) == LanguageTag.mark(tag) }
        let title = fields.titled(row.field, tag.isEmpty ? "New language" : LanguageWords.label(tag))
        let tagField = fields.field(
          row.name("tag"), "Language",
          hint: "Choose from the list, or enter a name or a code, such as German, de-AT or pt-BR.",
          list: "languages")
        let own = slots.filter { $0.isUsed && !$0.text.text.isBlank }.map { slot in
          let text = slot.text.text
          let isMissing =
            language?.missing.contains { $0.field == slot.text.field && $0.text == text } ?? false
          let field = fields.field(
            row.name(slot.name), slot.label,
            hint: isMissing ? "Missing: people get \(Self.quoted(text))" : Self.quoted(text),
            inputMode: slot.text.role == .address ? "url" : nil, isOptional: !slot.text.role.isForPeople,
            code: slot.text.role == .page ? .html : nil)
          return Field(
            field: field, isArea: slot.text.role == .read && (text.count > 40 || text.contains("\n")),
            isCode: field.isCode)
        }
        let shown = Set(own.map(\.field.name))
        return Row(
          title: title,
          words: tag.isEmpty
            ? "Choose the language"
            : language?.words ?? (LanguageTag.isWellFormed(tag) ? "Complete" : "Not a language"),
          isOpen: tag.isEmpty || !tagField.errors.isEmpty || own.contains { !$0.field.errors.isEmpty },
          tag: tag.nilIfEmpty,
          tagField: tagField, fields: own,
          hidden: fields.form.values.filter { name, value in
            name.hasPrefix(row.name(TranslationForm.prefix)) && !shown.contains(name) && !value.isEmpty
          }.sorted { $0.key < $1.key }.map { HiddenField(name: $0.key, value: $0.value) },
          remove: "remove." + row.field)
      }
    }

    private static func quoted(_ text: String) -> String {
      "“" + (text.count > 120 ? text.prefix(119) + "…" : text) + "”"
    }
  }

  /// The fold of languages by itself, for the script.
  struct TranslationFragment {
    let translations: TranslationPart
    let formPath: String
  }
}

extension TranslationForm.Slot {
  /// `Button 2`, or `Header of Short` in a variant.
  fileprivate var label: String { text.words.capitalisingFirst + (variantName.map { " of \($0)" } ?? "") }
}
