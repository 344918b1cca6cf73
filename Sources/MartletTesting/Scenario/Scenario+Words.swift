// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletUI
import MartletWire

extension Decision {
  /// `{"event", "chosen", "candidates", "reasons"}`
  var scenarioJSON: Wire.JSONValue {
    let record = Wire.DecisionRecord(self)
    let candidates = candidates.map { Wire.DecisionRecord.Candidate($0) }
    return [
      "event": .string([record.eventKind, record.eventName].compactMap { $0 }.joined(separator: " ")),
      "chosen": chosen.map { .string($0.rawValue) } ?? .null,
      "candidates": .array(candidates.map { .string("\($0.campaignID): \($0.verdict.rawValue)") }),
      "reasons": .array(candidates.filter { $0.verdict != "chosen" }.map { .string("\($0.campaignID): \($0.words())") }),
    ]
  }
}

extension Wire.EventRecord.Body {
  /// `custom cart_viewed`, `impression offer`.
  var scenarioWords: String {
    switch self {
    case .attribute(let key, _): "attribute \(key)"
    case .attributeChange(let key, let change): "attribute \(key): \(change.operation.rawValue)"
    case .impression(let presentation): "impression \(presentation.campaignID)"
    case .click(let presentation, let button): "click \(presentation.campaignID) \(button.map { "button \($0)" } ?? "body")"
    case .dismissal(let presentation, let cause): "dismissal \(presentation.campaignID) by \(cause.rawValue)"
    case .outcome(let presentation, let outcome, let reason):
      ["outcome", presentation.campaignID, outcome.rawValue, reason].compactMap { $0 }.joined(separator: " ")
    case .decision(let decision): ["decision", decision.eventKind, decision.eventName].compactMap { $0 }.joined(separator: " ")
    default: [kind, name].compactMap { $0 }.joined(separator: " ")
    }
  }
}

extension Scene {
  /// The visible texts, in reading order.
  var texts: [String] {
    root.allNodes.compactMap { node in
      if case .text(let text) = node.content { text.string } else { nil }
    }
  }
}
