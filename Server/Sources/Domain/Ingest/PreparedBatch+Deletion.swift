// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

extension PreparedBatch {
  /// The batch without what deleted people did before their deletion.
  ///
  /// Such an event is answered as a duplicate, so that its device forgets it, and nobody learns who
  /// was deleted. An event is from before the deletion if the time at which it counts is, or the
  /// time by the device's own clock: the server does not believe a clock that is far behind, and
  /// counts what waited for more than 30 days at its receipt.
  ///
  /// - Parameter deletions: When people were deleted, by name (`PersonID`).
  public func withoutEvents(before deletions: [ExactText: Instant]) -> PreparedBatch {
    var kept = self
    for index in events.indices where events[index].refusal == nil {
      let event = events[index]
      guard let deletion = deletions[ExactText(people[event.person])],
        min(event.countedAt, event.record.at) < deletion
      else { continue }
      kept.events[index].refusal = Wire.EventResult(id: event.record.id, status: .known(.duplicate))
    }
    kept.signIns = signIns.filter { kept.events[$0].refusal == nil }
    return kept
  }

  /// The batch without events that are known to be from before a deletion. Answered like those
  /// above.
  ///
  /// - Parameter isKnown: Of a person's name (`PersonID`) and the event's id.
  public func withoutEvents(_ isKnown: (_ person: String, _ id: String) throws -> Bool) rethrows
    -> PreparedBatch
  {
    var kept = self
    for index in events.indices where events[index].refusal == nil {
      let id = events[index].record.id
      guard try isKnown(people[events[index].person], id) else { continue }
      kept.events[index].refusal = Wire.EventResult(id: id, status: .known(.duplicate))
    }
    kept.signIns = signIns.filter { kept.events[$0].refusal == nil }
    return kept
  }

  /// The names (`PersonID`) of users whom others followed on the device.
  public var previousUsers: [String] { events.compactMap(\.previousUser) }

  /// The batch without the names of deleted people in the events of those who followed them.
  ///
  /// - Parameter deletions: When people were deleted, by name (`PersonID`).
  public func withoutNames(of deletions: [ExactText: Instant]) -> PreparedBatch {
    var kept = self
    for index in events.indices where events[index].refusal == nil {
      guard let name = events[index].previousUser, deletions[ExactText(name)] != nil else { continue }
      // Only what is stored: the event still says that somebody was there, so it is no first
      // sign-in.
      var record = events[index].record
      record.body = .userChanged(previousUserID: nil)
      kept.events[index].encoded = Wire.encode(record)
    }
    return kept
  }
}

extension PreparedBatch.Event {
  fileprivate var previousUser: String? {
    guard case .userChanged(let previous?) = record.body else { return nil }
    return PersonID.of(userID: previous, deviceID: "")
  }
}
