// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What a batch adds to the numbers, summed up so that each row is touched once.
public struct Rollups: Hashable, Sendable {
  /// What is counted for the app as a whole. The raw values are stored.
  public enum AppMetric: String, Hashable, Sendable {
    /// Detail: the kind.
    case event
    /// Custom events that devices logged. Detail: the event's name.
    case customEvent = "custom_event"
    /// Campaigns that the app does not have. Detail: the campaign's id.
    case strayCampaign = "stray_campaign"
  }

  public struct OfHour: Hashable, Sendable {
    public var count: CampaignCount
    public var hour: Instant
    public var isTest: Bool
  }

  public struct OfTotal: Hashable, Sendable {
    public var count: CampaignCount
    public var isTest: Bool
  }

  public struct OfApp: Hashable, Sendable {
    public var metric: AppMetric
    private let exactDetail: ExactText

    public var detail: String { exactDetail.text }

    public init(metric: AppMetric, detail: String) {
      self.metric = metric
      exactDetail = ExactText(detail)
    }
  }

  public private(set) var hours: [OfHour: Int] = [:]
  public private(set) var ofApp: [OfApp: Int] = [:]

  public init() {}

  /// The sums over all hours.
  public var totals: [OfTotal: Int] {
    hours.reduce(into: [:]) { $0[OfTotal(count: $1.key.count, isTest: $1.key.isTest), default: 0] += $1.value }
  }

  public mutating func add(_ count: CampaignCount, at instant: Instant, isTest: Bool, _ number: Int = 1) {
    hours[OfHour(count: count, hour: CountedTime.hour(of: instant), isTest: isTest), default: 0] += number
  }

  /// Moves a person's count from where it was to where it belongs now.
  public mutating func move(_ metric: CampaignMetric, campaign: String, from old: FirstTimes?, to new: FirstTimes?) {
    let count = CampaignCount(campaign: CampaignID(campaign), metric: metric)
    if let (at, isTest) = old?.counted { add(count, at: at, isTest: isTest, -1) }
    if let (at, isTest) = new?.counted { add(count, at: at, isTest: isTest) }
  }

  public mutating func add(_ metric: AppMetric, detail: String = "", _ number: Int = 1) {
    ofApp[OfApp(metric: metric, detail: detail), default: 0] += number
  }
}
