// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What an experiment compares, with the fields in which a variant's row can change it.
protocol VariantPart: Equatable, Sendable {
  /// What people call it, such as `message`.
  var noun: String { get }
  /// The fields of a variant of this.
  var variantFields: [VariantField<Self>] { get }
  /// nil if the text is not the JSON of one.
  init?(json: String)
  /// JSON that people read and write.
  var json: String { get }
}

extension VariantPart where Self: Wire.Form {
  init?(json: String) {
    guard let part = try? Wire.decode(Self.self, from: Array(json.utf8)) else { return nil }
    self = part
  }

  var json: String { FormText.json(self) }
}

/// A field of a variant's row.
struct VariantField<Part: Sendable>: Sendable {
  /// The name in the row.
  let name: String
  /// Where problems with it are, inside the part.
  let path: String
  let label: String
  /// What it is called where it holds the page of an HTML message; nil if it never does.
  var pageLabel: String?
  var isLong = false
  var isAddress = false
  /// Whether it is text or bytes for a program.
  var isCode = false
  /// The part of the form that it belongs to, as in `data-part`; nil if it is always there.
  var part: String?
  let read: @Sendable (Part) -> String?
  let write: @Sendable (inout Part, String) -> Void
}

extension VariantPart {
  /// What it changes of the campaign's own, as fields; all of it as JSON if the fields cannot say
  /// it.
  func changes(of base: Self) -> [String: String] {
    var fields: [String: String] = [:]
    for field in base.variantFields where field.read(self) != field.read(base) {
      let value = field.read(self) ?? ""
      fields[field.name] = field.isLong ? FormText.lines(value) : value
    }
    if base.changed(by: fields) == self { return fields }
    return ["json": json]
  }

  /// What people get if the fields change it. A blank field changes nothing.
  func changed(by fields: [String: String]) -> Self {
    var changed = self
    for field in variantFields {
      let typed = fields[field.name] ?? ""
      if let value = (field.isAddress ? typed.trimmed : typed).nilIfEmpty { field.write(&changed, value) }
    }
    return changed
  }

  /// `an announcement`
  private var words: String {
    if noun == ExperimentSubject.data.noun { return noun }
    return "\("aeiou".contains(noun.prefix(1)) ? "an" : "a") \(noun)"
  }

  /// What the row of a variant says. nil: it has the campaign's own.
  static func read(_ reader: inout FormReader, _ row: FormRow, at path: String, over base: Self) -> Self? {
    let json = reader.text(row.name("json"), at: path)
    if !json.trimmed.isEmpty {
      if let part = Self(json: json) { return part }
      reader.misread(
        row.name("json"), "This is not \(base.words).",
        "Correct the JSON, or remove it to use the fields.")
      return nil
    }
    var fields: [String: String] = [:]
    for field in base.variantFields {
      fields[field.name] = reader.text(row.name(field.name), at: "\(path).\(field.path)")
    }
    reader.place(path, at: row.name(base.variantFields.first(where: \.isLong)?.name ?? "json"))
    guard fields.values.contains(where: { !$0.trimmed.isEmpty }) else { return nil }
    return base.changed(by: fields)
  }
}

extension Wire.Message: VariantPart {
  var noun: String { ExperimentSubject.message.noun }

  var variantFields: [VariantField<Self>] { Self.fieldsOfVariants }

  private static let fieldsOfVariants: [VariantField<Self>] = [
    VariantField(
      name: "header", path: "header", label: "Header", read: { $0.header }, write: { $0.header = $1 }),
    VariantField(
      name: "text", path: "message", label: "Text", pageLabel: "Page", isLong: true, read: { $0.message },
      write: { $0.message = FormText.kept($1, $0.message) }),
    VariantField(
      name: "image_url", path: "image_url", label: "Image URL", isAddress: true, read: { $0.imageURL },
      write: { $0.imageURL = $1 }),
    VariantField(
      name: "button", path: "buttons", label: "First button", read: { $0.buttons.first?.text },
      write: { if !$0.buttons.isEmpty { $0.buttons[0].text = $1 } }),
  ]
}

extension Wire.PushNotification: VariantPart {
  var noun: String { ExperimentSubject.push.noun }

  var variantFields: [VariantField<Self>] { Self.fieldsOfVariants }

  private static let fieldsOfVariants: [VariantField<Self>] = [
    VariantField(name: "title", path: "title", label: "Title", read: { $0.title }, write: { $0.title = $1 }),
    VariantField(
      name: "text", path: "text", label: "Text", isLong: true, read: { $0.text },
      write: { $0.text = FormText.kept($1, $0.text) }),
    VariantField(
      name: "image_url", path: "image_url", label: "Picture URL", isAddress: true, read: { $0.imageURL },
      write: { $0.imageURL = $1 }),
    VariantField(
      name: "url", path: "action.url", label: "URL on tap", isAddress: true,
      read: { $0.action.type == .known(.url) ? $0.action.url : nil },
      write: { ($0.action.type, $0.action.url) = (.known(.url), $1) }),
  ]
}
