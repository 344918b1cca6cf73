// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

extension FeedEntry.Content {
  /// A request of the device, as it was sent over the wire.
  ///
  /// - Parameters:
  ///   - isTokenNew: Whether the server learned the phone's push token from it.
  ///   - name: Returns the name of a campaign.
  static func request(
    _ exchange: TappedTransport.Exchange, isTokenNew: Bool = false, name: (String) -> String
  ) -> FeedEntry.Content {
    let title =
      switch exchange.kind {
      case .sync: "Sync"
      case .events: "Events"
      case .render: "Render"
      case .asset: "Asset"
      }
    let tone: FeedEntry.Tone
    var parts: [String] = []
    if case .asset(let url) = exchange.kind {
      parts.append(url.absoluteString.count > 120 ? url.host() ?? "" : url.absoluteString)
    }
    let kinds = exchange.events.map { $0.body.kind.replacing("_", with: " ") }
    switch exchange.result {
    case .offline:
      tone = .warn
      parts.append("Offline: not sent" + (kinds.isEmpty ? "" : "; \(Self.counted(kinds)) wait on the device"))
    case .failed:
      tone = .bad
      parts.append("No answer")
    case .refused(let reason):
      tone = .bad
      parts.append(reason)
    case .answered(let answer):
      let isGood = (200..<300).contains(answer.status) || answer.status == 304
      let isWithdrawn = if case .withdrawn = answer.rendering { true } else { false }
      tone = isWithdrawn ? .warn : isGood ? .good : .bad
      if !isGood { parts.append("The server answered \(answer.status)") }
      parts += Self.words(of: answer, to: exchange.kind, isGood: isGood)
      if !kinds.isEmpty { parts.append("\(Self.counted(kinds)) sent") }
      if isTokenNew { parts.append("push token sent") }
    }
    let records = exchange.events.prefix(FeedRecord.limit).map { FeedRecord($0, name: name) }
    var further: [String: Wire.JSONValue] = ["ms": .int(exchange.duration.wholeMilliseconds)]
    if !records.isEmpty {
      further["records"] = .array(records.map { ["kind": .string($0.kind), "words": .string($0.words)] })
    }
    return FeedEntry.Content(
      kind: .request, title: title, detail: parts.isEmpty ? nil : parts.joined(separator: " · "), tone: tone,
      further: further)
  }

  private static func words(
    of answer: TappedTransport.Exchange.Answer, to kind: TappedTransport.Exchange.Kind, isGood: Bool
  ) -> [String] {
    switch kind {
    case .sync:
      if let count = answer.campaigns?.count {
        return [count == 1 ? "1 campaign received" : "\(count) campaigns received"]
      }
      return isGood ? ["Campaigns unchanged"] : []
    case .events: return []
    case .asset: return isGood ? ["\(answer.bytes.grouped) bytes"] : []
    case .render:
      switch answer.rendering {
      case .rendered: return ["The server personalised the text"]
      case .withdrawn(let withdrawal): return ["Withdrawn: \(words(of: withdrawal))"]
      case nil: return []
      }
    }
  }

  static func words(of withdrawal: Wire.Withdrawal) -> String {
    let reason: String? =
      switch withdrawal.reason.known {
      case .notRunning: "the campaign is no longer running"
      case .changed: "the campaign was edited"
      case .notEligible: "the person is no longer in the audience"
      // The detail names the missing value.
      case .missingValue: withdrawal.detail == nil ? "a value is missing for this person" : nil
      case .templateError: "the text cannot be personalised"
      case nil: withdrawal.reason.rawValue.replacing("_", with: " ")
      }
    return [reason, withdrawal.detail].compactMap { $0 }.joined(separator: ": ")
  }

  /// `impression, click, 2 custom events`
  private static func counted(_ kinds: [String]) -> String {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for kind in kinds {
      if counts[kind] == nil { order.append(kind) }
      counts[kind, default: 0] += 1
    }
    return order.map { kind in
      let count = counts[kind, default: 1]
      return count == 1 ? kind : "\(count) × \(kind)"
    }.joined(separator: ", ")
  }
}

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
    func local(_ id: String) -> String { name(Wire.LocalCampaign.message(of: id) ?? id) }
    let parts: [String?] =
      switch record.body {
      case .sessionEnd(let length): ["after \(length.grouped) ms"]
      case .purchase(let product, let currency, let price, let quantity, let properties):
        ["\(quantity) × \(product)", "\(price) \(currency)", properties.json]
      case .pushClick(let campaign): [campaign.map(name)]
      case .userChanged(let previous): [previous == nil ? "was anonymous" : "was another person"]
      case .attribute(let key, let value): [key, value.text]
      case .attributeChange(let key, let change): [key, change.operation.rawValue, change.value.text]
      case .delivered(let presentation), .impression(let presentation):
        [local(presentation.campaignID), presentation.surface?.rawValue]
      case .click(let presentation, let button):
        [
          local(presentation.campaignID),
          presentation.surface?.rawValue ?? button.map { "button id \($0)" } ?? "the message itself",
        ]
      case .dismissal(let presentation, let cause):
        [local(presentation.campaignID), presentation.surface?.rawValue, "by \(cause.rawValue)"]
      case .surveyAnswers(let presentation, let answers):
        [local(presentation.campaignID), "\(answers.count) answers"]
      case .exposure(let presentation, _, let arm): [local(presentation.campaignID), "arm \(arm)"]
      case .outcome(let presentation, let outcome, let reason):
        [
          local(presentation.campaignID),
          [outcome.rawValue, reason].compactMap { $0 }.joined(separator: ", "), record.detail,
        ]
      case .decision(let decision):
        [
          decision.eventName ?? decision.eventKind,
          decision.candidates.first { $0.verdict == .known(.chosen) }.map {
            "chosen: \(name($0.campaignID))"
          },
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

extension BinaryInteger {
  /// As English readers write it: `12,345`.
  fileprivate var grouped: String { formatted(IntegerFormatStyle<Self>(locale: Locale(identifier: "en"))) }
}
