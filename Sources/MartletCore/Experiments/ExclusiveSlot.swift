// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A campaign's part of a group of campaigns that exclude each other: each unit can have only one
/// of them.
public struct ExclusiveSlot: Hashable, Sendable {
  /// Which buckets belong to which slot. All campaigns of the group have the same.
  public let allocation: Allocation
  /// The campaign's own slot.
  public let slot: Int
  private let draw: BucketDraw

  /// Creates the slot of one campaign.
  ///
  /// - Parameter group: The group's id.
  /// - Throws: `ExperimentKeyError` when the group's id cannot be hashed.
  public init(group: String, allocation: Allocation, slot: Int) throws(ExperimentKeyError) {
    draw = try BucketDraw(.exclusiveGroup, salt: group)
    self.allocation = allocation
    self.slot = slot
  }

  /// Whether the unit belongs to this slot. Of all slots of a group, exactly one admits a unit.
  public func admits(_ unit: ExperimentUnit) -> Bool { allocation.variant(of: draw.bucket(of: unit)) == slot }
}
