// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

extension Wire.Experiment {
  /// The name of an arm for people: `Control`, or what its author calls a variant.
  public func label(of arm: String) -> String {
    switch arm {
    case Wire.ExperimentArm.control: "Control"
    case Wire.ExperimentArm.holdout: "Holdout"
    case Wire.ExperimentArm.globalHoldout: "Global holdout"
    default: variants.first { $0.id == arm }?.name ?? "Variant \(arm.uppercased())"
    }
  }
}

/// The arms of a campaign's experiment, and who is in which.
public struct ExperimentArms: Sendable {
  public let experiment: Wire.Experiment
  /// The arms in the order of results: control first if there is one, then the variants, then the
  /// holdout. Also those that are closed by now.
  public let names: [String]
  /// The shares of each epoch, oldest first. The last ones are the present ones.
  private let shares: [Shares]
  /// nil if the experiment cannot be drawn, for example because its shares do not add up. Then
  /// nobody is in any arm.
  private let setup: ExperimentSetup?

  public init(_ experiment: Wire.Experiment) {
    self.experiment = experiment
    shares = experiment.epochs.map { Shares($0, of: experiment.variants) } + [Shares(experiment)]
    let control = shares.contains { $0.control > 0 } ? [Wire.ExperimentArm.control] : []
    let heldOut = shares.contains { $0.holdout > 0 } ? [Wire.ExperimentArm.holdout] : []
    names = control + experiment.variants.map(\.id) + heldOut
    let holdout = try? Holdout.campaign(experiment: experiment.id, share: experiment.holdout)
    let layouts = shares.compactMap { try? ExperimentShares(buckets: $0.buckets) }
    guard layouts.count == shares.count, let holdout else {
      setup = nil
      return
    }
    // Each change moves as few people as possible, so the present layout follows from all that
    // there were.
    let allocation = layouts.dropFirst().reduce(Allocation(layouts[0])) { $0.changed(to: $1) }
    setup = try? ExperimentSetup(
      experiment: experiment.id, allocation: allocation,
      campaignHoldout: experiment.holdout > 0 ? holdout : nil)
  }

  /// What people are divided by for a time.
  private struct Shares {
    var control: Int
    var holdout: Int
    /// In the order of the variants.
    var variants: [Int]

    init(_ present: Wire.Experiment) {
      (control, holdout, variants) = (present.control, present.holdout, present.variants.map(\.share))
    }

    init(_ epoch: Wire.Experiment.Epoch, of variants: [Wire.Experiment.Variant]) {
      (control, holdout) = (epoch.control, epoch.holdout)
      self.variants = variants.map { epoch.share(of: $0.id) }
    }

    /// Control first, also if its share is 0, so that arms have the same places whether there is
    /// one or not.
    var buckets: [Int] { [control] + variants }
  }

  /// The arm of a person. nil: the person is not in the experiment, and gets the campaign as it is.
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

  /// When the shares changed, oldest first.
  public var changes: [Instant] { experiment.epochs.map(\.until) }
  /// How many epochs there are, the present one included.
  public var epochCount: Int { shares.count }

  /// The planned share of an arm among those that the experiment counts, in ten-thousandths of
  /// them. The holdout is drawn before the others.
  ///
  /// - Parameter epoch: The index of an epoch; nil for the present one.
  public func share(of arm: String, in epoch: Int? = nil) -> Int {
    let shares = shares[epoch ?? shares.count - 1]
    if arm == Wire.ExperimentArm.holdout { return shares.holdout }
    let place = experiment.variants.firstIndex { $0.id == arm }
    let own = arm == Wire.ExperimentArm.control ? shares.control : place.map { shares.variants[$0] } ?? 0
    return own * (Wire.Experiment.wholeShare - shares.holdout) / Wire.Experiment.wholeShare
  }

  /// The campaign as people in the arm get it. nil: as people get it who are not in the experiment.
  public func campaign(_ campaign: Wire.Campaign, for arm: String?) -> Wire.Campaign {
    guard let arm else { return campaign }
    let isWithheld = Wire.ExperimentArm.withheldNames.contains(arm)
    // Items do not compete for a turn.
    let keepsTurn = isWithheld && experiment.keepsTurn && campaign.experimentSubject == .message
    var sent = campaign
    sent.arm = Wire.ExperimentArm(
      experimentID: experiment.id, name: arm, isWithheld: isWithheld, keepsTurn: keepsTurn)
    if isWithheld { return sent.withheld() }
    guard let variant = experiment.variants.first(where: { $0.id == arm }),
      var shown = sent.shown(in: variant)
    else { return sent }
    if shown.experimentSubject == .message { shown.message = shown.message?.sent }
    return shown
  }
}
