// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

extension PreparedBatch {
  /// The batch without what deleted people did before their deletion.
  ///
  /// Such an event is answered as a duplicate, so that its device forgets it, and nobody learns who was deleted. An event is from before the deletion if
  /// the time at which it counts is, or the time by the device's own clock: the server does not believe a clock that is far behind, and counts what
  /// waited for more than 30 days at its receipt.
  ///
  /// - Parameter deletions: When people were deleted, by name (`PersonID`).
  public func withoutEvents(before deletions: [ExactText: Instant]) -> PreparedBatch {
    var kept = self
    for index in events.indices where events[index].refusal == nil {
      let event = events[index]
      guard let deletion = deletions[ExactText(people[event.person])], min(event.countedAt, event.record.at) < deletion else { continue }
      kept.events[index].refusal = Wire.EventResult(id: event.record.id, status: .known(.duplicate))
    }
    kept.signIns = signIns.filter { kept.events[$0].refusal == nil }
    return kept
  }
}
