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
  ///   - path: The path of the value; nil if it is the name.
  ///   - read: Gets what was typed.
  private init(
    _ name: String, at path: String?, write: @escaping (Value) -> String,
    read: @escaping (String, inout Value) -> Void, show: @escaping (EditorFields, String) -> EditorElement
  ) {
    self.init(
      write: { value, form, scope in form[scope.name(name)] = write(value) },
      read: { reader, scope, value in
        read(reader.text(scope.name(name), at: scope.path(path ?? name)), &value)
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

extension FormElement {
  /// - Parameter list: The id of the list of suggestions.
  static func text(
    _ name: String, _ value: WritableKeyPath<Value, String?>, _ label: String, as form: TextForm = .line,
    at path: String? = nil, hint: String? = nil, kindHints: [EditorField.KindHint] = [],
    isOptional: Bool = false, list: String? = nil
  ) -> Self {
    Self(
      name, at: path,
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

  /// A list of words; each has a line.
  static func words(
    _ name: String, _ value: WritableKeyPath<Value, [String]>, _ label: String, at path: String? = nil,
    hint: String, read: @escaping (String, [String]) -> [String] = FormText.words
  ) -> Self {
    Self(
      name, at: path, write: { FormText.lines($0[keyPath: value].joined(separator: "\n")) },
      read: { typed, root in root[keyPath: value] = read(typed, root[keyPath: value]) },
      show: { fields, name in .area(fields.field(name, label, hint: hint, isOptional: true)) })
  }

  /// A box to tick.
  static func check(
    _ name: String, _ value: WritableKeyPath<Value, Bool>, _ label: String, at path: String? = nil,
    hint: String? = nil, as element: @escaping (EditorField) -> EditorElement = EditorElement.check
  ) -> Self {
    Self(
      name, at: path, write: { $0[keyPath: value] ? "yes" : "" },
      read: { typed, root in root[keyPath: value] = !typed.isEmpty },
      show: { fields, name in element(fields.check(name, label, hint: hint)) })
  }

  /// One of several values. A field that is missing changes nothing.
  ///
  /// - Parameters:
  ///   - others: Makes choices that are only offered while they are chosen.
  ///   - element: How the page shows it.
  static func choice<Known>(
    _ name: String, _ value: WritableKeyPath<Value, Wire.Open<Known>>, _ label: String,
    _ choices: [EditorField.Choice], others: @escaping (String) -> [EditorField.Choice] = { _ in [] },
    hint: String? = nil, standard: String = "",
    as element: @escaping (EditorField) -> EditorElement = EditorElement.field
  ) -> Self {
    Self(
      name, at: nil, write: { $0[keyPath: value].rawValue },
      read: { typed, root in if !typed.isEmpty { root[keyPath: value] = Wire.Open(typed) } },
      show: { fields, name in
        element(
          fields.field(
            name, label, standard: standard, hint: hint, choices: choices + others(fields.form[name])))
      })
  }

  /// The same for a value that can be missing.
  ///
  /// - Parameter standard: What a missing value means, which stays missing until something else is
  ///   chosen. nil: it has a blank choice of its own.
  static func choice<Known>(
    _ name: String, _ value: WritableKeyPath<Value, Wire.Open<Known>?>, _ label: String,
    _ choices: [EditorField.Choice], standard: Known?
  ) -> Self {
    Self(
      name, at: nil, write: { $0[keyPath: value]?.rawValue ?? standard?.rawValue ?? "" },
      read: { typed, root in
        guard let standard else { return root[keyPath: value] = typed.nilIfEmpty.map { Wire.Open($0) } }
        guard !typed.isEmpty, typed != root[keyPath: value]?.rawValue ?? standard.rawValue else { return }
        root[keyPath: value] = Wire.Open(typed)
      },
      show: { fields, name in
        .field(fields.field(name, label, standard: standard?.rawValue ?? "", choices: choices))
      })
  }

  /// A whole number, which keeps its stored value while something else is typed.
  static func whole(
    _ name: String, _ value: WritableKeyPath<Value, Int?>, _ label: String, at path: String? = nil,
    hint: String, remedy: String
  ) -> Self {
    Self(
      write: { root, form, scope in form[scope.name(name)] = root[keyPath: value].map(String.init) ?? "" },
      read: { reader, scope, root in
        root[keyPath: value] = reader.whole(
          scope.name(name), at: scope.path(path ?? name), stored: root[keyPath: value], remedy: remedy)
      },
      show: { fields, scope in
        [
          .field(
            fields.field(scope.name(name), label, hint: hint, inputMode: "numeric", isOptional: true))
        ]
      })
  }

  /// A share of 10,000, which people write in percent.
  static func share(
    _ name: String, _ value: WritableKeyPath<Value, Int>, _ label: String, hint: String
  ) -> Self {
    Self(
      write: { root, form, scope in
        let share = root[keyPath: value]
        form[scope.name(name)] = share == 0 ? "" : FormText.text(share: share)
      },
      read: { reader, scope, root in
        root[keyPath: value] = reader.share(scope.name(name), at: scope.path(name)) ?? 0
      },
      show: { fields, scope in
        [.field(fields.field(scope.name(name), label, hint: hint, inputMode: "decimal", isOptional: true))]
      })
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

  /// What a tap does, and its address.
  ///
  /// - Parameter noun: What a tap closes, such as `message`.
  static func action(
    _ name: String, url: String, _ value: WritableKeyPath<Value, Wire.ClickAction>, at path: String? = nil,
    closing noun: String = "message", hint: String? = nil, kindHints: [EditorField.KindHint] = [],
    style: String = "field-row action", part: String? = nil
  ) -> Self {
    Self(
      write: { root, form, scope in
        ActionChoice.write(root[keyPath: value], to: &form, scope.name(name), url: scope.name(url))
      },
      read: { reader, scope, root in
        root[keyPath: value] = ActionChoice.read(
          &reader, scope.name(name), url: scope.name(url), at: scope.path(path ?? name),
          over: root[keyPath: value])
      },
      show: { fields, scope in
        let chosen = fields.form[scope.name(name)]
        let choices = ActionChoice.allCases.filter { $0 != .kept || chosen == $0.rawValue }
        let action = fields.field(
          scope.name(name), "On tap", standard: ActionChoice.close.rawValue, hint: hint,
          kindHints: kindHints, choices: choices.map { .init($0.rawValue, $0.label(closing: noun)) })
        let address = fields.field(
          scope.name(url), "URL", hint: "https://example.com/offer or myapp://offer", inputMode: "url")
        return [.group(style, part: part, [.field(action), .group("action-url", [.field(address)])])]
      })
  }

  /// Colours in a light and a dark theme.
  ///
  /// - Parameter name: What the names of the fields begin with; blank if that is the scope's own.
  static func colours<Theme>(
    _ name: String, _ slots: ColourSlots<Theme>, _ value: WritableKeyPath<Value, [String: Theme]>,
    title: String
  ) -> Self {
    Self(
      write: { root, form, scope in slots.write(root[keyPath: value], to: &form, scope.name(name)) },
      read: { reader, scope, root in
        root[keyPath: value] = slots.read(
          &reader, scope.name(name), at: scope.path(""), over: root[keyPath: value])
      },
      show: { fields, scope in
        [.colours(EditorPage.ColourTable(slots, title: title, field: scope.name(name), fields))]
      })
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
    _ style: String? = nil, part: String? = nil, questionPart: String? = nil, _ elements: [Self]
  ) -> Self {
    elements.together { [.group(style, part: part, questionPart: questionPart, $0)] }
  }

  /// Fields with a title.
  static func fieldset(_ style: String, _ title: String, _ elements: [Self]) -> Self {
    elements.together { [.fieldset(style, title, $0)] }
  }

  /// Fields that are folded until one of them is set or wrong.
  static func more(_ elements: [Self]) -> Self {
    Self(
      write: { value, form, scope in elements.write(value, to: &form, scope) },
      read: { reader, scope, value in elements.read(&reader, scope, into: &value) },
      show: { fields, scope in [.more(elements.show(fields, scope), fields)] })
  }

  /// Fields that the page sends as they are.
  static func hidden(_ elements: [Self]) -> Self {
    elements.together { $0.flatMap(\.fields).map { .hidden($0) } }
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

  fileprivate func together<Value>(_ group: @escaping ([EditorElement]) -> [EditorElement])
    -> FormElement<Value> where Element == FormElement<Value>
  {
    FormElement(
      write: { value, form, scope in self.write(value, to: &form, scope) },
      read: { reader, scope, value in self.read(&reader, scope, into: &value) },
      show: { fields, scope in group(self.show(fields, scope)) })
  }
}

extension String {
  /// The text as a value of a field that can be blank.
  var orBlank: String? {
    get { self }
    set { self = newValue ?? "" }
  }
}
