// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Reads the expectations of steps. Their form is checked, so that a typo does not look like a
/// failure.
extension ScenarioReader {
  func expectations(_ json: Wire.JSONValue, at path: String) -> [Scenario.ExpectationField: Wire.JSONValue] {
    guard let fields = object(json, at: path, Scenario.ExpectationField.allCases.map(\.rawValue)) else {
      return [:]
    }
    var expectations: [Scenario.ExpectationField: Wire.JSONValue] = [:]
    for field in Scenario.ExpectationField.allCases {
      guard let value = fields.raw(field.rawValue) else { continue }
      expectations[field] = value
      check(value, of: field, at: fields.inside(field.rawValue))
    }
    return expectations
  }

  private func check(_ value: Wire.JSONValue, of field: Scenario.ExpectationField, at path: String) {
    switch field {
    case .decisions: checkDecisions(value, at: path)
    case .visible: checkCampaign(value, at: path)
    case .surface:
      if value.string.map({ !["message", "banner", "content", "loading"].contains($0) }) ?? (value != .null) {
        findings.add(path, "This must be message, banner, content, loading or null.")
      }
    case .refused:
      if value.string == nil, value != .null { findings.add(path, "This must be a text or null.") }
    case .area:
      if value.string == nil, value != .null {
        findings.add(path, "This must be the name of an area or null.")
      }
    case .handled:
      if value.flag == nil, value != .null { findings.add(path, "This must be true, false or null.") }
    case .badge:
      guard case .int(0...) = value else {
        return findings.add(path, "This must be a whole number of at least 0.")
      }
    case .outcomes: checkTexts(value, at: path) { $0.split(separator: ":").first.map(String.init) }
    case .stack: checkTexts(value, at: path) { $0 }
    case .noMatch, .calls, .texts, .requests, .stored, .opened, .logged:
      checkTexts(value, at: path) { _ in nil }
    }
  }

  private func checkCampaign(_ value: Wire.JSONValue, at path: String) {
    if let id = value.string {
      refer(to: id, at: path)
    } else if value != .null {
      findings.add(path, "This must be a campaign or null.")
    }
  }

  private func checkTexts(_ value: Wire.JSONValue, at path: String, campaign: (String) -> String?) {
    guard case .array(let elements) = value else {
      return findings.add(path, "This must be a list of texts.")
    }
    for (index, element) in elements.enumerated() {
      guard let text = element.string else {
        findings.add("\(path)[\(index)]", "This must be a text.")
        continue
      }
      if let id = campaign(text) { refer(to: id, at: "\(path)[\(index)]") }
    }
  }

  private func checkDecisions(_ value: Wire.JSONValue, at path: String) {
    guard case .array(let decisions) = value else {
      return findings.add(path, "This must be a list of decisions.")
    }
    for (index, decision) in decisions.enumerated() {
      guard let fields = object(decision, at: "\(path)[\(index)]", Scenario.decisionFields) else { continue }
      _ = fields.text("event")
      if let chosen = fields.raw("chosen") { checkCampaign(chosen, at: fields.inside("chosen")) }
      for list in ["candidates", "reasons"] {
        if let value = fields.raw(list) {
          checkTexts(value, at: fields.inside(list)) { $0.split(separator: ":").first.map(String.init) }
        }
      }
    }
  }
}
