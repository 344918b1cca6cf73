// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One element of a part of the page.
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
  static func triggers(_ triggers: Triggers) -> Self { Self(triggers: triggers) }
  /// A sentence; text between backticks is code.
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
    /// The name of what the button adds.
    let noun: String
    /// The id of the element to jump to when the page works without script.
    let place: String
    /// The id of the element that the page's script replaces with the answer.
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
    /// `Frequency cap 1`, at the beginning of a sentence.
    let title: String
    let name: String
    /// Its style class.
    let style: String
    let fields: [EditorField]
    let kept: Kept?
    let questions: Questions?
    let remove: String
  }

  /// What a variant of a survey asks: the survey's questions, or its own.
  struct Questions {
    /// A hidden field; nil while it asks the survey's.
    let asks: EditorField?
    let own: EditorPage.SurveyPart?
    /// The button that begins or ends its own.
    let words: String
    let command: String
  }

  /// A value that the fields cannot express: sent as JSON and shown in words.
  struct Kept {
    let field: EditorField
    let words: String
  }

  /// Whether something is written in it, or wrong with it.
  var isTouched: Bool {
    let fields = [field, duration?.count, check].compactMap(\.self)
    return fields.contains { !$0.value.isEmpty || !$0.errors.isEmpty || !$0.warnings.isEmpty }
      || rows?.rows.isEmpty == false
      || triggers?.parts.isEmpty == false
  }
}

extension EditorElement.Triggers {
  init(_ list: String, _ id: String, atLeast least: Int = 0, _ fields: EditorFields) {
    let rows = fields.form.rows(list, atLeast: least)
    self.init(
      id: id,
      parts: rows.map { EditorPage.TriggerPart($0, isOnly: least > 0 && rows.count == least, fields) },
      add: EditorElement.Add(list, list, at: id, redraws: id))
  }
}

extension EditorPage {
  /// A part of the form that is folded until it holds something, or something in it is wrong.
  struct Fold {
    let name: String
    let title: String
    /// The content of the fold, in words.
    let words: String
    let isOpen: Bool
    let elements: [EditorElement]

    /// - Parameter words: The words of each group, by its name.
    init(_ group: any RuleGroup.Type, _ fields: EditorFields, _ words: [String: String]) {
      name = group.name
      title = group.title
      self.words = words[group.name] ?? ""
      elements = group.elements(fields)
      isOpen = elements.contains(where: \.isTouched)
    }
  }
}
