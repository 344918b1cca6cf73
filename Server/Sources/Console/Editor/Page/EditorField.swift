// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// One labelled field as values for its template.
struct EditorField {
  let id: String
  let name: String
  let label: String
  let value: String
  let isBlank: Bool
  let hint: String?
  /// Hints for particular kinds of message only.
  let kindHints: [KindHint]
  /// The id of the list of suggestions.
  let list: String?
  let type: String
  let inputMode: String?
  let isOptional: Bool
  let options: [Group]
  let choices: [Option]
  /// Whether the field is a list of choices, not text.
  let isSelect: Bool
  /// Whether the text may have several lines.
  let isLong: Bool
  let isCode: Bool
  /// How code is coloured and counted; nil if the text is not code.
  let code: Code?
  let errors: [Note]
  let warnings: [Note]
  let isInvalid: Bool
  /// The ids of the hint and the notes.
  let describedBy: String?
  /// In a row: the part of the form that it belongs to, as in `data-part`; nil if it is always
  /// there.
  private(set) var part: String?

  struct Option {
    let id: String
    let value: String
    let label: String
    let hint: String?
    /// The name of its picture in `icons.svg`; nil for none.
    let picture: String?
    /// The parts of the form that this choice shows, as in `data-has`; nil if the choice controls
    /// none.
    let has: String?
    let isChosen: Bool
  }

  /// Options with a common heading; nil for none.
  struct Group {
    let label: String?
    let options: [Option]
  }

  struct KindHint {
    /// The part's name, as in `data-part`.
    let part: String
    let text: String
  }

  struct Note {
    let id: String
    let text: String
    /// The line of the text that it is about.
    let line: Int?
  }

  /// A language that the page's script colours.
  enum Language: String {
    case html, json
    /// JSON if it looks like it, and otherwise nothing.
    case data
  }

  struct Code {
    let language: String
    /// How many lines are in view at first.
    let rows: Int
    /// The length of the text in bytes, in words.
    let bytes: String
    /// The most bytes, and the same in words; nil if there is no limit of its own.
    let limit: Int?
    let limitWords: String?
    let isTooLong: Bool

    init(_ language: Language, _ text: String) {
      self.language = language.rawValue
      rows = language == .html ? 14 : 8
      limit = language == .html ? CampaignLimits.pageBytes : nil
      let count = text.utf8.count
      bytes = NumberWords.count(count)
      limitWords = limit.map { NumberWords.count($0) }
      isTooLong = limit.map { count > $0 } ?? false
    }
  }

  /// An option of a select or of radio buttons.
  struct Choice {
    var value: String
    var label: String
    var group: String?
    var hint: String?
    /// The name of its picture in `icons.svg`; nil for none.
    var picture: String?
    /// The parts of the form shown while this choice is selected; empty if it controls none.
    var has: [String]

    init(
      _ value: String, _ label: String, group: String? = nil, hint: String? = nil, picture: String? = nil,
      has: [String] = []
    ) {
      self.value = value
      self.label = label
      self.group = group
      self.hint = hint
      self.picture = picture
      self.has = has
    }
  }

  func inPart(_ part: String?) -> EditorField {
    var field = self
    field.part = part
    return field
  }

  static func id(_ name: String) -> String { "field-" + name.replacing(".", with: "-") }
}

/// Makes fields from what was typed and the problems that belong to each.
struct EditorFields {
  let form: CampaignForm
  let suggestions: FormSuggestions
  private var problems: [String: [FormProblem]]
  /// Notes the fields and their titles, for pages that tell what changed.
  private let index: FieldIndex?

  init(
    _ form: CampaignForm, _ problems: [FormProblem], _ suggestions: FormSuggestions, index: FieldIndex? = nil
  ) {
    self.index = index
    self.form = form
    self.suggestions = suggestions
    self.problems = Dictionary(grouping: problems, by: \.field)
  }

  /// The same, with a problem that the page itself found.
  func adding(_ problem: FormProblem) -> EditorFields {
    var fields = self
    fields.problems[problem.field, default: []].append(problem)
    return fields
  }

