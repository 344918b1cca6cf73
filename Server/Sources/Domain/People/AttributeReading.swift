// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// How much of an attribute's history a batch needs.
///
/// Statements that arrive in order, as almost all do, change the value in the row and cost the same however long the history is. Only late or large
/// ones need the whole history. A full history gives up as many of its first steps as new ones arrive.
public struct AttributeReading: Hashable, Sendable {
  private var earliest: AttributeHistory.Place?
  private var changes = 0
  private var isAnyLarge = false

  public init() {}

  /// Adds an event that says something about the attribute.
  mutating func add(_ record: Wire.EventRecord, at place: AttributeHistory.Place) {
    earliest = earliest.map { min($0, place) } ?? place
    guard case .attributeChange(_, let change) = record.body else { return }
    changes += 1
    if AttributeHistory.isLarge(change) { isAnyLarge = true }
  }

  /// How many of the first steps have to be read; 0 for none.
  public func steps(of stored: StoredAttribute) -> Int {
    guard stored.steps > 0, let earliest else { return 0 }
    if earliest <= stored.newest || isAnyLarge { return stored.steps }
    // The value that was set, the folded value, and one step for each change that arrives.
    return stored.steps + changes > AttributeHistory.kept ? min(changes + 2, stored.steps) : 0
  }
}
