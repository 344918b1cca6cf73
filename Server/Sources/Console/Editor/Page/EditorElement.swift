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
  static func triggers(_ parts: [EditorPage.TriggerPart]) -> Self { Self(triggers: Triggers(parts: parts)) }
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

  struct Triggers {
    let parts: [EditorPage.TriggerPart]
  }

  /// The rows of a list, with a button that adds one.
  struct Rows {
    let id: String
    let noun: String
    let add: String
    let rows: [Row]
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
