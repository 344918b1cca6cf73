// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Everything that decides which part of an experiment a unit is in.
///
/// The order is fixed: test devices and bots are out, then the global holdout, then what was stored
/// for the unit, then the campaign's holdout, the exclusive group, and the variant.
public struct ExperimentSetup: Hashable, Sendable {
  public let allocation: Allocation
  public let globalHoldout: Holdout?
  public let campaignHoldout: Holdout?
  public let slot: ExclusiveSlot?
  private let draw: BucketDraw

  /// Creates the setup of an experiment.
  ///
  /// - Parameters:
  ///   - experiment: The experiment's random id, new when it is started again.
  ///   - globalHoldout: nil also for campaigns that are exempt, such as receipts.
  /// - Throws: `ExperimentKeyError` when the id cannot be hashed.
  public init(
    experiment: String, allocation: Allocation, globalHoldout: Holdout? = nil,
    campaignHoldout: Holdout? = nil, slot: ExclusiveSlot? = nil
  ) throws(ExperimentKeyError) {
    draw = try BucketDraw(.variant, salt: experiment)
    self.allocation = allocation
    self.globalHoldout = globalHoldout
    self.campaignHoldout = campaignHoldout
    self.slot = slot
  }

  /// Which part of the experiment the unit is in. The same arguments always give the same answer.
  ///
  /// - Parameters:
  ///   - stored: The variant that was stored when the campaign first triggered for the unit. It
  ///     beats the experiment's own draws for ever, also after a change of shares. Only the global
  ///     holdout goes before it.
  ///   - isExcluded: Whether it is a test device or a bot, by something that was known before the
  ///     trigger.
  public func assignment(of unit: ExperimentUnit, stored: Int? = nil, isExcluded: Bool = false) -> Assignment
  {
    if isExcluded { return .excluded }
    if globalHoldout?.holdsOut(unit) == true { return .heldOut(.global) }
    if let stored { return .variant(stored) }
    if campaignHoldout?.holdsOut(unit) == true { return .heldOut(.campaign) }
    if slot?.admits(unit) == false { return .outsideSlot }
    return .variant(allocation.variant(of: draw.bucket(of: unit)))
  }
}

/// Which part of an experiment a unit is in.
public enum Assignment: Hashable, Sendable {
  /// A test device or a bot. Nothing is logged for it.
  case excluded
  /// Nothing is shown. Its triggers are logged, because they are what the others are compared with.
  case heldOut(Holdout.Scope)
  /// Another campaign of the group has the unit.
  case outsideSlot
  /// The index of the variant, control first.
  case variant(Int)

  /// Whether the unit's triggers are logged.
  public var logsTriggers: Bool {
    switch self {
    case .excluded, .outsideSlot: false
    case .heldOut, .variant: true
    }
  }
}

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
