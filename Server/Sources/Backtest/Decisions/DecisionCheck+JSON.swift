// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension DecisionCheck {
  /// For programs.
  var json: Wire.JSONValue {
    [
      "devices": .int(Int64(devices)), "recorded": .int(Int64(recorded)),
      "reproduced": .int(Int64(reproduced)),
      "not_knowable": .object(
        Dictionary(uniqueKeysWithValues: unknowable.map { ($0.key.rawValue, .int(Int64($0.value))) })),
      "different": .int(Int64(different)), "not_recorded": .int(Int64(unrecorded)),
      "differences": .array(differences.map(\.json)),
    ]
  }
}

extension DecisionCheck.Difference {
  fileprivate var json: Wire.JSONValue {
    [
      "at": .int(at.milliseconds), "person_id": .string(person), "device_id": .string(deviceID),
      "event": .string(event),
      "campaigns": .array(candidates.map(\.json)),
    ]
  }
}

extension DecisionCheck.Candidate {
  fileprivate var json: Wire.JSONValue {
    func side(_ candidate: Wire.DecisionRecord.Candidate) -> Wire.JSONValue {
      [
        "version": .int(Int64(candidate.campaignVersion)), "verdict": .string(candidate.verdict.rawValue),
        "words": .string(candidate.words()),
      ]
    }
    var fields: [String: Wire.JSONValue] = ["campaign_id": .string(campaign.rawValue)]
    fields["recorded"] = recorded.map(side)
    fields["replayed"] = replayed.map(side)
    return .object(fields)
  }
}
