// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletKit
public import MartletWire

/// An event that an app can log in a step of a scenario and in the Device Lab, described once.
public struct LoggedEvent: Sendable {
  /// Which of the engine's events it is.
  public let category: Event.Category
  /// The action of a scenario's step.
  public let action: String
  /// The command of the lab.
  public let command: String
  /// What happens, in the schema of scenarios.
  let summary: String
  /// Of the lab's form for it. nil: the lab has none.
  public let form: (title: String, button: String)?
  /// On a button: `Buy shoes`.
  public let label: Wire.Phrase
  /// When it is done: `Bought shoes`.
  public let account: Wire.Phrase
  /// The first one distinguishes it from others of its category. Their names are those on the wire.
  public let fields: [Field]

  /// A field of an event.
  public struct Field: Sendable {
    /// What a field can be.
    public enum Kind: Sendable {
      /// 1 to `Wire.Limits.nameLength` characters.
      case text
      case price, currency, quantity, properties
      /// Any value. Absent: none.
      case value
    }

    public let name: String
    public let kind: Kind
    /// The label in forms.
    public let label: String
    /// What messages call it: `The product's id`.
    let words: String
    /// What forms begin with, and an example in messages.
    public let sample: String
    /// Whether the event can be logged without it.
    public let isOptional: Bool

    init(
      _ name: String, _ label: String, _ words: String = "", kind: Kind = .text, sample: String = "",
      isOptional: Bool = false
    ) {
      (self.name, self.kind, self.label, self.words) = (name, kind, label, words)
      (self.sample, self.isOptional) = (sample, isOptional)
    }

    static func properties(sample: String = "") -> Self {
      Self("properties", "Properties", kind: .properties, sample: sample, isOptional: true)
    }
  }

