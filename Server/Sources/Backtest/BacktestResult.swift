// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Statistics

/// What a backtest found.
public struct BacktestResult: Sendable, Equatable, Codable {
  /// Somebody who would have seen the campaign.
  public struct Sample: Sendable, Equatable, Codable {
    /// What they would have seen, and what led to it.
    public struct Entry: Sendable, Equatable, Codable {
      public var at: Instant
      public var campaign: CampaignID
      /// The event in words: `purchase of shoes`.
      public var trigger: String
      /// Whether they would have seen it without the campaign too.
      public var isOld: Bool
    }

    /// `PersonID`.
    public var person: String
    public var entries: [Entry]
  }

  public struct Day: Sendable, Equatable, Codable {
    /// Counted from 1970 (UTC).
    public var day: Int64
    public var impressions = 0
    public var people = 0
  }

  /// How often people saw another campaign.
  public struct Other: Sendable, Equatable, Codable {
    public var without = 0
    public var with = 0
    /// Impressions that the campaign took, although others may have come in their place.
    public var displaced = 0
  }

  /// How well a replay without the campaign agrees with what devices reported.
  public struct Fidelity: Sendable, Equatable, Codable {
    /// Impressions that devices reported and that were replayed.
    public var both = 0
    /// Impressions of only one of the two.
    public var one = 0

    /// From 0 to 1. nil: nothing was shown, so nothing can be compared.
    public var share: Double? { both + one == 0 ? nil : Double(both) / Double(both + one) }

    /// What the share allows.
    public var grade: Grade {
      guard let share else { return .unknown }
      return share >= 0.95 ? .good : share >= 0.8 ? .fair : .poor
    }
  }

  public enum Grade: String, Sendable, CaseIterable {
    /// At least 95 %.
    case good
    /// At least 80 %: the figures come with a warning.
    case fair
    /// Below 80 %: there are no figures.
    case poor
    /// Nothing was shown in the period.
    case unknown
  }

  public let campaign: CampaignID
  public let period: Range<Instant>
  /// How many people were active in the period.
  public var active = 0
  /// How many of them were replayed, drawn at random.
  public private(set) var people = 0
  /// How many would have seen it.
  public private(set) var reached = 0
  public private(set) var impressions = 0
  private var squares = 0
  public private(set) var days: [Day]
  /// Those of the campaign's experiment, in the order of results. Empty without one.
  public private(set) var arms: [Arm]
  /// The key of `misses` for what waits at the end of the period, for example for its screen.
  static let waiting = "waiting"
  /// How often it matched and was not shown, by `outcome` or `outcome:reason`, or `waiting`.
  public private(set) var misses: [String: Int] = [:]
  /// Other campaigns that were shown.
  public private(set) var others: [CampaignID: Other] = [:]
  public private(set) var fidelity = Fidelity()
  public private(set) var samples: [Sample] = []
  /// Of test devices. Messages on them are not replayed for the other figures.
  public var decisions = DecisionCheck()
  /// See `Backtest`.
  public let approximated: Set<AudienceFact>
  public let approximatesLists: Bool

  /// The most samples.
  public static let mostSamples = 20

  init(_ backtest: Backtest) {
    campaign = backtest.campaign
    period = backtest.period
    approximated = backtest.approximated
    approximatesLists = backtest.approximatesLists
    days =
      (CountedTime.day(of: period.lowerBound)...CountedTime.day(of: period.upperBound - .milliseconds(1))).map
    { Day(day: $0) }
    arms =
      backtest.arms.map { [days] arms in arms.names.map { Arm($0, of: arms.experiment, days: days) } } ?? []
  }

  /// The people who were replayed, of those who were active.
  public var sample: RandomSample { RandomSample(people: people, of: active) }
  /// How many of all active people would have seen it.
  public var reachedEstimate: Estimate? { sample.count(reached) }
  /// How often all active people would have seen it.
  public var impressionsEstimate: Estimate? { sample.total(impressions, squares: squares, people: reached) }

  // MARK: - Counting

  mutating func add(_ person: BacktestPerson, _ replay: PersonReplay) {
    people += 1
    let shown = replay.with.filter { $0.campaign == campaign }
    if !shown.isEmpty { reached += 1 }
    impressions += shown.count
    squares += shown.count * shown.count
    days.add(shown.map(\.at))
    if let arm = arms.firstIndex(where: { $0.name == replay.arm }) { arms[arm].add(replay, of: campaign) }
    for miss in replay.misses { misses[Self.key(miss.outcome), default: 0] += 1 }
    if replay.waiting > 0 { misses[Self.waiting, default: 0] += replay.waiting }
    let (before, after) = (Set(replay.without.map(\.impression)), Set(replay.with.map(\.impression)))
    for impression in before where impression.campaign != campaign {
      others[impression.campaign, default: Other()].without += 1
      if !after.contains(impression) { others[impression.campaign]?.displaced += 1 }
    }
    for impression in after where impression.campaign != campaign {
      others[impression.campaign, default: Other()].with += 1
    }
    fidelity.both += before.intersection(replay.logged).count
    fidelity.one += before.symmetricDifference(replay.logged).count
    if samples.count < Self.mostSamples, !shown.isEmpty {
      let entries = replay.with.map {
        Sample.Entry(
          at: $0.at, campaign: $0.campaign, trigger: $0.event.kind.words,
          isOld: before.contains($0.impression))
      }
      // Those around the first time.
      let first = max(0, (entries.firstIndex { $0.campaign == campaign } ?? 0) - Self.mostSamples / 2)
      samples.append(Sample(person: person.id, entries: Array(entries[first...].prefix(Self.mostSamples))))
    }
  }

  /// Other campaigns that were shown, those first from which it took most.
  public var othersByDisplaced: [(id: CampaignID, other: Other)] {
    others.sorted { ($1.value.displaced, $0.key.rawValue) < ($0.value.displaced, $1.key.rawValue) }.map {
      (id: $0.key, other: $0.value)
    }
  }

  /// Adds what was counted of other people.
  mutating func add(_ other: BacktestResult) {
    people += other.people
    reached += other.reached
    impressions += other.impressions
    squares += other.squares
    days.add(other.days)
    for (index, arm) in other.arms.enumerated() { arms[index].add(arm) }
    misses.merge(other.misses, uniquingKeysWith: +)
    others.merge(other.others) {
      Other(without: $0.without + $1.without, with: $0.with + $1.with, displaced: $0.displaced + $1.displaced)
    }
    fidelity.both += other.fidelity.both
    fidelity.one += other.fidelity.one
    samples = Array((samples + other.samples).prefix(Self.mostSamples))
    decisions.add(other.decisions)
  }

  private static func key(_ outcome: Outcome) -> String {
    [outcome.wireKind.rawValue, outcome.wireReason].compactMap(\.self).joined(separator: ":")
  }
}

extension DeviceReplay.Shown {
  var impression: PersonReplay.Impression { .init(presentation: presentation, campaign: campaign) }
}
