// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What a person does on the screen.
extension ScenarioReader {
  func tap(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    let words: [String: Scenario.Target] = [
      "body": .body, "close": .close, "swipe": .swipe, "backdrop": .backdrop, "escape": .escape,
      "action": .action, "exit": .exit,
      "next": .next, "back": .back, "submit": .submit,
    ]
    let expected = "\(words.keys.sorted().joined(separator: ", ")), or a button, as in {\"button\": 0}"
    return fields.value(key, expected) { json in
      if let word = json.string { return words[word] }
      guard case .object(let target) = json, target.count == 1, case .int(let number)? = target["button"],
        (0...99).contains(number)
      else {
        return nil
      }
      return .button(Int(number))
    }.map { .tap($0) }
  }

  func survey(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    guard let inner = object(fields, key, ["question", "choice", "number", "text"]),
      let question = inner.requiredText("question")
    else {
      return nil
    }
    let given = ["choice", "number", "text"].filter { inner.has($0) }
    guard given.count == 1 else {
      findings.add(inner.path, "Give one of choice, number and text.")
      return nil
    }
    if inner.has("number") {
      return inner.wholeNumber("number", in: 0...10).map { .survey(question: question, .number($0)) }
    }
    if let choice = inner.text("choice") { return .survey(question: question, .choice(choice)) }
    return inner.text("text").map { .survey(question: question, .text($0)) }
  }

  func areas(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    let names: [String]? = fields.value(key, "a list of names, which can be empty") { json in
      guard case .array(let names) = json, names.count <= 16 else { return nil }
      let texts = names.compactMap(\.string)
      return texts.count == names.count ? texts : nil
    }
    return names.map { .areas($0) }
  }

  func pushTap(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    if case .string(let campaign)? = fields.raw(key), !campaign.isEmpty {
      refer(to: campaign, at: fields.inside(key))
      return .pushTap(campaign: campaign, delivery: campaign, isTest: false)
    }
    guard let inner = object(fields, key, ["campaign", "delivery", "test"]),
      let campaign = inner.requiredText("campaign")
    else {
      return nil
    }
    refer(to: campaign, at: inner.inside("campaign"))
    return .pushTap(
      campaign: campaign, delivery: inner.text("delivery") ?? campaign, isTest: inner.flag("test") ?? false)
  }

  func notification(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    guard let inner = object(fields, key, ["payload", "tap"]) else { return nil }
    guard inner.has("payload") else {
      findings.add(
        inner.path,
        "The field payload is missing. It is what the system passes to the app, as in {\"aps\": {\"alert\": \"Hello\"}}."
      )
      return nil
    }
    let payload: [String: Wire.JSONValue]? = inner.value(
      "payload", "an object, as in {\"aps\": {\"alert\": \"Hello\"}}"
    ) { json in
      if case .object(let payload) = json { payload } else { nil }
    }
    let tap: Scenario.PushedNotification.Tap? = inner.value("tap", "true, or the identifier of a button") {
      json in
      switch json {
      case .bool(true): .body
      case .string(let identifier): identifier.isEmpty ? nil : .action(identifier)
      default: nil
      }
    }
    return payload.map { .notification(.init(payload: $0, tap: tap)) }
  }

  func register(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    let kinds = Scenario.Registration.Kind.allCases
    guard let inner = object(fields, key, kinds.map(\.rawValue)) else { return nil }
    let given = kinds.filter { inner.has($0.rawValue) }
    guard given.count == 1, let kind = given.first else {
      findings.add(
        inner.path,
        "Give one of \(kinds.map(\.rawValue).joined(separator: ", ")), with its category, as in {\"notifier\": \"offers\"}."
      )
      return nil
    }
    return inner.text(kind.rawValue).map { .register(.init(kind, category: $0)) }
  }

  func report(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    guard let inner = object(fields, key, ["campaign", "call"]), let campaign = inner.requiredText("campaign")
    else { return nil }
    refer(to: campaign, at: inner.inside("campaign"))
    if !inner.has("call") { findings.add(inner.path, "The field call is missing.") }
    return inner.word("call", as: Scenario.Report.self).map { .report(campaign: campaign, $0) }
  }
}
