// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One element of the page: a field, or several that stand together.
struct EditorElement {
  private(set) var field: EditorField?
  private(set) var area: EditorField?
  private(set) var check: EditorField?
  private(set) var box: EditorField?
  private(set) var pictures: EditorField?
  private(set) var hidden: EditorField?
  private(set) var duration: EditorPage.DurationPart?
  private(set) var hint: Hint?
  private(set) var colours: EditorPage.ColourTable?
  private(set) var group: Group?
  private(set) var fieldset: Group?
  private(set) var fold: Fold?
  private(set) var rows: Rows?
  private(set) var triggers: Triggers?
  private(set) var extras: Extras?
  private(set) var questions: EditorPage.SurveyPart?

  static func field(_ field: EditorField) -> Self { Self(field: field) }
  /// A text of several lines.
  static func area(_ field: EditorField) -> Self { Self(area: field) }
  /// A box to tick.
  static func check(_ field: EditorField) -> Self { Self(check: field) }
  /// A box to tick that stands out.
  static func box(_ field: EditorField) -> Self { Self(box: field) }
  /// A choice between pictures.
  static func pictures(_ field: EditorField) -> Self { Self(pictures: field) }
  static func hidden(_ field: EditorField) -> Self { Self(hidden: field) }
  static func duration(_ duration: EditorPage.DurationPart) -> Self { Self(duration: duration) }
  static func colours(_ table: EditorPage.ColourTable) -> Self { Self(colours: table) }
  static func rows(_ rows: Rows) -> Self { Self(rows: rows) }
  static func triggers(_ triggers: Triggers) -> Self { Self(triggers: triggers) }
  static func extras(_ extras: Extras) -> Self { Self(extras: extras) }
  static func questions(_ questions: EditorPage.SurveyPart) -> Self { Self(questions: questions) }

  static func text(
    _ name: String, _ label: String, as form: TextForm, hint: String? = nil,
    kindHints: [EditorField.KindHint] = [], isOptional: Bool = false, list: String? = nil,
    _ fields: EditorFields
  ) -> Self {
    var (mode, code, isArea) = (String?.none, EditorField.Language?.none, false)
    switch form {
    case .line, .word: break
    case .address: mode = "url"
    case .area: isArea = true
    case .code(let language): code = language
    }
    let field = fields.field(
      name, label, hint: hint, kindHints: kindHints, inputMode: mode, isOptional: isOptional, list: list,
      code: code)
    return isArea ? .area(field) : .field(field)
  }

  /// - Parameters:
  ///   - style: The style class.
  ///   - part: The part of the form that it belongs to, as in `data-part`.
  ///   - questionPart: The part of a question that it belongs to, as in `data-question-part`.
  static func group(
    _ style: String? = nil, part: String? = nil, questionPart: String? = nil, _ elements: [Self]
  ) -> Self {
    Self(
      group: Group(style: style, part: part, questionPart: questionPart, title: nil, elements: elements))
  }

  static func fieldset(_ style: String, _ title: String, _ elements: [Self]) -> Self {
    Self(fieldset: Group(style: style, part: nil, questionPart: nil, title: title, elements: elements))
  }

  static func fold(_ group: any RuleGroup.Type, _ words: [String: String], _ fields: EditorFields) -> Self {
    let elements = group.elements.show(fields, FormScope())
    return Self(
      fold: Fold(
        name: group.name, title: group.title, words: words[group.name] ?? "",
        isOpen: elements.contains(where: \.isTouched), elements: elements))
  }

  static func more(_ elements: [Self], _ fields: EditorFields) -> Self {
    Self(
      fold: Fold(
        name: nil, title: "More options", words: "",
        isOpen: fields.areSet(elements.flatMap(\.fields).map(\.name)) || elements.contains { $0.hasRows },
        elements: elements))
  }

  /// A sentence; text between backticks is code, and between asterisks it is emphasised.
  static func hint(_ text: String) -> Self {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).enumerated().flatMap {
      (place, text) -> [Hint.Part] in
      if place % 2 == 1 { return [Hint.Part(text: String(text), isCode: true)] }
      return text.split(separator: "*", omittingEmptySubsequences: false).enumerated().map {
        Hint.Part(text: String($1), isPlain: $0 % 2 == 0, isEmphasised: $0 % 2 == 1)
      }
    }
    return Self(hint: Hint(style: "hint", part: nil, parts: parts))
  }

  /// A link that opens in a new tab, and what follows it.
  static func hint(link words: String, to path: String, _ rest: String) -> Self {
    Self(
      hint: Hint(
        style: "hint", part: nil,
        parts: [Hint.Part(text: words, href: path), Hint.Part(text: rest, isPlain: true)]))
  }

  /// A remark that belongs to a part of the form.
  static func note(_ text: String, part: String) -> Self {
    Self(hint: Hint(style: "note", part: part, parts: [Hint.Part(text: text, isPlain: true)]))
  }

  struct Hint {
    let style: String
    let part: String?
    let parts: [Part]

    struct Part {
      let text: String
      var isPlain = false
      var isCode = false
      var isEmphasised = false
      var href: String?
    }
  }

  struct Group {
    let style: String?
    let part: String?
    let questionPart: String?
    let title: String?
    let elements: [EditorElement]
  }

  /// A part of the form that is folded until it holds something, or something in it is wrong.
  struct Fold {
    /// For scripts; nil for more options.
    let name: String?
    let title: String
    /// The content of the fold, in words.
    let words: String
    let isOpen: Bool
    let elements: [EditorElement]
  }

  /// Pairs of keys and values.
  struct Extras {
    let rows: Rows
    /// What all of them together are called in the form.
    let field: EditorField
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
    var style = "fields rows"
    /// The id of the element whose rows are drawn with these; nil for none.
    var drawnWith: String?
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

  /// The elements within it.
  private var elements: [EditorElement] {
    [group?.elements, fieldset?.elements, fold?.elements].compactMap(\.self).flatMap(\.self)
  }

  /// Its own fields and those of the elements within it, without those of rows.
  var fields: [EditorField] {
    [field, area, check, box, pictures, hidden, duration?.count, duration?.unit, extras?.field].compactMap(
      \.self) + elements.flatMap(\.fields)
  }

  fileprivate var hasRows: Bool {
    (rows ?? extras?.rows)?.rows.isEmpty == false || triggers?.parts.isEmpty == false
      || elements.contains { $0.hasRows }
  }

  /// Whether something is written in it, or wrong with it.
  fileprivate var isTouched: Bool {
    let own = fields.filter { $0.name != duration?.unit.name }
    return own.contains { !$0.value.isEmpty || !$0.errors.isEmpty || !$0.warnings.isEmpty } || hasRows
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

/// A section of a step of the page.
struct EditorSection {
  /// Whether it is a card without a title.
  var isCard = false
  var id = ""
  var heading: String?
  /// For screen readers, where there is no heading.
  var label: String?
  /// The part of the form that it belongs to, as in `data-part`.
  var part: String?
  var elements: [EditorElement] = []
  /// The languages, which have a section of their own.
  var translations: EditorPage.TranslationPart?

  init(
    _ id: String, _ heading: String?, label: String? = nil, part: String? = nil, _ elements: [EditorElement]
  ) {
    (self.id, self.heading, self.label, self.part, self.elements) = (id, heading, label, part, elements)
  }

  init(card elements: [EditorElement]) { (isCard, self.elements) = (true, elements) }

  init(_ translations: EditorPage.TranslationPart) { self.translations = translations }
}