  /// - Parameters:
  ///   - shown: The value to show, instead of the form's.
  ///   - standard: The value while the form has none.
  func field(
    _ name: String, _ label: String, value shown: String? = nil, standard: String = "", hint: String? = nil,
    kindHints: [EditorField.KindHint] = [],
    type: String = "text", inputMode: String? = nil, isOptional: Bool = false, isLong: Bool = false,
    list: String? = nil,
    code: EditorField.Language? = nil, choices: [EditorField.Choice] = []
  ) -> EditorField {
    let id = EditorField.id(name)
    let value = shown ?? form[name].nilIfEmpty ?? standard
    let found = problems[name] ?? []
    let notes = found.enumerated().map {
      (EditorField.Note(id: "\(id)-note-\($0)", text: $1.words, line: $1.line), $1.severity)
    }
    let errors = notes.filter { $0.1 == .error }.map(\.0)
    let warnings = notes.filter { $0.1 == .warning }.map(\.0)
    // Errors replace the hint.
    let hint = errors.isEmpty ? hint : nil
    let describing =
      (hint == nil ? [] : [id + "-hint"]) + (errors + warnings).map(\.id)
      + (code == nil ? [] : [id + "-count"])
    var choices = choices
    // A value that is not in the list stays chosen.
    if !choices.isEmpty, !choices.contains(where: { $0.value == value }) {
      choices.append(EditorField.Choice(value, value.isEmpty ? "Choose…" : value))
    }
    let options = choices.enumerated().map { index, choice in
      (
        choice.group,
        EditorField.Option(
          id: index == 0 ? id : "\(id)-\(index)", value: choice.value, label: choice.label, hint: choice.hint,
          picture: choice.picture, has: choice.has.isEmpty ? nil : choice.has.joined(separator: " "),
          isChosen: choice.value == value)
      )
    }
    var groups: [EditorField.Group] = []
    for (group, option) in options {
      if let last = groups.last, last.label == group {
        groups[groups.count - 1] = EditorField.Group(label: group, options: last.options + [option])
      } else {
        groups.append(EditorField.Group(label: group, options: [option]))
      }
    }
    let field = EditorField(
      id: id, name: name, label: label, value: value, isBlank: value.isEmpty, hint: hint,
      kindHints: errors.isEmpty ? kindHints : [],
      list: list, type: type, inputMode: inputMode, isOptional: isOptional, options: groups,
      choices: options.map(\.1),
      isSelect: !options.isEmpty, isLong: isLong, isCode: code != nil,
      code: code.map { EditorField.Code($0, value) },
      errors: errors, warnings: warnings, isInvalid: !errors.isEmpty,
      describedBy: describing.isEmpty ? nil : describing.joined(separator: " "))
    index?.add(field)
    return field
  }

  /// Whether one of the fields differs from the form of a new campaign, or is wrong: then they are
  /// not folded.
  ///
  /// - Parameter lists: Lists of rows that count as set if they have any.
  func areSet(_ names: [String], lists: [String] = []) -> Bool {
    let new = CampaignForm(form.type)
    return names.contains { form[$0] != new[$0] || problems[$0] != nil }
      || lists.contains { !form.rows($0).isEmpty }
  }

  /// A box to tick.
  func check(_ name: String, _ label: String, hint: String? = nil) -> EditorField {
    index?.noteCheck(name)
    return field(name, label, hint: hint)
  }

  /// The title of a section or a row.
  ///
  /// - Parameter name: What the names of its fields begin with, or the name of its only field.
  func titled(_ name: String, _ title: String) -> String {
    index?.add(title: title, of: name)
    return title
  }

  /// A field for an instant, or for a time on the device's own clock. Unreadable text gets a text
  /// field, because a browser's date field would drop it.
  func instant(_ name: String, _ label: String, hint: String) -> EditorField {
    let instant = FormText.instant(form[name])
    return field(
      name, label, value: instant.map { FormText.text($0) }, hint: hint,
      type: form[name].isEmpty || instant != nil ? "datetime-local" : "text", isOptional: true)
  }

  /// The same for a time of day.
  func time(_ name: String, _ label: String) -> EditorField {
    let isReadable = form[name].isEmpty || LocalTime.minutes(ofDay: form[name]) != nil
    return field(name, label, type: isReadable ? "time" : "text")
  }

  func duration(_ name: String, _ label: String, hint: String? = nil) -> EditorPage.DurationPart {
    index?.noteDuration(name)
    return EditorPage.DurationPart(
      count: field(name, label, hint: hint, inputMode: "numeric"),
      unit: field(
        name + "_unit", "Unit", standard: TimeUnit.days.rawValue,
        choices: [TimeUnit.seconds, .minutes, .hours, .days].map { .init($0.rawValue, $0.rawValue) }))
  }

  /// The rows of a list.
  ///
  /// - Parameters:
  ///   - noun: The name of a row, in lower case.
  ///   - questions: What a variant of a survey asks; nil for other rows.
  ///   - kept: A row that the fields cannot express, in words.
  func rows(
    _ list: String, _ noun: String, style: String, _ fields: (FormRow) -> [EditorField],
    kept: ((FormRow) -> EditorElement.Kept?)? = nil, questions: ((FormRow) -> EditorElement.Questions?)? = nil
  ) -> EditorElement.Rows {
    EditorElement.Rows(
      id: "rows-" + list,
      rows: form.rows(list).map { row in
        let kept = kept?(row)
        return EditorElement.Row(
          title: titled(row.field, "\(noun.capitalisingFirst) \(row.number + 1)"),
          name: "\(noun) \(row.number + 1)", style: style,
          fields: kept == nil ? fields(row) : [], kept: kept, questions: questions?(row),
          remove: "remove." + row.field)
      }, add: EditorElement.Add(list, noun, at: "rows-" + list, redraws: "rows-" + list))
  }

  /// The value that a row's hidden field holds as JSON, in words; nil if there is none.
  func kept<Form: Wire.Form>(
    _ row: FormRow, _ name: String, as type: Form.Type, _ words: (Form) -> String
  ) -> EditorElement.Kept? {
    guard !row[name].isEmpty else { return nil }
    let words = row.kept(name, as: type).map(words) ?? row[name]
    index?.add(kept: words, of: row.name(name))
    return EditorElement.Kept(field: field(row.name(name), ""), words: words)
  }
}
