// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// How far a replay makes the decisions that test devices recorded.
public struct DecisionCheck: Sendable, Equatable, Codable {
  /// A decision that the replay makes otherwise.
  public struct Difference: Sendable, Equatable, Codable {
    public var at: Instant
    /// `PersonID`.
    public var person: String
    public var deviceID: String
    /// The decided event: `Purchase of shoes`.
    public var event: String
    /// The campaigns about which the two differ.
    public var candidates: [Candidate]
  }

  /// A campaign in both decisions. nil: the decision does not have it.
  public struct Candidate: Sendable, Equatable, Codable {
    public var campaign: CampaignID
    public var recorded: Wire.DecisionRecord.Candidate?
    public var replayed: Wire.DecisionRecord.Candidate?
  }

  /// The devices that recorded decisions.
  public internal(set) var devices = 0
  /// The decisions that they recorded, about campaigns that are replayed.
  public internal(set) var recorded = 0
  /// Those that the replay makes in the same way: the same campaigns in the same versions, the same
  /// one chosen, and the same reason for each other.
  public internal(set) var reproduced = 0
  /// Those that differ for a reason that a replay cannot know. They do not count as reproduced.
  public internal(set) var unknowable: [UnknowableCause: Int] = [:]
  /// Those that differ for no such reason.
  public internal(set) var different = 0
  /// Decisions that only the replay makes.
  public internal(set) var unrecorded = 0
  /// The oldest that differ, for each person.
  private var ofPeople: [[Difference]] = []

  /// The most differences that are listed.
  public static let mostDifferences = 20

  /// Up to `mostDifferences` that differ: as many of each person as there is room for, and of each
  /// the oldest, oldest first.
  public var differences: [Difference] {
    var room = Self.mostDifferences
    var counts = ofPeople.map { _ in 0 }
    while room > 0,
      let next = ofPeople.indices.filter({ counts[$0] < ofPeople[$0].count }).min(by: {
        counts[$0] < counts[$1]
      })
    {
      counts[next] += 1
      room -= 1
    }
    return zip(ofPeople, counts).flatMap { $0.prefix($1) }
  }

  // MARK: - Counting

  /// Adds a decision of a person of whom this is.
  mutating func add(_ difference: Difference) {
    different += 1
    list([difference])
  }

  /// Adds what was found about another device of the same person.
  mutating func join(_ other: DecisionCheck) {
    count(other)
    list(other.ofPeople.first ?? [])
  }

  /// Adds what was found about other people.
  mutating func add(_ other: DecisionCheck) {
    count(other)
    ofPeople = Array((ofPeople + other.ofPeople).prefix(Self.mostDifferences))
  }

  private mutating func count(_ other: DecisionCheck) {
    devices += other.devices
    recorded += other.recorded
    reproduced += other.reproduced
    unknowable.merge(other.unknowable, uniquingKeysWith: +)
    different += other.different
    unrecorded += other.unrecorded
  }

  private mutating func list(_ differences: [Difference]) {
    guard !differences.isEmpty else { return }
    // Those of one moment stay in their order.
    let all = ((ofPeople.first ?? []) + differences).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    ofPeople = [all.prefix(Self.mostDifferences).map(\.element)]
  }
}
