// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// One device's decision from the view of one campaign: the gate that stopped it, the values compared, and a sentence.
struct DecisionExplanation {
  let decision: StoredDecision
  let campaign: CampaignID
  /// Returns the name of a campaign by its id.
  let name: (String) -> String

  var json: Wire.JSONValue {
    let record = decision.record
    let name = name
    var event: [String: Wire.JSONValue] = ["id": .string(record.eventID), "kind": .string(record.eventKind)]
    event["name"] = record.eventName.map { .string($0) }
    var fields: [String: Wire.JSONValue] = [
      "at": .int(decision.at.milliseconds), "person_id": .string(decision.personID), "decision_id": .string(record.decisionID),
      "event": .object(event), "candidates": .array(record.candidates.map { Self.json($0, of: record, name: name) }),
    ]
    if let own = record.candidates.first(where: { $0.campaignID == campaign.rawValue }) {
      fields["verdict"] = .string(own.verdict.rawValue)
      fields["sentence"] = .string(Self.sentence(for: own, of: record, name: name))
    }
    return .object(fields)
  }

  static func json(
    _ candidate: Wire.DecisionRecord.Candidate, of record: Wire.DecisionRecord, name: (String) -> String
  ) -> Wire.JSONValue {
    [
      "campaign_id": .string(candidate.campaignID), "campaign_version": .int(Int64(candidate.campaignVersion)),
      "verdict": .string(candidate.verdict.rawValue), "detail": .object(candidate.detail),
      "sentence": .string(sentence(for: candidate, of: record, name: name)),
    ]
  }

  /// `On custom_event cart_viewed: not chosen, total 18 ≤ 20.`
  private static func sentence(
    for candidate: Wire.DecisionRecord.Candidate, of record: Wire.DecisionRecord, name: (String) -> String
  ) -> String {
    let event = [record.eventKind, record.eventName ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    return candidate.verdict == "chosen"
      ? "On \(event): chosen." : "On \(event): not chosen, \(candidate.words(name: name))."
  }
}
