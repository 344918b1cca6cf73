// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Campaigns with an experiment.
extension Examples {
  /// As the server has it.
  static let campaignWithExperiment = Wire.Campaign(
    id: "c-sale", createdAt: Instant(milliseconds: 1_764_547_200_000), triggers: [viewed],
    message: Wire.Message(kind: .known(.slideup), message: "20 % off until Sunday."),
    experiment: Wire.Experiment(
      id: "x-7d1f",
      variants: [
        Wire.Experiment.Variant(id: "a", name: "Short", share: 4_500),
        Wire.Experiment.Variant(
          id: "b", share: 4_500, message: Wire.Message(kind: .known(.slideup), message: "The sale has begun.")
        ),
      ], control: 1_000, holdout: 500, keepsTurn: true),
    conversions: [
      Wire.Conversion(name: "Order", event: ["kind": "custom", "name": "order_placed"], revenue: "total"),
      Wire.Conversion(
        name: "Basket", event: ["kind": "custom", "name": "cart_viewed"], windowMilliseconds: 3_600_000),
    ])

  /// After a change of shares and an automatic winner.
  static let campaignWithWinner = Wire.Campaign(
    id: "c-sale", createdAt: Instant(milliseconds: 1_764_547_200_000), triggers: [viewed],
    message: Wire.Message(kind: .known(.slideup), message: "20 % off until Sunday."),
    experiment: Wire.Experiment(
      id: "x-7d1f",
      variants: [
        Wire.Experiment.Variant(id: "a", share: 0), Wire.Experiment.Variant(id: "b", share: 10_000),
      ],
      choosesWinner: true, winner: "b",
      epochs: [
        Wire.Experiment.Epoch(
          until: Instant(milliseconds: 1_765_000_000_000), control: 2_000, holdout: 500,
          variants: [Wire.Experiment.Share(id: "a", share: 8_000)]),
        Wire.Experiment.Epoch(
          until: Instant(milliseconds: 1_766_000_000_000),
          variants: [
            Wire.Experiment.Share(id: "a", share: 5_000), Wire.Experiment.Share(id: "b", share: 5_000),
          ]),
      ]),
    ignoresGlobalHoldout: true)

  /// The same, as a device of a person in control receives it.
  static let campaignWithArm = Wire.Campaign(
    id: "c-sale", createdAt: Instant(milliseconds: 1_764_547_200_000), triggers: [viewed],
    message: Wire.Message(kind: .known(.control)),
    arm: Wire.ExperimentArm(
      experimentID: "x-7d1f", name: Wire.ExperimentArm.control, isWithheld: true, keepsTurn: true))

  /// An announcement, as a device of a person in control receives it.
  static let announcementWithArm = Wire.Campaign(
    id: "c-spring", createdAt: Instant(milliseconds: 1_764_547_200_000), triggers: [viewed],
    arm: Wire.ExperimentArm(
      experimentID: "x-7d1f", name: Wire.ExperimentArm.control, isWithheld: true,
      form: .known(.bannerAndContent)),
    surfaceRules: Wire.SurfaceRules(screens: ["shop"]))
}
