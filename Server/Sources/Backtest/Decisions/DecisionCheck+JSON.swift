// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
import Domain
import MartletCore
import MartletWire

extension DecisionCheck: Shaped {
  public static let shape = Shape<Self>(
    "DecisionCheck",
    """
    How far the replay without the campaign makes the decisions that test devices recorded, of up to 20 \
    people.
    """, .field("devices", \.devices, "The test devices whose decisions are compared."),
    .field("recorded", \.recorded, "The decisions that are compared."),
    .field(
      "reproduced", \.reproduced,
      "Those with the same campaigns and versions, the same one chosen, and the same reasons."),
    .field(
      "not_knowable",
      { Dictionary(uniqueKeysWithValues: $0.unknowable.map { ($0.key.rawValue, $0.value) }) },
      """
      Those that differ for a reason that a replay cannot know: `app`, `network`, `loading`, `screen`, \
      `process`, `interval`, `not_replayed`.
      """), .field("different", \.different, "All others that differ."),
    .field("not_recorded", \.unrecorded, "Decisions that only the replay makes."),
    .field(
      "differences", \.differences,
      "The oldest that differ, of each person as many as there is room for.", .most(20)))
}

extension DecisionCheck.Difference: Shaped {
  public static let shape = Shape<Self>(
    "DecisionDifference", "", .field("at", \.at), .field("person_id", \.person),
    .field("device_id", \.deviceID),
    .field("event", \.event, "The decided event in words: `Purchase of shoes`."),
    .field("campaigns", \.candidates))
}

extension DecisionCheck.Candidate: Shaped {
  public static let shape = Shape<Self>(
    "CandidateDifference",
    "A campaign about which the two differ. A side is absent if that decision does not have it.",
    .field("campaign_id", \.campaign.rawValue), .optional("recorded", { $0.recorded.map(Side.init) }),
    .optional("replayed", { $0.replayed.map(Side.init) }))

  private struct Side: Shaped {
    var candidate: Wire.DecisionRecord.Candidate

    static let shape = Shape<Self>(
      "BacktestCandidate", "", .field("version", \.candidate.campaignVersion),
      .field("verdict", \.candidate.verdict.rawValue, "`chosen`, or the gate that stopped it."),
      .field(
        "words", { $0.candidate.words() },
        "The verdict with the values that were compared: `interval, 12 s left of 30 s`."))
  }
}
