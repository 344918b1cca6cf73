// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension EditorPage.TriggerPart {
  init(
    _ trigger: CampaignForm.TriggerFields, at place: TriggerPlace, isOnly: Bool = false, _ fields: EditorFields,
    _ suggestions: FormSuggestions
  ) {
    let prefix = place.field + "."
    let names = Self.names(place)
    number = names.number
    label = names.label
    rows = names.rows
    isFirst = names.number == 1
    id = place.field.replacing(".", with: "-")
    kind = fields.field(prefix + "kind", names.question, trigger.kind, choices: Self.kinds(trigger, at: place))
    name = fields.field(prefix + "name", "Name or id", trigger.name, hint: Self.nameHint, list: "logged-names")
    let propertyList = id + "-properties"
    properties = EditorPage.Suggestions(id: propertyList, field: place.field, names: suggestions.properties(trigger))
    match = fields.field(
      prefix + "match", "Match", trigger.match == "any" ? "any" : "all",
      choices: [.init("all", "All conditions"), .init("any", "Any condition")])
    conditions = trigger.conditions.enumerated().map { row, condition in
      let prefix = "\(prefix)condition.\(row)."
      return EditorPage.ConditionPart(
        number: row + 1, path: fields.field(prefix + "path", "Property", condition.path, list: propertyList),
        test: fields.field(
          prefix + "test", "Comparison", condition.test,
          choices: ConditionTest.all.map {
            .init($0.name, $0.label, group: $0.type.label, has: $0.operand == .none ? ["nothing"] : ["value"])
          }),
        value: fields.field(prefix + "value", "Value", condition.value), remove: place.command("remove", "condition", row))
    }
    hasSeveralConditions = conditions.count > 1
    addCondition = place.command("add", "condition")
    remove = isOnly ? nil : place.command("remove", "trigger")
    keptName = prefix + "kept"
    kept = trigger.keptFilter.isEmpty ? nil : trigger.keptFilter
    keptWords = (try? Wire.decode(Wire.Filter.self, from: Array(trigger.keptFilter.utf8)))?.words ?? trigger.keptFilter
    removeKept = place.command("remove", "kept")
    keptTriggerName = prefix + "kept_trigger"
    keptTrigger = trigger.keptTrigger.isEmpty ? nil : trigger.keptTrigger
    keptTriggerWords = (try? Wire.decode(Wire.Trigger.self, from: Array(trigger.keptTrigger.utf8)))?.moment ?? trigger.keptTrigger
    guard case .trigger(let row) = place else {
      (count, group, window) = (nil, nil, nil)
      return
    }
    count = EditorPage.CountPart(trigger, prefix, fields)
    window = EditorPage.WindowPart(trigger, prefix, fields)
    var parts = trigger.parts
    // Two to begin with.
    while trigger.isGroup, parts.count < 2 { parts.append(CampaignForm.TriggerFields()) }
    group = EditorPage.GroupPart(
      id: id + "-parts",
      parts: parts.enumerated().map { Self($1, at: .part(row, $0), isOnly: parts.count <= 2, fields, suggestions) }, add: "add_part.\(row)")
  }

  private static func names(_ place: TriggerPlace) -> (number: Int, label: String, question: String, rows: String) {
    switch place {
    case .trigger(let row): (row + 1, "Trigger \(row + 1)", row == 0 ? "Show when" : "Or when", "triggers")
    case .part(let row, let part): (part + 1, "Part \(part + 1) of trigger \(row + 1)", "Event", "triggers")
    case .exception(let row): (row + 1, "Exception \(row + 1)", row == 0 ? "Cancel if" : "Or if", "exceptions")
    }
  }

  /// The field is one for all kinds: which it is about is chosen beside it.
  private static let nameHint: String = {
    let named = Wire.Trigger.Kind.plain.compactMap { $0.traits.name.field?.lowercased() }
    return "Of the \(named.listed("or")), exactly as the app logs it, such as cart_viewed. For a push, blank means any."
  }()

  private static func kinds(_ trigger: CampaignForm.TriggerFields, at place: TriggerPlace) -> [EditorField.Choice] {
    var offered = Wire.Trigger.Kind.plain
    if case .trigger = place { offered += [.all, .any] }
    var kinds = [EditorField.Choice("", "Choose a trigger…")] + offered.map { .init($0.rawValue, $0.traits.label) }
    if !trigger.keptTrigger.isEmpty { kinds.append(.init(CampaignForm.TriggerFields.kept, "Set by a program")) }
    return kinds.map { .init($0.value, $0.label, has: parts(of: $0.value)) }
  }

  /// The parts of the form that belong to a kind of trigger: the style sheet shows only those of the chosen one.
  private static func parts(of kind: String) -> [String] {
    let trigger = CampaignForm.TriggerFields(kind: kind)
    let isKept = kind == CampaignForm.TriggerFields.kept
    let parts = [
      ("name", trigger.takesName), ("filter", trigger.takesFilter), ("count", !kind.isEmpty && !trigger.isGroup && !isKept),
      ("parts", trigger.isGroup), ("window", kind == "all"), ("kept", isKept),
    ]
    return parts.filter(\.1).map(\.0)
  }
}

extension EditorPage.CountPart {
  fileprivate init(_ trigger: CampaignForm.TriggerFields, _ prefix: String, _ fields: EditorFields) {
    let unsaid = CampaignForm.TriggerFields.unsaidMatch
    count = fields.field(
      prefix + "count", "Fires", trigger.count,
      choices: [
        .init("", "Each time"), .init("exactly", "Only on the nth time"),
        .init(trigger.count == unsaid ? unsaid : "at_least", "From the nth time"), .init("every", "Every nth time"),
      ])
    times = fields.field(prefix + "times", "Number (n)", trigger.times, inputMode: "numeric")
  }
}

extension EditorPage.WindowPart {
  fileprivate init(_ trigger: CampaignForm.TriggerFields, _ prefix: String, _ fields: EditorFields) {
    window = fields.field(
      prefix + "window", "Counted within", trigger.window,
      choices: [.init(trigger.window == "session" ? "session" : "", "This session"), .init("last", "A time period")])
    span = EditorPage.DurationPart(prefix + "span", "Period", trigger.span, fields)
  }
}
