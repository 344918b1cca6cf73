// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension EditorPage.TriggerPart {
  init(_ row: FormRow, isOnly: Bool = false, _ fields: EditorFields) {
    let number = row.number + 1
    let isFirst = number == 1
    id = row.field.replacing(".", with: "-")
    let question: String
    switch row.kind {
    case "exception":
      (label, question, rows) = ("Exception \(number)", isFirst ? "Cancel if" : "Or if", "exceptions")
    case "trigger.part":
      let trigger = (row.list.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 0) + 1
      (label, question, rows) = ("Part \(number) of trigger \(trigger)", "Event", "triggers")
    default:
      (label, question, rows) = (
        "Trigger \(number)", isFirst ? fields.form.type == .push ? "Send when" : "Show when" : "Or when",
        "triggers"
      )
    }
    _ = fields.titled(row.field, label)
    kind = fields.field(row.name("kind"), question, choices: Self.kinds(row))
    name = fields.field(row.name("name"), "Name or id", hint: Self.nameHint, list: "logged-names")
    let shown = row[CampaignForm.shown]
    audience = shown.isEmpty ? nil : EditorPage.HiddenField(name: row.name(CampaignForm.shown), value: shown)
    let propertyList = id + "-properties"
    properties = EditorPage.Suggestions(
      id: propertyList, field: row.field, names: fields.suggestions.properties(row))
    match = EditorPage.ConditionPart.match(row, fields)
    conditions = row.rows("condition").map { condition in
      EditorPage.ConditionPart(
        condition, list: propertyList, known: fields.suggestions.values(row, condition["path"].trimmed),
        fields)
    }
    hasSeveralConditions = conditions.count > 1
    add = EditorElement.Add(row.name("condition"), "condition", at: id, redraws: rows)
    remove = isOnly ? nil : "remove." + row.field
    kept = fields.kept(row, "kept", as: Wire.Filter.self, \.words)
    keptTrigger = fields.kept(row, "kept_trigger", as: Wire.Trigger.self, \.moment)
    guard row.kind == "trigger" else {
      (history, group) = (nil, nil)
      return
    }
    history = EditorPage.History(row, fields)
    // A group starts with two parts.
    let parts = row.rows("part", atLeast: row.isGroup ? 2 : 0)
    group = EditorElement.Triggers(
      id: id + "-parts", parts: parts.map { Self($0, isOnly: parts.count <= 2, fields) },
      add: EditorElement.Add(row.name("part"), "part", at: id + "-parts", redraws: rows))
  }

  /// All kinds share one name field, so its hint lists what the name can stand for; the kind is
  /// chosen beside it.
  private static let nameHint: String = {
    let named = Wire.Trigger.Kind.plain.compactMap { $0.traits.name.field?.lowercased() }
    let each = named.indices.filter { named.firstIndex(of: named[$0]) == $0 }.map { named[$0] }
    return
      "The \(each.listed("or")), exactly as the app logs it or as it is called here, such as cart_viewed. For a push, blank means any."
  }()

  private static func kinds(_ row: FormRow) -> [EditorField.Choice] {
    let offered = Wire.Trigger.Kind.plain + (row.kind == "trigger" ? [.all, .any] : [])
    var kinds = [("", "Choose a trigger…")] + offered.map { ($0.rawValue, $0.traits.label) }
    if !row["kept_trigger"].isEmpty { kinds.append((TriggerForm.kept, "Set by a program")) }
    return kinds.map { .init($0, $1, has: parts(of: $0)) }
  }

  /// The parts of the form that belong to a kind of trigger: the style sheet shows only those of
  /// the chosen kind.
  private static func parts(of kind: String) -> [String] {
    if kind == TriggerForm.kept { return ["kept"] }
    let isGroup = TriggerForm.isGroup(kind)
    let parts = [
      ("name", TriggerForm.takesName(kind)), ("filter", TriggerForm.takesFilter(kind)),
      ("count", !kind.isEmpty && !isGroup),
      ("parts", isGroup), ("window", kind == "all"),
    ]
    return parts.filter(\.1).map(\.0)
  }
}

extension EditorPage.ConditionPart {
  /// - Parameters:
  ///   - list: The id of the list with names of properties.
  ///   - known: nil if nothing is known of the property.
  init(_ row: FormRow, list: String, known: KnownValues?, _ fields: EditorFields) {
    number = row.number + 1
    label = fields.titled(row.field, "Condition \(row.number + 1)")
    path = fields.field(row.name("path"), "Property", list: list)
    comparison = ComparisonFields(row, ("test", "value"), of: ConditionTest.all, known: known, fields)
    remove = "remove." + row.field
  }

  /// Whether all conditions of the row count, or any.
  static func match(_ row: FormRow, _ fields: EditorFields) -> EditorField {
    fields.field(
      row.name("match"), "Match", standard: "all",
      choices: [.init("all", "All conditions"), .init("any", "Any condition")])
  }
}

extension EditorPage.History {
  fileprivate init(_ row: FormRow, _ fields: EditorFields) {
    let unsaid = TriggerForm.unsaidMatch
    count = fields.field(
      row.name("count"), "Fires",
      choices: [
        .init("", "Each time"), .init("exactly", "Only on the nth time"),
        .init(row["count"] == unsaid ? unsaid : "at_least", "From the nth time"),
        .init("every", "Every nth time"),
      ])
    times = fields.field(row.name("times"), "Number (n)", inputMode: "numeric")
    window = fields.field(
      row.name("window"), "Counted within",
      choices: [
        .init(row["window"] == "session" ? "session" : "", "This session"), .init("last", "A time period"),
      ])
    span = fields.duration(row.name("span"), "Period")
  }
}
