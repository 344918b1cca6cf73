// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// One analytics record as the device sent it, in one line.
struct FeedRecord: Hashable, Sendable {
  /// The most records listed for one request.
  static let limit = 60
  private static let longest = 200

  /// The kind's name on the wire: `impression`, `custom` …
  var kind: String
  /// The record's content in words.
  var words: String

  init(_ record: Wire.EventRecord, name: (String) -> String) {
    kind = record.body.kind
    func local(_ id: String) -> String { id.hasPrefix("local:") ? name(String(id.dropFirst("local:".count))) : name(id) }
    let parts: [String?] =
      switch record.body {
      case .sessionEnd(let length): ["after \(length) ms"]
      case .purchase(let product, let currency, let price, let quantity, let properties):
        ["\(quantity) × \(product)", "\(price) \(currency)", properties.json]
      case .pushClick(let campaign): [campaign.map(name)]
      case .userChanged(let previous): [previous == nil ? "was anonymous" : "was another person"]
      case .attribute(let key, let value): [key, value.text]
      case .attributeChange(let key, let change): [key, change.operation.rawValue, change.value.text]
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
      case .unknown(_, let fields): [fields.json]
      default: [record.body.name, record.body.properties?.json]
      }
    let text = parts.compactMap { $0 }.joined(separator: " · ")
    words = text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text
  }
}

extension Wire.JSONValue {
  /// The value as encoded on the wire.
  var text: String { String(decoding: Wire.encode(self), as: UTF8.self) }
}

extension [String: Wire.JSONValue] {
  /// The object as JSON; nil if it is empty.
  var json: String? { isEmpty ? nil : Wire.JSONValue.object(self).text }
}
