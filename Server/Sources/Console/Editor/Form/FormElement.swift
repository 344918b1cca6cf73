// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Where fields are: what their names in the form and their paths in the campaign begin with.
struct FormScope {
  private let names: String
  private let paths: String

  /// - Parameter start: The beginning of names and of paths, such as `banner.`.
  init(_ start: String = "") { (names, paths) = (start, start) }

  init(names: String, paths: String) { (self.names, self.paths) = (names, paths) }

  init(_ row: FormRow, at path: String = "") { (names, paths) = (row.field + ".", path + ".") }

  /// `banner.title`; without a name, what the fields belong to: `banner`.
  func name(_ field: String) -> String { field.isEmpty ? String(names.dropLast()) : names + field }
  func path(_ field: String) -> String { field.isEmpty ? String(paths.dropLast()) : paths + field }
}

/// All that the console knows of a field: its name, its path in the campaign, how it is written and
/// read, and what the page shows. Or several of them that stand together on the page.
///
/// What is written reads back as the same value. What a stored value has beyond its fields stays.
struct FormElement<Value> {
  let write: (Value, inout CampaignForm, FormScope) -> Void
  let read: (inout FormReader, FormScope, inout Value) -> Void
  /// Makes the page's elements. Also made where they are not shown: a change is told by them.
  let show: (EditorFields, FormScope) -> [EditorElement]

  init(
    write: @escaping (Value, inout CampaignForm, FormScope) -> Void = { _, _, _ in },
    read: @escaping (inout FormReader, FormScope, inout Value) -> Void = { _, _, _ in },
    show: @escaping (EditorFields, FormScope) -> [EditorElement] = { _, _ in [] }
  ) {
    (self.write, self.read, self.show) = (write, read, show)
  }

  /// A field with one value.
  ///
  /// - Parameters:
  ///   - paths: The paths of the value in its scope.
  ///   - read: Gets what was typed.
  private init(
    _ name: String, at paths: [String], write: @escaping (Value) -> String,
    read: @escaping (String, inout Value) -> Void, show: @escaping (EditorFields, String) -> EditorElement
  ) {
    self.init(
      write: { value, form, scope in form[scope.name(name)] = write(value) },
      read: { reader, scope, value in
        for path in paths { reader.place(scope.path(path), at: scope.name(name)) }
        read(reader.form[scope.name(name)], &value)
      },
      show: { fields, scope in [show(fields, scope.name(name))] })
  }
}

// MARK: - Fields

/// How a text is typed, and what of it counts.
enum TextForm {
  /// One line, with its spaces.
  case line
  /// One line without the spaces around it.
  case word
  case address
  /// Several lines, kept as they are stored until somebody edits them.
  case area
  case code(EditorField.Language)
}

/// How several words are typed in one field.
enum ListForm {
  /// Separated by spaces, commas or lines.
  case words
  /// Each with a line; they may have spaces.
  case lines
  /// In one line; they may have spaces.
  case commas

  func text(_ parts: [String]) -> String {
    FormText.lines(parts.joined(separator: self == .commas ? ", " : "\n"))
  }

  func parts(_ text: String) -> [String] {
    let parts = text.split {
      switch self {
      case .words: $0.isWhitespace || $0 == ","
      case .lines: $0 == "\n"
      case .commas: $0 == ","
      }
    }
    return parts.map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}

/// The choices of a field, as `["top": "Top", "bottom": "Bottom"]`.
struct FieldChoices: ExpressibleByDictionaryLiteral {
  let all: [EditorField.Choice]

  init(_ all: [EditorField.Choice]) { self.all = all }

  init(dictionaryLiteral choices: (String, String)...) { all = choices.map { .init($0, $1) } }
}

extension FormElement {
  /// - Parameter list: The id of the list of suggestions.
  static func text(
    _ name: String, _ value: WritableKeyPath<Value, String?>, _ label: String, as form: TextForm = .line,
    at path: String? = nil, hint: String? = nil, kindHints: [EditorField.KindHint] = [],
    isOptional: Bool = false, list: String? = nil
  ) -> Self {
    Self(
      name, at: [path ?? name],
      write: { root in
        let text = root[keyPath: value] ?? ""
        return switch form {
        case .line, .word, .address: text
        case .area, .code: FormText.lines(text)
        }
      },
      read: { typed, root in
        root[keyPath: value] =
          switch form {
          case .line: typed.nilIfEmpty
          case .word, .address: typed.trimmed.nilIfEmpty
          case .area, .code: FormText.kept(typed, root[keyPath: value])
          }
      },
      show: { fields, name in
        .text(
          name, label, as: form, hint: hint, kindHints: kindHints, isOptional: isOptional, list: list, fields)
      })
  }

