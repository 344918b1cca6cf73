// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// One labelled field as its template reads it.
struct EditorField {
  let id: String
  let name: String
  let label: String
  let value: String
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

/// Makes fields, with the problems that belong to them beside them.
struct EditorFields {
  private let problems: [String: [FormProblem]]

  init(_ problems: [FormProblem]) {
    self.problems = Dictionary(grouping: problems, by: \.field)
  }

  func field(
    _ name: String, _ label: String, _ value: String, hint: String? = nil, kindHints: [EditorField.KindHint] = [], type: String = "text",
    inputMode: String? = nil, isOptional: Bool = false, list: String? = nil, choices: [EditorField.Choice] = []
  ) -> EditorField {
    let id = EditorField.id(name)
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
      id: id, name: name, label: label, value: value, hint: hint, kindHints: errors.isEmpty ? kindHints : [], list: list, type: type,
      inputMode: inputMode, isOptional: isOptional, options: groups,
      choices: options.map(\.1), errors: errors, warnings: warnings, isInvalid: !errors.isEmpty,
      describedBy: describing.isEmpty ? nil : describing.joined(separator: " "))
  }

  /// A field for an instant. A browser's own field would throw away what is none, so that comes back as a text.
  func instant(_ name: String, _ label: String, _ value: String, hint: String) -> EditorField {
    let isReadable = value.isEmpty || FormText.instant(value) != nil
    return field(name, label, value, hint: hint, type: isReadable ? "datetime-local" : "text", isOptional: true)
  }

  /// The same for a time of day.
  func time(_ name: String, _ label: String, _ value: String) -> EditorField {
    let isReadable = value.isEmpty || Wire.QuietHours.minutes(ofDay: value) != nil
    return field(name, label, value, type: isReadable ? "time" : "text")
  }

  /// The same for a time on the device's own clock.
  func local(_ name: String, _ label: String, _ value: String, hint: String) -> EditorField {
    instant(name, label, value, hint: hint)
  }
}
