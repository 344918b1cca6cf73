// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How the numbers of people who were offered campaigns change. Each number is for a whole set of campaigns, so that somebody's first sync adds to
/// two numbers instead of two for each campaign.
public struct OfferCounts: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var step: Offers.Step
    public var slot: Offers.Slot
    public var campaigns: CampaignSet

    public init(step: Offers.Step, slot: Offers.Slot, campaigns: CampaignSet) {
      self.step = step
      self.slot = slot
      self.campaigns = campaigns
    }
  }

  public private(set) var numbers: [Key: Int] = [:]

  public init() {}

  /// Moves a person's counts from where they were to where they belong now.
  public mutating func move(from old: Offers, to new: Offers) {
    for step in Offers.Step.allCases {
      let (before, after) = (old.counted(step), new.counted(step))
      for slot in Set(before.keys).union(after.keys) {
        let (was, becomes) = (before[slot] ?? CampaignSet(), after[slot] ?? CampaignSet())
        add(-1, of: was.subtracting(becomes), step, slot)
        add(1, of: becomes.subtracting(was), step, slot)
      }
    }
  }

  private mutating func add(_ number: Int, of campaigns: CampaignSet, _ step: Offers.Step, _ slot: Offers.Slot) {
    guard !campaigns.isEmpty else { return }
    let key = Key(step: step, slot: slot, campaigns: campaigns)
    let sum = numbers[key, default: 0] + number
    numbers[key] = sum == 0 ? nil : sum
  }
}