  /// Several words in one field. The stored ones stay as they are until somebody edits the text.
  static func list(
    _ name: String, _ value: WritableKeyPath<Value, [String]>, _ label: String, as form: ListForm = .words,
    at path: String? = nil, hint: String
  ) -> Self {
    Self(
      name, at: [path ?? name], write: { form.text($0[keyPath: value]) },
      read: { typed, root in
        if typed != form.text(root[keyPath: value]) { root[keyPath: value] = form.parts(typed) }
      },
      show: { fields, name in
        let field = fields.field(name, label, hint: hint, isOptional: true)
        return form == .commas ? .field(field) : .area(field)
      })
  }

  /// A box to tick.
  static func check(
    _ name: String, _ value: WritableKeyPath<Value, Bool>, _ label: String, at path: String? = nil,
    hint: String? = nil, as element: @escaping (EditorField) -> EditorElement = EditorElement.check
  ) -> Self {
    Self(
      name, at: [path ?? name], write: { $0[keyPath: value] ? "yes" : "" },
      read: { typed, root in root[keyPath: value] = !typed.isEmpty },
      show: { fields, name in element(fields.check(name, label, hint: hint)) })
  }

  /// One of several values. A field that is missing changes nothing.
  ///
  /// - Parameters:
  ///   - paths: The paths of the value; the name if there is none.
  ///   - others: Makes choices that are only offered while they are chosen.
  ///   - element: How the page shows it.
  static func choice<Known>(
    _ name: String, _ value: WritableKeyPath<Value, Wire.Open<Known>>, _ label: String,
    _ choices: FieldChoices, at paths: [String] = [],
    others: @escaping (String) -> [EditorField.Choice] = { _ in [] },
    hint: String? = nil, standard: String = "",
    as element: @escaping (EditorField) -> EditorElement = EditorElement.field
  ) -> Self {
    Self(
      name, at: paths.isEmpty ? [name] : paths, write: { $0[keyPath: value].rawValue },
      read: { typed, root in if !typed.isEmpty { root[keyPath: value] = Wire.Open(typed) } },
      show: { fields, name in
        element(
          fields.field(
            name, label, standard: standard, hint: hint, choices: choices.all + others(fields.form[name])))
      })
  }

  /// The same for a value that can be missing.
  ///
  /// - Parameter standard: What a missing value means, which stays missing until something else is
  ///   chosen. nil: it has a blank choice of its own.
  static func choice<Known>(
    _ name: String, _ value: WritableKeyPath<Value, Wire.Open<Known>?>, _ label: String,
    _ choices: FieldChoices, standard: Known?
  ) -> Self {
    Self(
      name, at: [name], write: { $0[keyPath: value]?.rawValue ?? standard?.rawValue ?? "" },
      read: { typed, root in
        guard let standard else {
          root[keyPath: value] = typed.nilIfEmpty.map { Wire.Open($0) }
          return
        }
        guard !typed.isEmpty, typed != root[keyPath: value]?.rawValue ?? standard.rawValue else { return }
        root[keyPath: value] = Wire.Open(typed)
      },
      show: { fields, name in
        .field(fields.field(name, label, standard: standard?.rawValue ?? "", choices: choices.all))
      })
  }

  /// A value that is typed as text.
  ///
  /// - Parameter read: Gets the name of the field, the path of the value, and what is stored.
  static func typed<Typed>(
    _ name: String, _ value: WritableKeyPath<Value, Typed?>, at path: String? = nil,
    write: @escaping (Typed) -> String,
    read: @escaping (inout FormReader, String, String, Value) -> Typed?,
    show: @escaping (EditorFields, String) -> EditorField
  ) -> Self {
    Self(
      write: { root, form, scope in form[scope.name(name)] = root[keyPath: value].map(write) ?? "" },
      read: { reader, scope, root in
        root[keyPath: value] = read(&reader, scope.name(name), scope.path(path ?? name), root)
      },
      show: { fields, scope in [.field(show(fields, scope.name(name)))] })
  }

