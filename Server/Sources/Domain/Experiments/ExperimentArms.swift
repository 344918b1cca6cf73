// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

/// The arms of a campaign's experiment, and who is in which.
public struct ExperimentArms: Sendable {
  public let experiment: Wire.Experiment
  /// The arms in the order of results: control first if there is one, then the variants, then the holdout.
  public let names: [String]
  /// nil if the experiment cannot be drawn, for example because its shares do not add up. Then nobody is in any arm.
  private let setup: ExperimentSetup?

  public init(_ experiment: Wire.Experiment) {
    self.experiment = experiment
    let control = experiment.control > 0 ? [Wire.ExperimentArm.control] : []
    names = control + experiment.variants.map(\.id) + (experiment.holdout > 0 ? [Wire.ExperimentArm.holdout] : [])
    // Control first, also if its share is 0, so that arms have the same places whether there is one or not.
    let buckets = [experiment.control] + experiment.variants.map(\.share)
    let holdout = try? Holdout.campaign(experiment: experiment.id, share: experiment.holdout)
    guard let shares = try? ExperimentShares(buckets: buckets), let holdout else {
      setup = nil
      return
    }
    setup = try? ExperimentSetup(
      experiment: experiment.id, allocation: Allocation(shares), campaignHoldout: experiment.holdout > 0 ? holdout : nil)
  }

  /// The arm of a person. nil: the person is not in the experiment, and gets the campaign's own message.
  public func arm(of standing: ExperimentStanding) -> String? {
    guard let setup else { return nil }
    if let stored = standing.arms[experiment.id], names.contains(stored) { return stored }
    guard let unit = try? ExperimentUnit(standing.unit) else { return nil }
    switch setup.assignment(of: unit) {
    case .excluded, .outsideSlot: return nil
    case .heldOut(.campaign): return Wire.ExperimentArm.holdout
    case .heldOut(.global): return Wire.ExperimentArm.globalHoldout
    case .variant(0): return Wire.ExperimentArm.control
    case .variant(let place): return experiment.variants[place - 1].id
    }
  }

  /// The planned share of an arm among those that the experiment counts, in ten-thousandths of them. The holdout is drawn before the others.
  public func share(of arm: String) -> Int {
    if arm == Wire.ExperimentArm.holdout { return experiment.holdout }
    let own = arm == Wire.ExperimentArm.control ? experiment.control : experiment.variants.first { $0.id == arm }?.share ?? 0
    return own * (Wire.Experiment.wholeShare - experiment.holdout) / Wire.Experiment.wholeShare
  }

  /// The campaign as people in the arm get it. nil: as people get it who are not in the experiment.
  public func campaign(_ campaign: Wire.Campaign, for arm: String?) -> Wire.Campaign {
    var sent = campaign
    guard let arm else { return sent }
    let isWithheld = Wire.ExperimentArm.withheldNames.contains(arm)
    sent.arm = Wire.ExperimentArm(
      experimentID: experiment.id, name: arm, isWithheld: isWithheld, keepsTurn: isWithheld && experiment.keepsTurn)
    if isWithheld {
      sent.message = Wire.Message(kind: .known(.control))
    } else if let message = experiment.variants.first(where: { $0.id == arm })?.message {
      sent.message = message.sent
    }
    return sent
  }
}
