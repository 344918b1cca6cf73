// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire

/// Reads campaigns, caps and messages in their wire forms. Fields that the wire keeps for later
/// versions are mistakes here.
extension ScenarioReader {
  func campaigns(_ list: [Wire.JSONValue], at path: String) -> [Wire.Campaign] {
    var campaigns: [Wire.Campaign] = []
    for (index, json) in list.enumerated() {
      let path = "\(path)[\(index)]"
      guard let campaign = campaign(json, at: path) else { continue }
      if campaigns.contains(where: { $0.id == campaign.id }) {
        findings.add("\(path).id", "Another campaign of this list has the id \(campaign.id.prefix(64)).")
      }
      campaigns.append(campaign)
    }
    return campaigns
  }

  func caps(_ list: [Wire.JSONValue], at path: String) -> [Wire.Cap] {
    let caps = list.enumerated().compactMap { decoded(Wire.Cap.self, $1, at: "\(path)[\($0)]") }
    let definitions = Wire.Definitions(tag: "", campaigns: [], caps: caps)
    do throws(Wire.Untranslatable) {
      _ = try definitions.sharedCaps()
    } catch {
      findings.add("\(path)\(error.field.drop { $0 != "[" })", error.message)
    }
    return caps
  }

  func message(_ json: Wire.JSONValue, at path: String) -> Wire.Message? {
    guard let message = decoded(Wire.Message.self, json, at: path) else { return nil }
    check(message, at: path)
    return message
  }

  /// Reports content that no device can show, and unknown enumerated values.
  private func check(_ message: Wire.Message, at path: String) {
    for (field, words) in message.unknownWords where field != "kind" {
      findings.add("\(path).\(field)", words)
    }
    do throws(Martlet.InAppMessage.WireError) {
      _ = try Martlet.InAppMessage(wire: message)
    } catch {
      switch error {
      case .unsupportedKind(let kind):
        findings.add("\(path).kind", "No device can show the kind \(kind.prefix(64))" + message.kind.question)
      case .invalid(let field, let reason): findings.add("\(path).\(field)", reason)
      }
    }
  }

  private func campaign(_ json: Wire.JSONValue, at path: String) -> Wire.Campaign? {
    if let id = json["id"]?.string { define(id) }
    var json = json
    if case .object(var fields) = json, fields["created_at"] == nil {
      // Only used for ties of equal priority.
      fields["created_at"] = 0
      json = .object(fields)
    }
    guard let campaign = decoded(Wire.Campaign.self, json, at: path) else { return nil }
    if let message = campaign.message { check(message, at: "\(path).message") }
    // `check` has already reported unknown values.
    for mistake in campaign.mistakes where mistake.code != .unknownWord {
      findings.add("\(path).\(mistake.field)", "\(mistake.message) \(mistake.remedy)")
    }
    do throws(Wire.Untranslatable) {
      let definition = try campaign.definition()
      for diagnostic in definition.diagnostics(compilePattern: Environment.live.compilePattern) {
        findings.add("\(path).\(diagnostic.field)", diagnostic.message)
      }
    } catch {
      findings.add("\(path).\(error.field)", error.message)
    }
    return campaign
  }

  func decoded<Value: Wire.Form>(_ type: Value.Type, _ json: Wire.JSONValue, at path: String) -> Value? {
    for stray in Value.strayFields(in: json, at: path) {
      findings.add(stray.path, ScenarioFields.unknown("field", stray.name, among: stray.known))
    }
    do throws(Wire.DecodingProblem) {
      return try Value(json: json)
    } catch {
      findings.add(
        error.field.isEmpty
          ? path : error.field.hasPrefix("[") ? path + error.field : "\(path).\(error.field)", error.message)
      return nil
    }
  }
}
