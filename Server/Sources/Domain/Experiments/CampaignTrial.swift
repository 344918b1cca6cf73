// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// A campaign that an author tries on a device: as it is, and in each arm of its experiment, with
/// the texts of the device's language.
public struct CampaignTrial: Equatable, Sendable {
  public let name: String
  /// What devices get whose people are in no arm.
  public let plain: Wire.Campaign
  /// Empty if there is no experiment.
  public let arms: [Arm]

  /// What devices get whose people are in one arm.
  public struct Arm: Equatable, Sendable {
    public var choice: ArmChoice
    public var campaign: Wire.Campaign
  }

  /// - Parameter locale: The language of the device. nil: none, so texts are as they are written.
  public init(_ campaign: Campaign, locale: String?) {
    let languages = CampaignLanguages(campaign.definition)
    func translated(_ sent: Wire.Campaign) -> Wire.Campaign { languages?.campaign(sent, for: locale) ?? sent }
    let sent = campaign.sentDefinition
    name = campaign.name
    plain = translated(sent)
    let divided = campaign.content.experiment.map { ExperimentArms($0) }
    arms = campaign.content.armChoices.compactMap { choice in
      divided.map { Arm(choice: choice, campaign: translated($0.campaign(sent, for: choice.name))) }
    }
  }
}

/// An arm of an experiment that a device can be given.
public struct ArmChoice: Hashable, Sendable {
  /// The id of a variant, or `control` or `holdout`.
  public var name: String
  /// For people.
  public var label: String
}

extension Wire.Campaign {
  /// The arms of the experiment that differ in what devices get: the variants, then those that get
  /// nothing. Empty if there are none.
  public var armChoices: [ArmChoice] {
    guard let experiment, let experimentSubject, experimentSubject != .push else { return [] }
    let names = ExperimentArms(experiment).names
    let withheld = names.filter(Wire.ExperimentArm.withheldNames.contains)
    return experiment.variants.map { ArmChoice(name: $0.id, label: experiment.label(of: $0.id)) }
      + withheld.map {
        ArmChoice(
          name: $0,
          label:
            "\(experiment.label(of: $0)) (\(experimentSubject == .data ? "no data" : "nothing is shown"))")
      }
  }
}
