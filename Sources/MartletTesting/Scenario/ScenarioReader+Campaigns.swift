// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire

/// Campaigns, caps and messages: the wire's forms, but what the wire keeps for later versions is a slip of the pen here.
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
    var caps: [Wire.Cap] = []
    for (index, json) in list.enumerated() {
      let path = "\(path)[\(index)]"
      checkNames(json, at: path, .cap)
      if let cap = decoded(Wire.Cap.self, json, at: path) { caps.append(cap) }
    }
    let definitions = Wire.Definitions(tag: "", campaigns: [], caps: caps)
    do throws(Wire.Untranslatable) {
      _ = try definitions.sharedCaps()
    } catch {
      findings.add("\(path)\(error.field.drop { $0 != "[" })", error.message)
    }
    return caps
  }

  func message(_ json: Wire.JSONValue, at path: String) -> Wire.Message? {
    checkNames(json, at: path, .message)
    guard let message = decoded(Wire.Message.self, json, at: path) else { return nil }
    check(message, at: path)
    return message
  }

  /// Content that no device could show, and words that stand for nothing.
  private func check(_ message: Wire.Message, at path: String) {
    for (field, words) in message.unknownWords where field != "kind" { findings.add("\(path).\(field)", words) }
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
      // Only ties of equal priority ask for it.
      fields["created_at"] = 0
      json = .object(fields)
    }
    checkNames(json, at: path, .campaign)
    guard let campaign = decoded(Wire.Campaign.self, json, at: path) else { return nil }
    check(campaign.message, at: "\(path).message")
    // Of words `check` has told.
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

  private func decoded<Value: Wire.Form>(_ type: Value.Type, _ json: Wire.JSONValue, at path: String) -> Value? {
    do throws(Wire.DecodingProblem) {
      return try Value(json: json)
    } catch {
      findings.add(error.field.isEmpty ? path : error.field.hasPrefix("[") ? path + error.field : "\(path).\(error.field)", error.message)
      return nil
    }
  }

  private func checkNames(_ json: Wire.JSONValue, at path: String, _ form: WireNames) {
    guard case .object(let fields) = json else { return }
    let names = form.fields
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
      let inner = "\(path).\(key)"
      guard let kind = names[key] else {
        findings.add(inner, ScenarioFields.unknown("field", key, among: Array(names.keys)))
        continue
      }
      switch (kind, value) {
      case (.one(let form), _): checkNames(value, at: inner, form)
      case (.many(let form), .array(let elements)):
        for (index, element) in elements.enumerated() { checkNames(element, at: "\(inner)[\(index)]", form) }
      case (.named(let form), .object(let values)):
        for (name, element) in values.sorted(by: { $0.key < $1.key }) { checkNames(element, at: "\(inner).\(name)", form) }
      default: break
      }
    }
  }
}

/// The names of the wire's objects that a person may write in a scenario.
enum WireNames: CaseIterable {
  enum Kind {
    case plain
    case one(WireNames)
    case many(WireNames)
    case named(WireNames)
  }

  case campaign, priority, trigger, window, cap, reEligibility, message, button, clickAction, close, bridge, theme, buttonTheme

  var fields: [String: Kind] {
    switch self {
    case .campaign:
      Self.plain(
        "id version created_at starts_at ends_at starts_at_local ends_at_local expires_after_ms display_within_ms delay_ms tags render"
      ).merging([
        "priority": .one(.priority), "triggers": .many(.trigger), "exceptions": .many(.trigger), "message": .one(.message),
        "re_eligibility": .one(.reEligibility), "caps": .many(.cap),
      ]) { $1 }
    case .priority: Self.plain("bucket order")
    case .trigger:
      Self.plain("kind name filter times match").merging(["triggers": .many(.trigger), "within": .one(.window)]) { $1 }
    case .window: Self.plain("type ms")
    case .cap: Self.plain("tag limit within")
    case .reEligibility: Self.plain("type after_ms")
    case .message:
      Self.plain(
        """
        kind header message header_alignment message_alignment image_url image_alt icon language slide_from orientation animate_in \
        animate_out extras base_url asset_urls legacy
        """
      ).merging([
        "buttons": .many(.button), "click_action": .one(.clickAction), "close": .one(.close), "themes": .named(.theme),
        "bridge": .one(.bridge),
      ]) { $1 }
    case .button: Self.plain("id text").merging(["click_action": .one(.clickAction), "themes": .named(.buttonTheme)]) { $1 }
    case .clickAction: Self.plain("type url use_webview")
    case .close: Self.plain("type after_seconds")
    case .bridge: Self.plain("allows names ready_events")
    case .theme: Self.plain("background text header_text icon icon_background close_button frame")
    case .buttonTheme: Self.plain("text border background")
    }
  }

  private static func plain(_ names: String) -> [String: Kind] {
    Dictionary(uniqueKeysWithValues: names.split(separator: " ").map { (String($0), Kind.plain) })
  }
}