  /// A whole number, which keeps its stored value while something else is typed.
  static func whole(
    _ name: String, _ value: WritableKeyPath<Value, Int?>, _ label: String, at path: String? = nil,
    hint: String, remedy: String
  ) -> Self {
    typed(
      name, value, at: path, write: String.init,
      read: { $0.whole($1, at: $2, stored: $3[keyPath: value], remedy: remedy) },
      show: { $0.field($1, label, hint: hint, inputMode: "numeric", isOptional: true) })
  }

  /// A share of 10,000, which people write in percent.
  static func share(
    _ name: String, _ value: WritableKeyPath<Value, Int?>, _ label: String, hint: String
  ) -> Self {
    typed(
      name, value, write: { FormText.text(share: $0) },
      read: { reader, name, path, _ in reader.share(name, at: path) },
      show: { $0.field($1, label, hint: hint, inputMode: "decimal", isOptional: true) })
  }

  /// A length of time: a number and its unit.
  ///
  /// - Parameter unit: The unit offered while there is no length.
  static func duration(
    _ name: String, _ value: WritableKeyPath<Value, Int64?>, _ label: String, at path: String,
    unit: TimeUnit, hint: String
  ) -> Self {
    Self(
      write: { root, form, scope in
        form.set(scope.name(name), milliseconds: root[keyPath: value], unit: unit)
      },
      read: { reader, scope, root in
        root[keyPath: value] = reader.duration(scope.name(name), at: scope.path(path))
      },
      show: { fields, scope in [.duration(fields.duration(scope.name(name), label, hint: hint))] })
  }
}

// MARK: - Groups

extension FormElement {
  /// Fields that stand together on the page.
  ///
  /// - Parameters:
  ///   - style: The style class.
  ///   - part: The part of the form that it belongs to, as in `data-part`.
  ///   - questionPart: The part of a question that it belongs to, as in `data-question-part`.
  static func group(
    _ style: String? = nil, part: String? = nil, questionPart: String? = nil, _ elements: Self...
  ) -> Self {
    elements.together { elements, _ in
      [.group(style, part: part, questionPart: questionPart, elements)]
    }
  }

  /// The field in a part of the form.
  func part(_ part: String) -> Self { .group(part: part, self) }

  /// Fields with a title.
  static func fieldset(_ style: String, _ title: String, _ elements: Self...) -> Self {
    elements.together { elements, _ in [.fieldset(style, title, elements)] }
  }

  /// Fields that are folded until one of them is set or wrong.
  static func more(_ elements: Self...) -> Self {
    elements.together { [.more($0, $1)] }
  }

  /// Fields that the page sends as they are.
  static func hidden(_ elements: Self...) -> Self {
    elements.together { elements, _ in elements.flatMap(\.fields).map { .hidden($0) } }
  }

  /// What is no field.
  static func element(_ element: EditorElement) -> Self { .shown { _, _ in element } }

  /// What is shown of fields that are read and written elsewhere.
  static func shown(_ show: @escaping (EditorFields, FormScope) -> EditorElement) -> Self {
    Self(show: { [show($0, $1)] })
  }
}

extension Array {
  func write<Value>(_ value: Value, to form: inout CampaignForm, _ scope: FormScope)
  where Element == FormElement<Value> {
    for element in self { element.write(value, &form, scope) }
  }

  func read<Value>(_ reader: inout FormReader, _ scope: FormScope, into value: inout Value)
  where Element == FormElement<Value> {
    for element in self { element.read(&reader, scope, &value) }
  }

  func show<Value>(_ fields: EditorFields, _ scope: FormScope) -> [EditorElement]
  where Element == FormElement<Value> {
    flatMap { $0.show(fields, scope) }
  }

  /// - Parameter group: Makes one element of those that the page shows.
  func together<Value>(_ group: @escaping ([EditorElement], EditorFields) -> [EditorElement])
    -> FormElement<Value> where Element == FormElement<Value>
  {
    FormElement(
      write: { value, form, scope in self.write(value, to: &form, scope) },
      read: { reader, scope, value in self.read(&reader, scope, into: &value) },
      show: { fields, scope in group(self.show(fields, scope), fields) })
  }
}

extension Int {
  /// The number as a value of a field that is blank for 0.
  var orBlank: Int? {
    get { self == 0 ? nil : self }
    set { self = newValue ?? 0 }
  }
}

extension String {
  /// The text as a value of a field that can be blank.
  var orBlank: String? {
    get { self }
    set { self = newValue ?? "" }
  }
}
