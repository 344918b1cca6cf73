// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One of the things of which a part of the page is made.
struct EditorElement {
  private(set) var field: EditorField?
  private(set) var duration: EditorPage.DurationPart?
  private(set) var check: EditorField?
  private(set) var rows: Rows?
  private(set) var triggers: Triggers?
  private(set) var hint: Hint?

  static func field(_ field: EditorField) -> Self { Self(field: field) }
  static func duration(_ duration: EditorPage.DurationPart) -> Self { Self(duration: duration) }
  /// A box to tick.
  static func check(_ field: EditorField) -> Self { Self(check: field) }
  static func rows(_ rows: Rows) -> Self { Self(rows: rows) }
  /// Rows with triggers.
  static func triggers(_ triggers: Triggers) -> Self { Self(triggers: triggers) }
  /// A sentence, in which code stands between backticks.
  static func hint(_ text: String) -> Self {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    return Self(hint: Hint(parts: parts.map { Hint.Part(text: String($1), isCode: $0 % 2 == 1) }))
  }

  struct Hint {
    let parts: [Part]

    struct Part {
      let text: String
      let isCode: Bool
    }
  }

  /// A button that adds a row to a list.
  struct Add {
    let list: String
    /// What is added.
    let noun: String
    /// Where the page without script goes on, by its id.
    let place: String
    /// What the answer replaces on the page with script, by its id.
    let redrawn: String

    init(_ list: String, _ noun: String, at place: String, redraws redrawn: String) {
      (self.list, self.noun, self.place, self.redrawn) = (list, noun, place, redrawn)
    }
  }

  /// Rows with triggers, and a button that adds one.
  struct Triggers {
    let id: String
    let parts: [EditorPage.TriggerPart]
    let add: Add
  }

  /// The rows of a list, with a button that adds one.
  struct Rows {
    let id: String
    let rows: [Row]
    let add: Add
  }

  struct Row {
    /// `Frequency cap 1`, and in the middle of a sentence.
    let title: String
    let name: String
    /// Its class in the style sheet.
    let style: String
    let fields: [EditorField]
    let kept: Kept?
    let remove: String
  }

  /// What the fields cannot say: it travels as JSON, and is shown in words.
  struct Kept {
    let field: EditorField
    let words: String
  }

  /// Something is written, or wrong.
  var isTouched: Bool {
    let fields = [field, duration?.count, check].compactMap(\.self)
    return fields.contains { !$0.value.isEmpty || !$0.errors.isEmpty || !$0.warnings.isEmpty } || rows?.rows.isEmpty == false
      || triggers?.parts.isEmpty == false
  }
}

extension EditorElement.Triggers {
  init(_ list: String, _ id: String, atLeast least: Int = 0, _ fields: EditorFields) {
    let rows = fields.form.rows(list, atLeast: least)
    self.init(
      id: id, parts: rows.map { EditorPage.TriggerPart($0, isOnly: least > 0 && rows.count == least, fields) },
      add: EditorElement.Add(list, list, at: id, redraws: id))
  }
}

extension EditorPage {
  /// A part of the form that is folded until it holds something, or something is wrong with it.
  struct Fold {
    let name: String
    let title: String
    /// What it holds, in words.
    let words: String
    let isOpen: Bool
    let elements: [EditorElement]

    /// - Parameter words: by the names of the groups.
    init(_ group: any RuleGroup.Type, _ fields: EditorFields, _ words: [String: String]) {
      name = group.name
      title = group.title
      self.words = words[group.name] ?? ""
      elements = group.elements(fields)
      isOpen = elements.contains(where: \.isTouched)
    }
  }
}
