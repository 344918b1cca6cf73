// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// How much of an attribute's history a batch needs.
///
/// What arrives in order, as almost everything does, changes the value that stands in the row, and costs the same however long the history is.
/// Only what arrives late, or is large, needs all that is kept; a history that is full gives up so many of its first steps as come.
public struct AttributeReading: Hashable, Sendable {
  private var earliest: AttributeHistory.Place?
  private var changes = 0
  private var isAnyLarge = false

  public init() {}

  /// An event that says something of the attribute.
  mutating func add(_ record: Wire.EventRecord, at place: AttributeHistory.Place) {
    earliest = earliest.map { min($0, place) } ?? place
    guard case .attributeChange(_, let change) = record.body else { return }
    changes += 1
    if AttributeHistory.isLarge(change) { isAnyLarge = true }
  }

  /// How many of the first steps have to be read; 0: none.
  public func steps(of stored: StoredAttribute) -> Int {
    guard stored.steps > 0, let earliest else { return 0 }
    if earliest <= stored.newest || isAnyLarge { return stored.steps }
    // A value that was set, one that was folded, and a change for each that comes.
    return stored.steps + changes > AttributeHistory.kept ? min(changes + 2, stored.steps) : 0
  }
}
