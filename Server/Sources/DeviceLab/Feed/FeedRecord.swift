// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// One analytic record as the device sent it, in a line.
struct FeedRecord: Hashable, Sendable {
  /// Of one request so many are listed.
  static let limit = 60
  private static let longest = 200

  /// As on the wire: `impression`, `custom` …
  var kind: String
  /// What it says.
  var words: String

  init(_ record: Wire.EventRecord, name: (String) -> String) {
    kind = record.body.kind
    func local(_ id: String) -> String { id.hasPrefix("local:") ? name(String(id.dropFirst("local:".count))) : name(id) }
    let parts: [String?] =
      switch record.body {
      case .sessionEnd(let length): ["after \(length) ms"]
      case .purchase(let product, let currency, let price, let quantity, let properties):
        ["\(quantity) × \(product)", "\(price) \(currency)", Self.text(properties)]
      case .pushClick(let campaign): [campaign.map(name)]
      case .userChanged(let previous): [previous == nil ? "was anonymous" : "was another person"]
      case .attribute(let key, let value): [key, String(decoding: Wire.encode(value), as: UTF8.self)]
      case .attributeChange(let key, let change):
        [key, change.operation.rawValue, String(decoding: Wire.encode(change.value), as: UTF8.self)]
      case .impression(let presentation): [local(presentation.campaignID)]
      case .click(let presentation, let button): [local(presentation.campaignID), button.map { "button id \($0)" } ?? "the message itself"]
      case .dismissal(let presentation, let cause): [local(presentation.campaignID), "by \(cause.rawValue)"]
      case .outcome(let presentation, let outcome, let reason):
        [local(presentation.campaignID), [outcome.rawValue, reason].compactMap { $0 }.joined(separator: ", "), record.detail]
      case .decision(let decision):
        [
          decision.eventName ?? decision.eventKind,
          decision.candidates.first { $0.verdict == .known(.chosen) }.map { "chosen: \(name($0.campaignID))" },
        ]
      case .unknown(_, let fields): [Self.text(fields)]
      default: [record.body.name, record.body.properties.flatMap(Self.text)]
      }
    let text = parts.compactMap { $0 }.joined(separator: " · ")
    words = text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text
  }

  private static func text(_ properties: [String: Wire.JSONValue]) -> String? {
    properties.isEmpty ? nil : String(decoding: Wire.encode(Wire.JSONValue.object(properties)), as: UTF8.self)
  }
}
