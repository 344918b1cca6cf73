// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import MartletCore
import MartletTesting
import MartletWire

/// Events that an app logs in the lab: the command for each, and the trigger that it meets.
extension LoggedEvent {
  /// Throws 422 with every wrong field.
  func read(_ reader: inout FieldReader) throws -> Event.Kind {
    var values: [String: Wire.JSONValue] = [:]
    for field in fields where !field.isOptional || reader.has(field.name) {
      values[field.name] = Self.value(field, &reader)
    }
    try reader.finishCommand()
    return try event(values)
  }

  private static func value(_ field: Field, _ reader: inout FieldReader) -> Wire.JSONValue {
    let name = field.name
    switch field.kind {
    case .text: return .string(reader.string(name, length: 1...Wire.Limits.nameLength))
    case .price: return .double(reader.number(name, in: 0...1_000_000_000))
    case .quantity: return .int(Int64(reader.integer(name, in: Wire.Limits.quantity)))
    case .properties: return .object(reader.properties(name))
    case .value: return reader.value(name) ?? .null
    case .currency:
      let currency = reader.string(name, length: 3...3)
      if !currency.isEmpty, !Wire.CurrencyCode.isWellFormed(currency) {
        reader.refuse(name, "Expected three capital letters, such as EUR.")
      }
      return .string(currency)
    }
  }

  /// The event that meets a plain trigger; nil if the trigger is not plain or the lab cannot log
  /// its event.
  static func event(meeting trigger: Wire.Trigger, properties: [String: Wire.JSONValue]) -> Event.Kind? {
    guard let traits = trigger.kind.known?.traits,
      let event = all.first(where: { $0.category == traits.category })
    else { return nil }
    if case .required = traits.name, trigger.name == nil { return nil }
    var values: [String: Wire.JSONValue] = [:]
    for field in event.fields {
      values[field.name] =
        switch field.kind {
        case .text: trigger.name.map { .string($0) } ?? (field.isOptional ? nil : .string(field.sample))
        case .currency: .string(field.sample)
        case .price: Double(field.sample).map { .double($0) }
        case .quantity: Int64(field.sample).map { .int($0) }
        case .properties: .object(properties)
        case .value: properties["value"] ?? .string(field.sample)
        }
    }
    return try? event.event(values)
  }

  /// The command that logs the event.
  static func command(for event: Event.Kind) -> Wire.JSONValue {
    guard let logged = of(event) else { return .object([:]) }
    return .object(logged.values(of: event).merging(["command": .string(logged.command)]) { $1 })
  }

  /// The label of its button.
  static func label(for event: Event.Kind) -> String {
    guard let logged = of(event) else { return event.words }
    return switch event {
    case .attribute(let key, .removed): "Remove \(key)"
    case .attribute(_, .value(let value)): "\(logged.label(event.name)) to \(Wire.JSONValue(value).words)"
    default: logged.label(event.name)
    }
  }

  /// The words of the timeline.
  static func account(of event: Event.Kind, naming name: (String) -> String) -> (
    title: String, detail: String?
  ) {
    let detail: String? =
      switch event {
      case .custom(_, let properties), .screenView(_, let properties):
        properties.mapValues { Wire.JSONValue($0) }.json
      case .purchase(let purchase): "\(purchase.quantity) × \(purchase.price) \(purchase.currency)"
      case .attribute(_, .value(let value)): Wire.JSONValue(value).words
      case .attribute: "Removed"
      case .pushClick(let campaign): campaign.map { "From \(name($0.rawValue))" }
      default: nil
      }
    return (of(event)?.account(event.name) ?? event.words, detail)
  }
}

/// The forms of the lab's page.
extension LabPageModel {
  /// A form that logs an event.
  struct Form {
    let command: String
    let title: String
    let button: String
    /// Whether it is open from the start. Others open with their titles.
    let isFirst: Bool
    let fields: [Field]
  }

  struct Field {
    let id: String
    let name: String
    let label: String
    let hint: String?
    let sample: String
    let placeholder: String?
    let length: Int
    /// How the script reads it: `text`, `number` or `json`.
    let type: String
    let isOptional: Bool
    let isCode: Bool
    let rows: Int
    /// Whether three fit in a line.
    let isShort: Bool
    let keyboard: String?
  }

  static let forms = LoggedEvent.all.compactMap { event in
    event.form.map { form in
      Form(
        command: event.command, title: form.title, button: form.button,
        isFirst: event.command == LoggedEvent.all[0].command,
        fields: event.fields.map { Field($0, of: event) })
    }
  }
}

extension LabPageModel.Field {
  fileprivate init(_ field: LoggedEvent.Field, of event: LoggedEvent) {
    let isOptionalText = field.kind == .text && field.isOptional
    let isCode = field.kind == .properties || field.kind == .value
    let isNumber = field.kind == .price || field.kind == .quantity
    let hints = [isCode ? "JSON" : nil, isOptionalText || field.sample.isEmpty ? "optional" : nil].compactMap(
      \.self)
    self.init(
      id: "lab-\(event.command)-\(field.name)", name: field.name, label: field.label,
      hint: hints.isEmpty ? nil : hints.joined(separator: ", "), sample: isOptionalText ? "" : field.sample,
      placeholder: isOptionalText ? "None" : nil,
      length: field.kind == .currency ? 3 : Wire.Limits.nameLength,
      type: isCode ? "json" : isNumber ? "number" : "text", isOptional: isOptionalText, isCode: isCode,
      rows: field.sample.isEmpty ? 1 : 2, isShort: isNumber || field.kind == .currency,
      keyboard: field.kind == .price ? "decimal" : field.kind == .quantity ? "numeric" : nil)
  }
}
