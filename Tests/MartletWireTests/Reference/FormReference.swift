// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

@testable import MartletWire

/// Describes forms of the wire from their tables of fields, for documents that must not drift from
/// them.
struct FormReference {
  /// How a document refers to another form.
  var prefix = "#/components/schemas/"
  /// What forms are called there, where that is not their name.
  var names: [String: String] = [:]
  /// True: a field that the form does not have is a mistake.
  var isStrict = false
  /// `Form.field` that need not be there although devices ask for it.
  var optional: Set<String> = []

  /// What another form is called in documents.
  static func name(of type: any WireValue.Type) -> String {
    switch type {
    case is Wire.EventRecord.Type: "Event"
    case is DecidedEvent.Type: "DecidedEvent"
    default: String(describing: type)
    }
  }

  // MARK: - Forms

  /// These forms and all that stand in them, by their names.
  static func forms(in types: [any WireValue.Type]) -> [String: any WireValue.Type] {
    var (found, open): ([String: any WireValue.Type], [any WireValue.Type]) = ([:], types)
    while let type = open.popLast() {
      guard found.updateValue(type, forKey: name(of: type)) == nil else { continue }
      switch type.form {
      case .fields(let shaped): open += shaped.table.allRows.flatMap { parts(of: $0.type) }
      case .kinds(let tables): open += tables.values.flatMap { $0.allRows.flatMap { parts(of: $0.type) } }
      case .filter: open.append(Wire.Comparison.self)
      default: break
      }
    }
    return found
  }

  private static func parts(of type: any WireValue.Type) -> [any WireValue.Type] {
    switch type.form {
    case .fields(let shaped): [shaped]
    case .kinds: [Wire.EventRecord.self]
    case .filter: [Wire.Filter.self]
    case .list(let element), .map(let element): parts(of: element)
    default: []
    }
  }

  // MARK: - JSON Schema

  /// Of a form as a whole.
  func schema(ofForm type: any WireValue.Type) -> Schema {
    switch type.form {
    case .fields(let shaped): schema(of: shaped.table, Self.name(of: type))
    case .kinds(let tables): schema(ofKinds: tables)
    case .filter: filterSchema
    default: schema(of: type)
    }
  }

  private func schema(of table: Table, _ name: String) -> Schema {
    let rows = table.allRows.sorted { $0.place < $1.place }
    let required = rows.filter { $0.rule == .required && !optional.contains("\(name).\($0.name)") }.map {
      Schema.text($0.name.description)
    }
    return .object(
      [("type", .text("object"))] + (required.isEmpty ? [] : [("required", .list(required))])
        + (isStrict ? [("additionalProperties", .flag(false))] : [])
        + [("properties", .object(rows.map { ($0.name.description, schema(of: $0, blank: table)) }))])
  }

  /// Every kind's fields side by side: an event is judged by itself, and one that is wrong harms no
  /// other.
  private func schema(ofKinds tables: [String: Table]) -> Schema {
    var rows: [String: (row: Row, kinds: [String])] = [:]
    for (kind, table) in tables.sorted(by: { $0.key < $1.key }) {
      for row in table.allRows { rows[row.name.description, default: (row, [])].kinds.append(kind) }
    }
    let shared = rows.filter { $0.value.kinds.count == tables.count }
    let fields = rows.sorted {
      ($0.value.kinds.count == tables.count ? 0 : 1, $0.key) < (
        $1.value.kinds.count == tables.count ? 0 : 1, $1.key
      )
    }
    return .object([
      ("type", .text("object")),
      ("required", .list(shared.filter { $0.value.row.rule == .required }.keys.sorted().map { .text($0) })),
      ("description", .text("The fields depend on the kind. Events are validated one by one.")),
      (
        "properties",
        .object(
          fields.map { name, field in
            if name == "kind" {
              let words = Schema.list(tables.keys.sorted().map { .text($0) })
              return (name, .object(schema(of: field.row, blank: nil).fields + [("examples", words)]))
            }
            let isShared = field.kinds.count == tables.count
            return (
              name,
              isShared
                ? schema(of: field.row, blank: nil)
                : .object([
                  ("description", .text("Of " + field.kinds.map { "`\($0)`" }.joined(separator: ", ") + "."))
                ])
            )
          })
      ),
    ])
  }

