// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.DecisionRecord {
  /// The record for the server. It has the values that the gates compared, but no other properties of the event. Its size is limited:
  /// candidates beyond `Limits.decisionBytes` are only counted.
  public init(_ decision: Decision) {
    let kind = decision.event.kind
    self.init(
      decisionID: decision.id, eventID: decision.event.id, eventKind: kind.category.rawValue, eventName: kind.name, candidates: [])
    var bytes = 0
    for candidate in decision.candidates {
      let record = Candidate(candidate)
      bytes += record.bytes.count + 1
      guard bytes <= Wire.Limits.decisionBytes else { break }
      candidates.append(record)
    }
    omittedCandidates = decision.candidates.count - candidates.count
  }
}
