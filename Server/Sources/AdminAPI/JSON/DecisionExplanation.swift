// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import Domain
import MartletCore
import MartletWire

/// The latest decisions with a campaign as a candidate.
struct Explanation: Shaped {
  var campaign: CampaignID
  var decisions: [ExplainedDecision]

  static let shape = Shape<Self>(
    "Explanation", "", .field("campaign_id", \.campaign.rawValue), .field("decisions", \.decisions))
}

/// One device's decision from the view of one campaign: the gate that stopped it, the values
/// compared, and a sentence.
struct ExplainedDecision: Shaped {
  var decision: StoredDecision
  var campaign: CampaignID
  /// The campaigns' names by their ids.
  var names: [String: String]

  static let shape = Shape<Self>(
    "Decision", "", .field("at", \.decision.at), .field("person_id", \.decision.personID),
    .field("decision_id", \.record.decisionID), .field("event", \.record.decidedEvent),
    .optional("verdict", \.own?.verdict.rawValue, "`chosen`, or the gate that stopped this campaign."),
    .optional("sentence", { decision in decision.own.map { decision.explained($0).sentence } }),
    .field("candidates", { $0.record.explained(names: $0.names) }))

  private var record: Wire.DecisionRecord { decision.record }
  private var own: Wire.DecisionRecord.Candidate? {
    record.candidates.first { $0.campaignID == campaign.rawValue }
  }
  private func explained(_ candidate: Wire.DecisionRecord.Candidate) -> ExplainedCandidate {
    ExplainedCandidate(candidate: candidate, event: record.decidedEvent, names: names)
  }
}

/// The event that a decision is about.
struct ExplainedEvent: Shaped {
  var id: String
  var kind: String
  var name: String?

  static let shape = Shape<Self>(
    "ExplainedEvent", "", .field("id", \.id), .field("kind", \.kind), .optional("name", \.name))
}

struct ExplainedCandidate: Shaped {
  var candidate: Wire.DecisionRecord.Candidate
  var event: ExplainedEvent
  var names: [String: String]

  static let shape = Shape<Self>(
    "ExplainedCandidate", "", .field("campaign_id", \.candidate.campaignID),
    .field("campaign_version", \.candidate.campaignVersion, "The campaign's version on the device."),
    .field(
      "verdict", \.candidate.verdict.rawValue,
      "`chosen`, `delivered`, or the gate that stopped the campaign."),
    .field("detail", \.candidate.detail, "The values that were compared."),
    .field("sentence", \.sentence))

  /// `On custom_event cart_viewed: not chosen, total 18 ≤ 20.`
  var sentence: String {
    let event = [event.kind, event.name ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    return candidate.verdict == "chosen"
      ? "On \(event): chosen." : "On \(event): not chosen, \(candidate.words { names[$0] ?? $0 })."
  }
}

extension Wire.DecisionRecord {
  fileprivate var decidedEvent: ExplainedEvent {
    ExplainedEvent(id: eventID, kind: eventKind, name: eventName)
  }

  func explained(names: [String: String]) -> [ExplainedCandidate] {
    candidates.map { ExplainedCandidate(candidate: $0, event: decidedEvent, names: names) }
  }
}
