// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A decision in words: the event, and the result for each campaign that listens to it.
struct FeedDecision: Hashable, Sendable {
  struct Line: Hashable, Sendable {
    var campaignID: String
    var name: String
    var version: Int
    var verdict: Wire.Open<Wire.DecisionRecord.Verdict>
    /// The words with the values compared: `interval, 12 s left of 30 s`.
    var words: String
    /// Only the values, for display beside the label.
    var values: String?
  }

  /// `cart_viewed`
  var event: String
  /// The event's properties as JSON; nil if it has none.
  var properties: String?
  /// One sentence.
  var summary: String
  var tone: FeedEntry.Tone
  var lines: [Line]
  /// The number of candidates that the record had no room for.
  var omitted: Int

  init(_ decision: Decision, name: (String) -> String) {
    let record = Wire.DecisionRecord(decision)
    event = record.eventTitle
    properties = Self.properties(of: decision.event.kind)
    lines = record.candidates.map { candidate in
      Line(
        campaignID: candidate.campaignID, name: name(candidate.campaignID),
        version: candidate.campaignVersion, verdict: candidate.verdict,
        words: candidate.words(name: name), values: candidate.valueWords(name: name))
    }
    omitted = record.omittedCandidates
    let sent = lines.filter { [.known(.chosen), .known(.delivered)].contains($0.verdict) }
    if !sent.isEmpty {
      summary = sent.map { "\($0.verdict.label): \($0.name)" }.joined(separator: ". ")
      tone = .good
    } else if let best = zip(decision.candidates, lines).first(where: { !$0.0.isWithoutMatch })?.1
      ?? lines.first(where: { $0.verdict == .known(.history) }) ?? (lines.count == 1 ? lines.first : nil)
    {
      summary = "\(best.name): \(best.words)"
      tone = .warn
    } else if !lines.isEmpty {
      summary = "No filter matched (\(lines.count + omitted) campaigns)"
      tone = .plain
    } else {
      summary = "No running campaign uses this event"
      tone = .plain
    }
  }

  /// A message shown by hand, without a decision.
  init(byHand name: String) {
    event = "Shown manually"
    summary = "\(name): not counted, triggers and rules skipped"
    tone = .good
    lines = []
    omitted = 0
  }

  var content: FeedEntry.Content {
    let candidates = lines.map { line -> Wire.JSONValue in
      [
        "campaign": .string(line.campaignID), "name": .string(line.name),
        "version": .int(Int64(line.version)),
        "verdict": .string(line.verdict.rawValue), "label": .string(line.verdict.label),
        "tone": .string(line.verdict.known?.tone ?? "plain"), "words": .string(line.values ?? ""),
      ]
    }
    return FeedEntry.Content(
      kind: .decision, title: event, detail: properties, tone: tone,
      further: [
        "summary": .string(summary), "omitted": .int(Int64(omitted)), "candidates": .array(candidates),
      ])
  }

  private static func properties(of kind: Event.Kind) -> String? {
    guard var values = kind.properties?.dictionary else { return nil }
    // The title contains it.
    if case .purchase(let purchase) = kind, purchase.properties["product_id"] == nil {
      values["product_id"] = nil
    }
    return values.mapValues { Wire.JSONValue($0) }.json.map { $0.count > 600 ? $0.prefix(599) + "…" : $0 }
  }
}