  /// Groups of conditions, or one comparison.
  private var filterSchema: Schema {
    let filter = Schema.object([("$ref", .text(prefix + "Filter"))])
    func group(_ name: String, _ content: Schema) -> Schema {
      .object([
        ("type", .text("object")), ("required", .list([.text(name)])),
        ("properties", .object([(name, content)])),
      ])
    }
    let list = Schema.object([("type", .text("array")), ("items", filter)])
    return .object([
      (
        "anyOf",
        .list([
          group("all", list), group("any", list), group("not", filter),
          .object([("$ref", .text(prefix + "Comparison"))]),
        ])
      )
    ])
  }

  private func schema(of row: Row, blank: Table?) -> Schema {
    var fields = schema(of: row.type).fields
    switch row.bound {
    case .range(let range)?:
      fields.removeAll { $0.0 == "minimum" || $0.0 == "maximum" }
      fields += [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
    case .address(let most)?:
      fields += [
        ("format", .text("uri")), ("maxLength", .number(Int64(most))), ("pattern", .text("^https://")),
      ]
    case .id?:
      fields += [
        ("minLength", .number(1)), ("maxLength", .number(Int64(Wire.Limits.idLength))),
        ("pattern", .text("^[0-9A-Za-z-]+$")),
      ]
    case .text(let most)?:
      // A word of a newer version is taken too.
      if case .words(let words) = row.type.form {
        fields = [("type", .text("string")), ("examples", .list(words.map { .text($0) }))]
      }
      fields += [("minLength", .number(1)), ("maxLength", .number(Int64(most)))]
    case .most(let most)?:
      fields.append(
        (
          row.type.form.isText ? "maxLength" : row.type.form.isMap ? "maxProperties" : "maxItems",
          .number(Int64(most))
        ))
    case nil: break
    }
    if let absent = blank?.textWhenAbsent(row) { fields.append(("default", .raw(absent))) }
    return .object(
      fields + [("description", .text(row.summary.description.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }))])
  }

  private func schema(of type: any WireValue.Type) -> Schema {
    switch type.form {
    case .text: .type("string")
    case .flag: .type("boolean")
    case .integer, .milliseconds:
      .object([
        ("type", .text("integer")), ("format", .text("int64")), ("minimum", .number(.min)),
        ("maximum", .number(.max)),
      ])
    case .number: .type("number")
    case .instant:
      .object([
        ("type", .text("integer")), ("format", .text("int64")),
        ("minimum", .number(Wire.Limits.instants.lowerBound)),
        ("maximum", .number(Wire.Limits.instants.upperBound)),
      ])
    case .color:
      .object([("type", .text("string")), ("pattern", .text("^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"))])
    case .anything: .object([])
    case .words(let words): .object([("enum", .list(words.map { .text($0) }))])
    case .list(let element): .object([("type", .text("array")), ("items", schema(of: element))])
    case .map(let element):
      .object([("type", .text("object")), ("additionalProperties", schema(of: element))])
    case .fields, .kinds, .filter:
      .object([
        (
          "$ref",
          .text(
            prefix + (names[Self.name(of: Self.parts(of: type)[0])] ?? Self.name(of: Self.parts(of: type)[0]))
          )
        )
      ])
    }
  }

  // MARK: - Tables for people

  /// The table of `docs/wire.md`.
  static func table(of type: any WireValue.Type) -> String {
    switch type.form {
    case .fields(let shaped): lines(of: shaped.table, where: { _ in true }).joined(separator: "\n")
    case .kinds(let tables): self.table(of: tables)
    default: ""
    }
  }

