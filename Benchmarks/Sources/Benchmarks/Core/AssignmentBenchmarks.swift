// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What it costs to know which variant a person has, which a device asks for each campaign with an
/// experiment.
enum AssignmentBenchmarks {
  static func run(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let unit = try ExperimentUnit("018f3a5e-7c1b-7d20-8a44-3f9f1c2b6a01")
    let draw = try BucketDraw(.variant, salt: "0f9c7a52-6d0e-4a55-9d3e-1c2b3a4d5e6f")
    let allocation = try Allocation(ExperimentShares(weights: [1, 1, 1]))
    let setup = try ExperimentSetup(
      experiment: "0f9c7a52-6d0e-4a55-9d3e-1c2b3a4d5e6f", allocation: allocation,
      globalHoldout: .global(period: "2026-q1", share: Holdout.offeredGlobalShare),
      campaignHoldout: .campaign(
        experiment: "0f9c7a52-6d0e-4a55-9d3e-1c2b3a4d5e6f", share: Holdout.offeredCampaignShare))
    precondition(setup.assignment(of: unit).logsTriggers)
    return [
      stopwatch.measure("the bucket of a UUID", "hash and remainder", goal: .nanoseconds(100)) {
        keep(draw.bucket(of: unit))
      },
      stopwatch.compare(
        "which part of an experiment a UUID is in", goal: .atMost(5), "two holdouts and the variant",
        { keep(setup.assignment(of: unit)) }, against: "one hash of the same text by `Hasher`",
        { keep(unit.text.hashValue) }),
    ]
  }
}
