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

  /// An hour of a figure of the app, without what test devices do.
  public struct OfAppHour: Hashable, Sendable {
    public var metric: SeriesMetric
    public var hour: Instant

    public init(metric: SeriesMetric, hour: Instant) {
      self.metric = metric
      self.hour = hour
    }
  }

  /// Events of a day, without those of test devices.
  public struct OfDay: Hashable, Sendable {
    public var topic: EventTopic
    /// Counted from 1970.
    public var day: Int64
  }

  public private(set) var hours: [OfHour: Int] = [:]
  public private(set) var ofApp: [OfApp: Int] = [:]
  public private(set) var days: [OfDay: Int] = [:]
  private var eventHours: [OfAppHour: Int] = [:]

  public init() {}

  /// The sums over all hours.
  public var totals: [OfTotal: Int] {
    hours.reduce(into: [:]) {
      $0[OfTotal(count: $1.key.count, isTest: $1.key.isTest), default: 0] += $1.value
    }
  }

  /// The figures of the app: of its events, and of all campaigns together.
  public var appHours: [OfAppHour: Int] {
    hours.reduce(into: eventHours) { sums, entry in
      guard !entry.key.isTest, let metric = entry.key.count.seriesMetric else { return }
      sums[OfAppHour(metric: metric, hour: entry.key.hour), default: 0] += entry.value
    }
  }

  /// Adds events that no test device sent.
  ///
  /// - Parameter isSession: Whether each of them is the start of a session on a device.
  public mutating func add(_ topic: EventTopic, at instant: Instant, isSession: Bool, _ number: Int = 1) {
    let hour = CountedTime.hour(of: instant)
    days[OfDay(topic: topic, day: CountedTime.day(of: instant)), default: 0] += number
    eventHours[OfAppHour(metric: .events, hour: hour), default: 0] += number
    if isSession { eventHours[OfAppHour(metric: .sessions, hour: hour), default: 0] += number }
  }

  public mutating func add(_ count: CampaignCount, at instant: Instant, isTest: Bool, _ number: Int = 1) {
    hours[OfHour(count: count, hour: CountedTime.hour(of: instant), isTest: isTest), default: 0] += number
  }

  /// Moves a person's count from where it was to where it belongs now.
  public mutating func move(
    _ metric: CampaignMetric, campaign: String, from old: FirstTimes?, to new: FirstTimes?
  ) {
    let count = CampaignCount(campaign: CampaignID(campaign), metric: metric)
    if let (at, isTest) = old?.counted { add(count, at: at, isTest: isTest, -1) }
    if let (at, isTest) = new?.counted { add(count, at: at, isTest: isTest) }
  }

  public mutating func add(_ metric: AppMetric, detail: String = "", _ number: Int = 1) {
    ofApp[OfApp(metric: metric, detail: detail), default: 0] += number
  }
}
