// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
public import Statistics

extension BacktestResult {
  /// What the people in one arm of the campaign's experiment would have got.
  public struct Arm: Sendable, Equatable, Codable {
    /// `control`, `holdout`, or the id of a variant.
    public let name: String
    /// The name for people.
    public let label: String
    /// Whether it gets nothing: when it would have been shown, it is withheld.
    public let isWithheld: Bool
    /// The people who would have seen it, or for whom it would have been withheld.
    public private(set) var people = 0
    /// How often.
    public private(set) var exposures = 0
    /// Their impressions are exposures.
    public private(set) var days: [Day]
    private(set) var squares = 0

    init(_ name: String, of experiment: Wire.Experiment, days: [Day]) {
      self.name = name
      label = experiment.label(of: name)
      isWithheld = Wire.ExperimentArm.withheldNames.contains(name)
      self.days = days
    }

    /// Adds a person of the arm.
    mutating func add(_ replay: PersonReplay, of campaign: CampaignID) {
      let moments =
        isWithheld
        ? replay.misses.filter { $0.outcome == .withheld }.map(\.at)
        : replay.with.filter { $0.campaign == campaign }.map(\.at)
      if !moments.isEmpty { people += 1 }
      exposures += moments.count
      squares += moments.count * moments.count
      days.add(moments)
    }

    /// Adds what was counted of other people.
    mutating func add(_ other: Arm) {
      people += other.people
      exposures += other.exposures
      squares += other.squares
      days.add(other.days)
    }
  }

  /// How many people of the arm there would be among all who were active.
  public func peopleEstimate(of arm: Arm) -> Estimate? { sample.count(arm.people) }
  /// How often it would be shown to all of them, or withheld.
  public func exposuresEstimate(of arm: Arm) -> Estimate? {
    sample.total(arm.exposures, squares: arm.squares, people: arm.people)
  }
}

extension [BacktestResult.Day] {
  /// Adds what happened to one person at these moments.
  mutating func add(_ moments: [Instant]) {
    for (day, moments) in Dictionary(grouping: moments, by: { CountedTime.day(of: $0) }) {
      guard let first = self.first?.day, indices.contains(Int(day - first)) else { continue }
      self[Int(day - first)].impressions += moments.count
      self[Int(day - first)].people += 1
    }
  }

  /// Adds what was counted of other people, of the same days.
  mutating func add(_ others: [BacktestResult.Day]) {
    for (index, day) in others.enumerated() {
      self[index].impressions += day.impressions
      self[index].people += day.people
    }
  }
}