  /// Every event that can be logged, in the order of the lab's forms.
  public static let all: [LoggedEvent] = [
    LoggedEvent(
      category: .custom, action: "event", command: "log_event",
      summary: "The app logs a custom event; a date in properties is {\"$date\": milliseconds}.",
      form: ("Log an event", "Log event"), label: Wire.Phrase("", unnamed: "Log an event"),
      account: Wire.Phrase("Logged ", unnamed: "Logged an event"),
      fields: [
        Field("name", "Name", "The event's name", sample: "cart_viewed"),
        .properties(sample: #"{"total": 42}"#),
      ]),
    LoggedEvent(
      category: .screenView, action: "screen", command: "log_screen",
      summary: "The app logs that a screen came up.", form: ("Open a screen", "Log screen"),
      label: Wire.Phrase("Open screen ", unnamed: "Open a screen"),
      account: Wire.Phrase("Opened the screen ", unnamed: "Opened a screen"),
      fields: [Field("name", "Screen", "The screen's name", sample: "Cart"), .properties()]),
    LoggedEvent(
      category: .purchase, action: "purchase", command: "purchase",
      summary: "The app logs a purchase; a text is the product.", form: ("Log a purchase", "Log purchase"),
      label: Wire.Phrase("Buy ", unnamed: "Buy"), account: Wire.Phrase("Bought ", unnamed: "Bought"),
      fields: [
        Field("product_id", "Product", "The product's id", sample: "mug"),
        Field("price", "Price", kind: .price, sample: "14.50"),
        Field("currency", "Currency", kind: .currency, sample: "EUR"),
        Field("quantity", "Quantity", kind: .quantity, sample: "1", isOptional: true), .properties(),
      ]),
    LoggedEvent(
      category: .attribute, action: "attribute", command: "set_attribute",
      summary: "The app sets an attribute of the person. Without a value, it removes it.", form: nil,
      label: Wire.Phrase("Set ", unnamed: "Set an attribute"),
      account: Wire.Phrase("Set the attribute ", unnamed: "Set an attribute"),
      fields: [
        Field("key", "Attribute", "The attribute's key", sample: "plan"),
        Field("value", "Value", kind: .value, sample: "sample", isOptional: true),
      ]),
    LoggedEvent(
      category: .pushClick, action: "push_click", command: "push_click",
      summary:
        "The app is opened from a push notification: the id of the campaign that sent it, or true for one that was not Martlet's.",
      form: ("Push notification", "Open notification"), label: Wire.Phrase("Open a notification"),
      account: Wire.Phrase("Opened a notification"),
      fields: [
        Field(
          "campaign_id", "Campaign id", "The id of the push's campaign", sample: "spring", isOptional: true)
      ]),
  ]

  /// nil if apps do not log such events.
  public static func of(_ event: Event.Kind) -> LoggedEvent? { all.first { $0.category == event.category } }

  /// The event with these fields. They must have the types of their kinds; nothing else is checked.
  public func event(_ values: [String: Wire.JSONValue]) throws(Wire.DecodingProblem) -> Event.Kind {
    var fields = values.filter { name, _ in self.fields.contains { $0.name == name } }
    for field in self.fields where fields[field.name] == nil { fields[field.name] = field.kind.standard }
    (fields["id"], fields["at"], fields["kind"]) = ("event", 0, .string(category.rawValue))
    return try Event(wireForm: Wire.EventRecord(json: .object(fields))).kind
  }

  /// The fields of an event.
  public func values(of event: Event.Kind) -> [String: Wire.JSONValue] {
    let event = Event(id: "event", at: Instant(milliseconds: 0), kind: event)
    guard case .object(let all) = Wire.EventRecord(event, sessionID: nil, userID: nil).json else {
      return [:]
    }
    return all.filter { name, _ in fields.contains { $0.name == name } }
  }

  /// Has the app log an event.
  public static func log(_ event: Event.Kind, to martlet: Martlet) { martlet.logEvent(event) }
}

extension LoggedEvent.Field.Kind {
  /// What the field is where a scenario leaves it out. nil: it has none then.
  var standard: Wire.JSONValue? {
    switch self {
    case .price, .quantity: 1
    case .currency: "EUR"
    case .value: .null
    case .text, .properties: nil
    }
  }
}

extension LoggedEvent {
  /// Whether a scenario can give its first field alone, as a text.
  var isShort: Bool { !fields.contains { $0.kind == .value } }
}

extension ScenarioReader {
  /// nil, with a finding, if the SDK would refuse the event, and the step does not expect that it
  /// says so in its log.
  func logged(_ event: LoggedEvent, _ fields: ScenarioFields) -> Event.Kind? {
    let (key, first) = (event.action, event.fields[0])
    var values: [String: Wire.JSONValue] = [:]
    if event.isShort, case .string(let text)? = fields.raw(key) {
      guard let text = allowed(text, first, of: event, at: fields.inside(key)) else { return nil }
      values[first.name] = .string(text)
    } else if event.fields.count == 1 {
      let expected = "a text, as in \"\(first.sample)\"" + (first.isOptional ? ", or true for none" : "")
      guard fields.value(key, expected, { first.isOptional && $0 == .bool(true) ? true : nil }) == true
      else { return nil }
    } else {
      guard let inner = object(fields, key, event.fields.map(\.name)) else { return nil }
      for field in event.fields { values[field.name] = value(field, of: event, inner) }
      guard first.isOptional || values[first.name] != nil else { return nil }
    }
    do throws(Wire.DecodingProblem) { return try event.event(values) } catch {
      findings.add(fields.inside(key), error.message)
      return nil
    }
  }

  /// nil, with a finding, if the field is wrong, or missing although nothing stands in for it.
  private func value(_ field: LoggedEvent.Field, of event: LoggedEvent, _ fields: ScenarioFields)
    -> Wire.JSONValue?
  {
    let name = field.name
    switch field.kind {
    case .price: return fields.price(name).map { .double($0) }
    case .currency: return fields.currency(name).map { .string($0) }
    case .quantity: return fields.wholeNumber(name, in: Wire.Limits.quantity).map { .int(Int64($0)) }
    case .value: return fields.raw(name)
    case .properties: return .object(fields.properties(name))
    case .text:
      if field.isOptional, !fields.has(name) { return nil }
      let text = fields.raw(name) == .string("") ? "" : fields.requiredText(name)
      return text.flatMap { allowed($0, field, of: event, at: fields.inside(name)) }.map { .string($0) }
    }
  }

  /// nil, with a finding, if no app can log the text.
  private func allowed(
    _ text: String, _ field: LoggedEvent.Field, of event: LoggedEvent, at path: String
  ) -> String? {
    if expectsLog { return text }
    if text.isEmpty {
      findings.add(
        path, "\(field.words) is missing; write it between the quotes, as in \"\(field.sample)\".")
    } else if text.unicodeScalars.count > Wire.Limits.nameLength {
      findings.add(path, "\(field.words) has more than \(Wire.Limits.nameLength) characters; shorten it.")
    } else if event.category == .custom, Wire.Limits.isReserved(text) {
      findings.add(
        path,
        "No app can log this event: names that begin with \(Wire.Limits.reservedPrefix) are the SDK's own. Choose another name."
      )
    } else {
      return text
    }
    return nil
  }
}
