// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Recording {
  /// What followed from an input, in its order and in full: two engines that decided the same give the same.
  static func results(of effects: [DeliveryEngine.Effect]) -> [Wire.JSONValue] {
    effects.map { effect in
      var fields = Fields(writing: [:])
      switch effect {
      case .present(let presentation):
        fields.set("effect", "present")
        fields.set("presentation_id", presentation.id)
        fields.set("campaign_id", presentation.campaign.rawValue)
        fields.set("campaign_version", presentation.version)
        fields.set("event_id", presentation.event.id)
        fields.set("triggered_at", presentation.triggeredAt)
        fields.set("user_id", presentation.userID)
        fields.set("ends_at", presentation.endsAt)
        fields.set("succeeds", presentation.succeeds)
        fields.set("is_rendered_at_display", presentation.isRenderedAtDisplay, unless: false)
      case .clear(let id):
        fields.set("effect", "clear")
        fields.set("presentation_id", id)
      case .hold(let id, let length):
        fields.set("effect", "hold")
        fields.set("presentation_id", id)
        fields.set("length_ms", length.wholeMilliseconds)
      case .withdraw(let id, let outcome):
        fields.set("effect", "withdraw")
        fields.set("presentation_id", id)
        fields.set("outcome", outcome.wireKind.rawValue)
        fields.set("reason", outcome.wireReason)
      case .decided(let decision):
        fields.set("effect", "decision")
        fields.set("decision_id", decision.id)
        fields.set("at", decision.at)
        fields.set("user_id", decision.userID)
        set(decision.candidates, &fields)
      case .noMatchingTrigger(let event):
        fields.set("effect", "no_match")
        fields.set("event_id", event.id)
      case .record(let record):
        fields.set("effect", "outcome")
        fields.set("presentation_id", record.decisionID)
        fields.set("campaign_id", record.campaign.rawValue)
        fields.set("campaign_version", record.version)
        fields.set("outcome", record.outcome.wireKind.rawValue)
        fields.set("reason", record.outcome.wireReason)
      case .undecided(let event, let reason):
        fields.set("effect", "undecided")
        fields.set("event_id", event.id)
        fields.set("reason", reason.rawValue)
      case .rejected(let campaign, let diagnostics):
        fields.set("effect", "rejected")
        fields.set("campaign_id", campaign.rawValue)
        fields.set("diagnostics", diagnostics.map { String($0.description.prefix(1_000)) })
      }
      return fields.json
    }
  }

  /// Every candidate counts; those beyond the room of a frame stand for themselves as a checksum.
  private static func set(_ candidates: [Candidate], _ fields: inout Fields) {
    var listed: [Wire.JSONValue] = []
    var omitted: [Wire.JSONValue] = []
    var bytes = 0
    for candidate in candidates {
      let json = Wire.DecisionRecord.Candidate(candidate).json
      bytes += json.encodedByteCount + 1
      if bytes <= partBytes / 2 { listed.append(json) } else { omitted.append(json) }
    }
    fields.set("candidates", Wire.JSONValue.array(listed))
    guard !omitted.isEmpty else { return }
    fields.set("omitted_candidates", omitted.count)
    fields.set("omitted_digest", Wire.Digest.text(of: Wire.encode(Wire.JSONValue.array(omitted))))
  }
}

extension Wire {
  /// A number for bytes, the same on every platform: FNV-1a, mixed once more, because its upper bits hardly depend on the last bytes.
  enum Digest {
    static func number(of bytes: some Sequence<UInt8>) -> UInt64 {
      var hash = FNV1a(bytes).value
      hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
      return hash ^ (hash >> 31)
    }

    static func text(of bytes: some Sequence<UInt8>) -> String { String(number(of: bytes), radix: 16) }
  }
}
