// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Which campaigns, and which of their details, are counted separately. Anyone with an app's SDK
/// key can invent as many as they like, so whatever exceeds the limits of `CountLimits` is counted
/// as other; the events themselves are stored as always. For names of events, see `EventNames`.
public struct CountedNames: Sendable {
  /// A metric of a campaign that has details.
  public struct Details: Hashable, Sendable {
    private let exactCampaign: ExactText
    public let metric: CampaignMetric

    public var campaign: String { exactCampaign.text }

    public init(_ count: CampaignCount) {
      exactCampaign = ExactText(count.campaign.rawValue)
      metric = count.metric
    }
  }

  private var campaigns: [ExactText: Bool]
  private var details: [CampaignCount: Bool]
  private var strayCount: Int
  private var detailCounts: [Details: Int]
  /// Campaigns that the app does not have and that are counted from now on.
  public private(set) var newStrays: [String] = []
  /// Whether anything is counted from now on that was not before, so that a limit matters.
  public private(set) var isAnyNew = false

  /// - Parameters:
  ///   - campaigns: Campaigns of the batch that the app has or counts already.
  ///   - details: Details of the batch that are counted already.
  ///   - strayCount: How many campaigns are counted that the app does not have; asked for only if
  ///     the batch has an unknown campaign.
  ///   - detailCounts: How many details are counted, wherever the batch has an uncounted detail.
  public init(
    campaigns: Set<ExactText> = [], details: Set<CampaignCount> = [], strayCount: Int = 0,
    detailCounts: [Details: Int] = [:]
  ) {
    self.campaigns = Dictionary(uniqueKeysWithValues: campaigns.map { ($0, true) })
    self.details = Dictionary(uniqueKeysWithValues: details.map { ($0, true) })
    self.strayCount = strayCount
    self.detailCounts = detailCounts
  }

  /// False for a campaign that the app does not have when there are too many of those.
  public mutating func isCounted(_ campaign: String) -> Bool {
    let name = ExactText(campaign)
    if let known = campaigns[name] { return known }
    let isCounted = strayCount < CountLimits.strayCampaigns
    if isCounted {
      isAnyNew = true
      strayCount += 1
      newStrays.append(campaign)
    }
    campaigns[name] = isCounted
    return isCounted
  }

  /// What is counted for a campaign; nil for nothing.
  public mutating func counted(_ count: CampaignCount) -> CampaignCount? {
    guard isCounted(count.campaign.rawValue) else { return nil }
    guard !count.detail.isEmpty else { return count }
    let isKnown: Bool
    if let known = details[count] {
      isKnown = known
    } else {
      let number = detailCounts[Details(count), default: 0]
      isKnown = number < CountLimits.details(of: count.metric)
      isAnyNew = isAnyNew || isKnown
      if isKnown { detailCounts[Details(count)] = number + 1 }
      details[count] = isKnown
    }
    return isKnown
      ? count : CampaignCount(campaign: count.campaign, metric: count.metric, detail: CountLimits.other)
  }
}