  /// What all kinds share, then what each has of its own.
  private static func table(of kinds: [String: Table]) -> String {
    var counts: [String: Int] = [:]
    for row in kinds.values.flatMap(\.allRows) { counts[row.name.description, default: 0] += 1 }
    func isShared(_ row: Row) -> Bool { counts[row.name.description] == kinds.count }
    guard let any = kinds.values.first else { return "" }
    let rows = kinds.sorted { $0.key < $1.key }.map { kind, table in
      let own = table.allRows.filter { !isShared($0) }.sorted { $0.place < $1.place }.map { row in
        "`\(row.name)`: \(words(of: row, in: table)). \(row.summary)"
      }
      return "| `\(kind)` | \(own.isEmpty ? "none" : own.joined(separator: "<br>")) |"
    }
    return
      (lines(of: any, where: isShared) + [
        "", "Each kind has its own fields:", "", "| `kind` | fields |", "|---|---|",
      ] + rows)
      .joined(separator: "\n")
  }

  private static func lines(of table: Table, where isIn: (Row) -> Bool) -> [String] {
    let rows = table.allRows.sorted { $0.place < $1.place }.filter(isIn)
    return ["| field | type | |", "|---|---|---|"]
      + rows.map { "| `\($0.name)` | \(words(of: $0, in: table)) | \($0.summary) |" }
  }

  private static func words(of row: Row, in table: Table) -> String {
    if row.rule == .required { return words(of: row) + ", required" }
    // An empty text says what an absent one does.
    let absent = table.textWhenAbsent(row)?.trimming("\"") ?? ""
    return words(of: row) + (absent.isEmpty ? "" : ", default `\(absent)`")
  }

  private static func words(of row: Row) -> String {
    let plain = words(of: row.type.form)
    return switch row.bound {
    case .range(let range)? where range.lowerBound == range.upperBound: "`\(range.lowerBound)`"
    case .range(let range)? where range.upperBound == .max: "\(plain), at least \(grouped(range.lowerBound))"
    case .range(let range)?: "\(plain), \(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
    case .id?: "id"
    case .address(let most)?: "`https` URL, up to \(grouped(Int64(most))) characters"
    case .text? where row.type.form.isWord: plain
    case .text(let most)?: "\(plain), 1 to \(grouped(Int64(most))) characters"
    case .most(let most)?:
      "\(plain), at most \(grouped(Int64(most)))" + (row.type.form.isText ? " characters" : "")
    case nil: plain
    }
  }

  private static func words(of form: ValueForm) -> String {
    switch form {
    case .text: "string"
    case .flag: "boolean"
    case .integer: "integer"
    case .milliseconds: "integer"
    case .number: "number"
    case .instant: "instant"
    case .color: "colour"
    case .anything: "any value"
    case .filter: "filter"
    case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .list(let element): "list of " + plural(element.form)
    case .map(let element): "object of " + plural(element.form)
    case .fields, .kinds: "object"
    }
  }

  /// As people write it: 1,501.
  private static func grouped(_ number: Int64) -> String {
    var (digits, groups) = (String(number.magnitude), [String]())
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  private static func plural(_ form: ValueForm) -> String {
    switch form {
    case .anything: "any values"
    case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .list(let element): "lists of " + plural(element.form)
    case .map(let element): "objects of " + plural(element.form)
    default: words(of: form) + "s"
    }
  }
}

extension ValueForm {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
  fileprivate var isWord: Bool { if case .words = self { true } else { false } }
  fileprivate var isMap: Bool { if case .map = self { true } else { false } }
}

extension Table {
  /// What the absence of a field means, as it would be written. nil: that cannot be written.
  fileprivate func textWhenAbsent(_ row: Row) -> String? {
    guard row.rule != .required else { return nil }
    var writer = Wire.JSONWriter()
    row.type.write(blank + row.offset, to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    return ["", "null", "[]", "{}"].contains(text) || text.hasPrefix("{") ? nil : text
  }
}

extension String {
  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
  }
}
