// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

extension Wire.Campaign {
  /// Whether the campaign's notifications bring its banner or data to devices. Nothing else does,
  /// because it has no trigger.
  public var isDeliveredByPush: Bool { message == nil && triggers.isEmpty && (banner != nil || data != nil) }

  /// What its runs send: its push, or a silent one that brings its banner or data. nil: nothing.
  public var runPush: Wire.PushNotification? {
    push ?? (isDeliveredByPush ? Wire.PushNotification(isSilent: true) : nil)
  }

  /// What its runs send, in its own language and in each of the others, also in the variants of its
  /// experiment. Empty: nothing.
  public var runPushes: [Wire.PushNotification] {
    let languages = CampaignLanguages(self)
    return ([self] + variantsOfPush.map(\.campaign)).flatMap { campaign in
      let others = languages.map { languages in
        languages.tags.compactMap { languages.campaign(campaign, for: $0).runPush }
      }
      return [campaign.runPush].compactMap(\.self) + (others ?? [])
    }
  }

  /// The variants of an experiment of pushes, each with the campaign as its people get it. Empty if
  /// there is none.
  public var variantsOfPush: [(id: String, campaign: Wire.Campaign)] {
    guard let experiment = pushExperiment else { return [] }
    let arms = ExperimentArms(experiment)
    return experiment.variants.map { ($0.id, arms.campaign(self, for: $0.id)) }
  }
}
