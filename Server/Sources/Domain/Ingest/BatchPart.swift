// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Consecutive events of a batch: all of them, or those before or after the point where two people
/// turn out to be one.
public struct BatchPart: Sendable {
  /// An event of one of several parts.
  public struct Place: Hashable, Sendable {
    /// Index of the part.
    public var part: Int
    /// Index of the event in its batch.
    public var index: Int

    public init(part: Int, index: Int) { (self.part, self.index) = (part, index) }
  }

  public private(set) var batch: PreparedBatch
  public let range: Range<Int>
  /// The person of each event of the batch.
  public let keys: [Int64]

  public init(_ batch: PreparedBatch, _ range: Range<Int>? = nil, keys: [Int64]) {
    self.batch = batch
    self.range = range ?? batch.events.indices
    self.keys = keys
  }

  /// The events that can be stored.
  public var storable: some Sequence<Int> {
    range.lazy.filter { [events = batch.events] in events[$0].refusal == nil }
  }

  /// Marks the taps that only close their message.
  public mutating func markTaps(where onlyCloses: (_ index: Int) throws -> Bool) rethrows {
    try batch.markTaps(in: range, where: onlyCloses)
  }
}

extension [BatchPart] {
  /// The events that can be stored.
  public var storable: [BatchPart.Place] {
    indices.flatMap { part in self[part].storable.map { BatchPart.Place(part: part, index: $0) } }
  }

  public subscript(_ place: BatchPart.Place) -> (event: PreparedBatch.Event, person: Int64) {
    (self[place.part].batch.events[place.index], self[place.part].keys[place.index])
  }

  /// The keys of campaigns and of the first steps of people that their events name.
  public var steps: Set<PersonSteps.Key> {
    var named: Set<PersonSteps.Key> = []
    for part in self {
      for index in part.storable {
        let (presentation, step): (Wire.EventRecord.Presentation, PersonStep)
        switch part.batch.events[index].record.body {
        case .impression(let it): (presentation, step) = (it, .impression)
        case .click(let it, _): (presentation, step) = (it, .click)
        default: continue
        }
        named.insert(PersonSteps.Key(person: part.keys[index], campaign: presentation.campaignID, step: step))
      }
    }
    return named
  }
}
