// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension StoredDecision {
  /// One device's decision from the view of one campaign: the gate that stopped it, the values
  /// compared, and a sentence.
  ///
  /// - Parameter name: Returns the name of a campaign by its id.
  func json(for campaign: CampaignID, name: (String) -> String) -> Wire.JSONValue {
    var event: [String: Wire.JSONValue] = ["id": .string(record.eventID), "kind": .string(record.eventKind)]
    event["name"] = record.eventName.map { .string($0) }
    var fields: [String: Wire.JSONValue] = [
      "at": .int(at.milliseconds), "person_id": .string(personID), "decision_id": .string(record.decisionID),
      "event": .object(event), "candidates": record.candidatesJSON(name: name),
    ]
    if let own = record.candidates.first(where: { $0.campaignID == campaign.rawValue }) {
      fields["verdict"] = .string(own.verdict.rawValue)
      fields["sentence"] = .string(record.sentence(for: own, name: name))
    }
    return .object(fields)
  }
}

extension Wire.DecisionRecord {
  func candidatesJSON(name: (String) -> String) -> Wire.JSONValue {
    .array(
      candidates.map {
        [
          "campaign_id": .string($0.campaignID), "campaign_version": .int(Int64($0.campaignVersion)),
          "verdict": .string($0.verdict.rawValue), "detail": .object($0.detail),
          "sentence": .string(sentence(for: $0, name: name)),
        ]
      })
  }

  /// `On custom_event cart_viewed: not chosen, total 18 ≤ 20.`
  fileprivate func sentence(for candidate: Candidate, name: (String) -> String) -> String {
    let event = [eventKind, eventName ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    return candidate.verdict == "chosen"
      ? "On \(event): chosen." : "On \(event): not chosen, \(candidate.words(name: name))."
  }
}
