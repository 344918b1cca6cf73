// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The audience of a campaign in the old format. This version has no audiences: what it cannot
/// evaluate is refused, and never means everybody.
enum Audience {
  /// The parameters of each criterion, by its type; those that are required come first.
  static let criteria: [String: (required: [String], optional: [String])] = [
    "carrier-name": (["name"], []), "carrier-country": (["name"], []), "firmware-version": (["name"], []),
    "device-manufacturer": (["name"], []), "device-model": (["name"], []),
    "application-version": (["name"], []),
    "network-type": (["name"], []), "language": (["name"], []), "screen-size": (["name"], []),
    "location": (["country"], ["region", "locality"]),
    "geo-fencing": (["lat", "lon", "radius"], ["expiration"]),
    "announcement-feedback": (["content-id", "action"], []), "poll-feedback": (["content-id", "action"], []),
    "datapush-feedback": (["content-id", "action"], []),
    "poll-answer-feedback": (["content-id", "choice-id"], []),
    "segment": (["id"], ["exclude"]), "string-tag": (["name", "value"], []),
    "date-tag": (["name", "value", "op"], []),
    "integer-tag": (["name", "value", "op"], []), "boolean-tag": (["name", "value"], []),
  ]

  /// The parameter of each filter, by its type.
  static let filters: [String: [String]] = [
    "engage-subset": ["max"], "engage-old-users": ["threshold"], "engage-new-users": ["threshold"],
    "engage-active-users": ["threshold"],
    "engage-idle-users": ["threshold"], reachable: [], "push-quota": [], "app-info": [],
  ]

  /// Devices that a notification can reach.
  static let reachable = "native-push-enabled"

  /// Bytes of JSON.
  static let maximumBytes = 65_535

  private static let remedy =
    "Remove it, choose an audience in the console instead, or push to device ids with the pushMode manual."

  /// Notes everything that is malformed or that this version cannot evaluate. Null and `{}` are
  /// everybody.
  static func check(_ audience: Wire.JSONValue, _ errors: inout FieldErrors) {
    guard audience.encodedByteCount <= maximumBytes else {
      return errors.add(
        "audience", "too_large", "The audience has more than \(maximumBytes) bytes.", "Shorten it.")
    }
    for key in audience.fields.keys.sorted() where !["criteria", "expression", "filters"].contains(key) {
      errors.add("audience.\(key.prefix(64))", "field_unknown", "There is no such field.", "Remove it.")
    }
    let names = judgeCriteria(audience["criteria"] ?? .null, &errors)
    if !names.isEmpty, audience["expression"]?.string?.allSatisfy(\.isWhitespace) ?? true {
      errors.add(
        "audience.expression", "field_missing", "Without an expression, the criteria say nothing.",
        "Add one of their names.")
    }
    judgeExpression(audience["expression"] ?? .null, names, &errors)
    judgeFilters(audience["filters"] ?? .null, &errors)
  }

  private static func judgeExpression(
    _ value: Wire.JSONValue, _ names: Set<String>, _ errors: inout FieldErrors
  ) {
    let path = "audience.expression"
    if value == .null { return }
    guard let text = value.string else { return errors.add(path, "field_wrong_type", "Expected a text.") }
    if text.allSatisfy(\.isWhitespace) { return }
    do throws(AudienceExpression.Problem) {
      let expression = try AudienceExpression(text)
      for name in Set(expression.names).subtracting(names).sorted() {
        errors.add(path, "name_unknown", "There is no criterion \"\(name)\".", "Add it to audience.criteria.")
      }
    } catch {
      errors.add(
        path, "expression_invalid", "At character \(error.position): \(error.message).",
        "Correct the expression.")
    }
  }

  /// Returns the names of the criteria.
  private static func judgeCriteria(_ value: Wire.JSONValue, _ errors: inout FieldErrors) -> Set<String> {
    if value == .null { return [] }
    FieldForm.object.check(value, at: "audience.criteria", &errors)
    for (name, criterion) in value.fields.sorted(by: { $0.key < $1.key }) {
      let path = "audience.criteria.\(name.prefix(64))"
      if !AudienceExpression.isName(name) {
        errors.add(
          path, "name_invalid", "This is not a name of a criterion.",
          "Begin with a capital letter; use letters, digits and _.")
      }
      guard let type = type(of: criterion, at: path, &errors) else { continue }
      guard let known = criteria[type] else {
        errors.add(
          "\(path).type", "field_invalid", "There is no criterion of the type \"\(type.prefix(64))\".",
          "Correct the type.")
        continue
      }
      check(criterion, required: known.required, optional: known.optional, at: path, &errors)
      guard condition(criterion) == nil else { continue }
      let isKnown =
        ["language", "application-version", "firmware-version", "device-model", "segment"].contains(type)
        || type.hasSuffix("-tag")
      let why =
        isKnown && type != "date-tag"
        ? "cannot be evaluated with these values: wildcards and null are not" : "cannot be evaluated"
      errors.add("\(path).type", "audience_not_supported", "\"\(type)\" (\(name.prefix(64))) \(why).", remedy)
    }
    return Set(value.fields.keys)
  }

  private static func judgeFilters(_ value: Wire.JSONValue, _ errors: inout FieldErrors) {
    if value == .null { return }
    FieldForm.list.check(value, at: "audience.filters", &errors)
    for (index, filter) in value.elements.enumerated() {
      let path = "audience.filters[\(index)]"
      guard let type = type(of: filter, at: path, &errors) else { continue }
      guard let parameters = filters[type] else {
        errors.add(
          "\(path).type", "field_invalid", "There is no filter of the type \"\(type.prefix(64))\".",
          "Correct the type.")
        continue
      }
      check(filter, required: parameters, optional: [], at: path, &errors)
      if condition(filter: filter) != nil { continue }
      errors.add("\(path).type", "audience_not_supported", "\"\(type)\" cannot be evaluated.", remedy)
    }
  }

  private static func type(of value: Wire.JSONValue, at path: String, _ errors: inout FieldErrors) -> String?
  {
    guard case .object(let fields) = value else {
      errors.add(path, "field_wrong_type", "Expected an object.", "Send an object.")
      return nil
    }
    guard let type = fields["type"]?.string else {
      errors.add(
        "\(path).type", fields["type"] == nil ? "field_missing" : "field_wrong_type", "Expected a text.",
        "Add the type.")
      return nil
    }
    return type
  }

  private static func check(
    _ value: Wire.JSONValue, required: [String], optional: [String], at path: String,
    _ errors: inout FieldErrors
  ) {
    for name in required where value[name] == nil {
      errors.add("\(path).\(name)", "field_missing", "This field is required.", "Add it.")
    }
    for key in value.fields.keys.sorted() where !(required + optional + ["type"]).contains(key) {
      errors.add("\(path).\(key.prefix(64))", "field_unknown", "There is no such field.", "Remove it.")
    }
  }
}
