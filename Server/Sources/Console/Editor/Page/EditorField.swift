// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// One labelled field as its template reads it.
struct EditorField {
  let id: String
  let name: String
  let label: String
  let value: String
  let isBlank: Bool
  let hint: String?
  /// What is to be said only of some kinds of message.
  let kindHints: [KindHint]
  /// The id of a list with suggestions.
  let list: String?
  let type: String
  let inputMode: String?
  let isOptional: Bool
  let options: [Group]
  let choices: [Option]
  /// A list to choose from, not a text.
  let isSelect: Bool
  /// The text may have several lines.
  let isLong: Bool
  let errors: [Note]
  let warnings: [Note]
  let isInvalid: Bool
  /// The ids of hint and notes.
  let describedBy: String?

  struct Option {
    let id: String
    let value: String
    let label: String
    let hint: String?
    /// The parts of the form that belong to it, as `data-has` names them; nil: it decides on none.
    let has: String?
    let isChosen: Bool
  }

  /// Options under one heading; nil: none.
  struct Group {
    let label: String?
    let options: [Option]
  }

  struct KindHint {
    /// As `data-part` has it.
    let part: String
    let text: String
  }

  struct Note {
    let id: String
    let text: String
  }

  /// What a select or radio buttons offer.
  struct Choice {
    var value: String
    var label: String
    var group: String?
    var hint: String?
    /// The parts of the form that are shown when it is chosen; empty: it decides on none.
    var has: [String]

    init(_ value: String, _ label: String, group: String? = nil, hint: String? = nil, has: [String] = []) {
      self.value = value
      self.label = label
      self.group = group
      self.hint = hint
      self.has = has
    }
  }

  static func id(_ name: String) -> String {
    "field-" + name.replacing(".", with: "-")
  }
}

/// Makes fields, with what somebody typed and the problems that belong to them.
struct EditorFields {
  let form: CampaignForm
  let suggestions: FormSuggestions
  private let problems: [String: [FormProblem]]

  init(_ form: CampaignForm, _ problems: [FormProblem], _ suggestions: FormSuggestions) {
    self.form = form
    self.suggestions = suggestions
    self.problems = Dictionary(grouping: problems, by: \.field)
  }

  /// - Parameter standard: chosen where the form says nothing.
  func field(
    _ name: String, _ label: String, standard: String = "", hint: String? = nil, kindHints: [EditorField.KindHint] = [],
    type: String = "text",
    inputMode: String? = nil, isOptional: Bool = false, isLong: Bool = false, list: String? = nil, choices: [EditorField.Choice] = []
  ) -> EditorField {
    let id = EditorField.id(name)
    let value = form[name].nilIfEmpty ?? standard
    let found = problems[name] ?? []
    let notes = found.enumerated().map { (EditorField.Note(id: "\(id)-note-\($0)", text: $1.words), $1.severity) }
    let errors = notes.filter { $0.1 == .error }.map(\.0)
    let warnings = notes.filter { $0.1 == .warning }.map(\.0)
    // An error takes the hint's place.
    let hint = errors.isEmpty ? hint : nil
    let describing = (hint == nil ? [] : [id + "-hint"]) + (errors + warnings).map(\.id)
    var choices = choices
    // A value that the list does not have is still what was chosen.
    if !choices.isEmpty, !choices.contains(where: { $0.value == value }) {
      choices.append(EditorField.Choice(value, value.isEmpty ? "Choose…" : value))
    }
    let options = choices.enumerated().map { index, choice in
      (
        choice.group,
        EditorField.Option(
          id: index == 0 ? id : "\(id)-\(index)", value: choice.value, label: choice.label, hint: choice.hint,
          has: choice.has.isEmpty ? nil : choice.has.joined(separator: " "), isChosen: choice.value == value)
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
    return EditorField(
      id: id, name: name, label: label, value: value, isBlank: value.isEmpty, hint: hint, kindHints: errors.isEmpty ? kindHints : [],
      list: list, type: type,
      inputMode: inputMode, isOptional: isOptional, options: groups,
      choices: options.map(\.1), isSelect: !options.isEmpty, isLong: isLong, errors: errors, warnings: warnings, isInvalid: !errors.isEmpty,
      describedBy: describing.isEmpty ? nil : describing.joined(separator: " "))
  }

  /// A field for an instant, or a time on the device's own clock. A browser's own field would throw away what is none, so that comes back as a text.
  func instant(_ name: String, _ label: String, hint: String) -> EditorField {
    let isReadable = form[name].isEmpty || FormText.instant(form[name]) != nil
    return field(name, label, hint: hint, type: isReadable ? "datetime-local" : "text", isOptional: true)
  }

  /// The same for a time of day.
  func time(_ name: String, _ label: String) -> EditorField {
    let isReadable = form[name].isEmpty || LocalTime.minutes(ofDay: form[name]) != nil
    return field(name, label, type: isReadable ? "time" : "text")
  }

  func duration(_ name: String, _ label: String, hint: String? = nil) -> EditorPage.DurationPart {
    EditorPage.DurationPart(
      count: field(name, label, hint: hint, inputMode: "numeric"),
      unit: field(
        name + "_unit", "Unit", standard: TimeUnit.days.rawValue,
        choices: [TimeUnit.seconds, .minutes, .hours, .days].map { .init($0.rawValue, $0.rawValue) }))
  }

  /// The rows of a list.
  ///
  /// - Parameters:
  ///   - noun: what a row is called, in the middle of a sentence.
  ///   - kept: a row that the fields cannot say, in words.
  func rows(
    _ list: String, _ noun: String, style: String, _ fields: (FormRow) -> [EditorField], kept: ((FormRow) -> EditorElement.Kept?)? = nil
  ) -> EditorElement.Rows {
    EditorElement.Rows(
      id: "rows-" + list,
      rows: form.rows(list).map { row in
        let kept = kept?(row)
        return EditorElement.Row(
          title: "\(noun.capitalisingFirst) \(row.number + 1)", name: "\(noun) \(row.number + 1)", style: style,
          fields: kept == nil ? fields(row) : [], kept: kept, remove: "remove." + row.field)
      }, add: EditorElement.Add(list, noun, at: "rows-" + list, redraws: "rows-" + list))
  }

  /// What stands as JSON in a hidden field of a row, in words; nil: nothing.
  func kept<Form: Wire.Form>(
    _ row: FormRow, _ name: String, as type: Form.Type, _ words: (Form) -> String
  ) -> EditorElement.Kept? {
    guard !row[name].isEmpty else { return nil }
    return EditorElement.Kept(field: field(row.name(name), ""), words: row.kept(name, as: type).map(words) ?? row[name])
  }
}
