// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire
import PeopleFiles

/// The form that sets or removes an attribute of a person: what was typed, and what is wrong with
/// it.
struct AttributeForm {
  private(set) var key = ""
  private var type = AttributeText.text
  private var value = ""
  private var isRemoval = false
  private var keyProblem: String?
  private var valueProblem: String?

  /// The word in the field `type` with which the form removes the attribute.
  static let removal = "removal"

  init() {}

  init(_ fields: FormFields) {
    key = fields["key"] ?? ""
    value = fields["value"] ?? ""
    isRemoval = fields["type"] == Self.removal
    type = fields["type"].flatMap(AttributeText.init) ?? .text
  }

  var isValid: Bool { keyProblem == nil && valueProblem == nil }

  var doneWords: String {
    if key == Wire.Subscription.pushKey, !isRemoval {
      return value == Wire.Subscription.unsubscribed
        ? "This person gets no push notifications from now on." : "This person gets push notifications again."
    }
    return isRemoval ? "“\(key)” is removed." : "“\(key)” is set."
  }

  /// The value to store, null to remove the attribute; nil if something is wrong.
  mutating func checked() -> Wire.JSONValue? {
    if key.isEmpty { keyProblem = "Enter the name of the attribute." }
    guard !isRemoval else { return keyProblem == nil ? .null : nil }
    let read = type.value(value)
    if read == nil { valueProblem = type.remedy }
    return isValid ? read : nil
  }

  /// Takes over what the server says about the event.
  mutating func read(_ result: Wire.EventResult?) {
    guard let result, result.status == .known(.rejected) else { return }
    let message = result.message ?? "The attribute cannot be stored."
    if result.field == "key" { keyProblem = message } else { valueProblem = message }
  }

  // MARK: - For the template

  struct Model {
    let keyField: Field
    let types: [ListTable.Choice]
    let valueField: Field
  }

  /// The values of the template `account/field`.
  struct Field {
    let id: String
    let type = "text"
    let name: String
    let label: String
    let value: String
    let limit: Int
    let autocomplete = "off"
    let problem: String?
    let hint: String?
  }

  var model: Model {
    Model(
      keyField: Field(
        id: "attribute-key", name: "key", label: "Name", value: isRemoval ? "" : key,
        limit: Wire.Limits.nameLength, problem: keyProblem,
        hint: nil),
      types: ListTable.choices(type, \.words),
      valueField: Field(
        id: "attribute-value", name: "value", label: "Value", value: value, limit: 10_000,
        problem: valueProblem,
        hint: "A date looks like 2026-11-21 or 2026-11-21T14:05:00Z."))
  }
}
