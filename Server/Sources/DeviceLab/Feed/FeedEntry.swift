// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// One line of a device's timeline.
struct FeedEntry: Hashable, Sendable {
  /// 1, 2, 3 … in the life of a device.
  var number: Int
  var at: Instant
  /// The decision that this belongs to; the presentation that follows from it has the same id.
  var decisionID: String?
  var content: Content

  enum Content: Hashable, Sendable {
    /// What somebody did to the device.
    case action(title: String, detail: String?)
    case decision(FeedDecision)
    /// The presenter's doing: calls of the delegate, in their order.
    case step(title: String, detail: String?, tone: Tone)
    /// What became of a message, in words.
    case outcome(title: String, detail: String?, tone: Tone)
    /// What a phone would open.
    case intent(FeedIntent)
    case request(FeedRequest)
    /// The SDK says that something is wrong.
    case note(String, tone: Tone)
  }

  enum Tone: String, Hashable, Sendable {
    case plain, good, warn, bad
  }

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["n": .int(Int64(number)), "at": .int(at.milliseconds)]
    if let decisionID { fields["decision"] = .string(decisionID) }
    switch content {
    case .action(let title, let detail):
      fields["kind"] = "action"
      fields.set(title: title, detail: detail, tone: .plain)
    case .decision(let decision):
      fields["kind"] = "decision"
      fields.merge(decision.fields) { own, _ in own }
    case .step(let title, let detail, let tone):
      fields["kind"] = "step"
      fields.set(title: title, detail: detail, tone: tone)
    case .outcome(let title, let detail, let tone):
      fields["kind"] = "outcome"
      fields.set(title: title, detail: detail, tone: tone)
    case .intent(let intent):
      fields["kind"] = "intent"
      fields.set(title: intent.title, detail: intent.address, tone: intent.tone)
    case .request(let request):
      fields["kind"] = "request"
      if !request.records.isEmpty {
        fields["records"] = .array(request.records.map { ["kind": .string($0.kind), "words": .string($0.words)] })
      }
      fields.set(title: request.title, detail: request.detail, tone: request.tone)
      fields["ms"] = .int(request.milliseconds)
    case .note(let text, let tone):
      fields["kind"] = "note"
      fields.set(title: text, detail: nil, tone: tone)
    }
    return .object(fields)
  }
}

extension [String: Wire.JSONValue] {
  fileprivate mutating func set(title: String, detail: String?, tone: FeedEntry.Tone) {
    self["title"] = .string(title)
    if let detail { self["detail"] = .string(detail) }
    self["tone"] = .string(tone.rawValue)
  }
}
