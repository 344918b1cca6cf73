// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import Statistics
public import Store

/// How many people match a rule.
extension AudienceAuthoring {
  /// All people were asked.
  public struct Count: Equatable, Sendable {
    public var people: Int
    /// Of these, how many a notification can reach.
    public var reachable: Int
    /// All people of the app.
    public var total: Int
    public var at: Instant
    /// Ids of some of them (`PersonID`), from all over the audience.
    public var sample: [String]
  }

  /// Some people were asked, who were drawn at random.
  public struct CountEstimate: Equatable, Sendable {
    /// With the 95% interval.
    public var people: Estimate
    public var reachable: Estimate
    public var total: Estimate
    /// How many people were asked.
    public var asked: Int
    public var at: Instant
    /// Ids of some of those who match (`PersonID`).
    public var sample: [String]
  }

  /// What is known at once.
  public enum QuickCount: Equatable, Sendable {
    case exact(Count)
    case estimated(CountEstimate)
  }

  /// The people that a sample has.
  public static let sampleSize = AudienceSample.Drawing.members
  /// Up to so many people are counted at once.
  public static let countedAtOnce = 5_000

  /// Counts the people who match now. Throws `.invalid` with what is wrong with the rule.
  public func count(_ rule: Wire.JSONValue, app: AppID) async throws(Rejection) -> Count {
    let audiences = try await audiences(app: app)
    return try await count(await judged(rule, of: nil, among: audiences, app: app), among: audiences, app)
  }

  /// Asks some people whether they match now, however many there are. nil: the app has nobody.
  /// Throws like `count(_:app:)`.
  public func estimate(_ rule: Wire.JSONValue, app: AppID) async throws(Rejection)
    -> CountEstimate?
  {
    let audiences = try await audiences(app: app)
    return try await estimate(await judged(rule, of: nil, among: audiences, app: app), among: audiences, app)
  }

  /// Counts the people if there are few, and else estimates how many they are. Throws like
  /// `count(_:app:)`.
  public func quickCount(_ rule: Wire.JSONValue, app: AppID) async throws(Rejection)
    -> QuickCount
  {
    let audiences = try await audiences(app: app)
    let parsed = try await judged(rule, of: nil, among: audiences, app: app)
    guard let estimate = try await estimate(parsed, among: audiences, app),
      estimate.total.interval.upper > Double(Self.countedAtOnce)
    else {
      return .exact(try await count(parsed, among: audiences, app))
    }
    return .estimated(estimate)
  }

  /// What a page shows. Throws like `count(_:app:)`.
  ///
  /// - Parameter isExact: Whether to count however many people there are.
  public func count(_ rule: Wire.JSONValue, isExact: Bool, app: AppID) async throws(Rejection)
    -> QuickCount
  {
    isExact ? .exact(try await count(rule, app: app)) : try await quickCount(rule, app: app)
  }

  private func count(_ rule: AudienceRule, among audiences: [Audience], _ app: AppID)
    async throws(Rejection) -> Count
  {
    let now = environment.now()
    return try await asking { () throws(StoreError) in
      let people = try await store.people(matching: rule, named: audiences.rules, app: app, at: now)
      return Count(
        people: people.count, reachable: try await reachable(of: people, app, at: now),
        total: try await store.everybodyCount(app: app),
        at: now, sample: try await store.personIDs(of: people.sample(Self.sampleSize), app: app))
    }
  }

  private func estimate(
    _ rule: AudienceRule, among audiences: [Audience], _ app: AppID
  ) async throws(Rejection) -> CountEstimate? {
    let now = environment.now()
    return try await asking { () throws(StoreError) in
      let sample = try await store.sample(drawing, matching: rule, named: audiences.rules, app: app, at: now)
      let random = RandomSample(people: sample.drawn, of: sample.numbers)
      guard let people = random.count(sample.matching), let reachable = random.count(sample.reachable),
        let total = random.count(sample.people)
      else { return nil }
      return CountEstimate(
        people: people, reachable: reachable, total: total, asked: sample.people, at: now,
        sample: try await store.personIDs(of: sample.members, app: app))
    }
  }

  /// How many of them a notification can reach.
  func reachable(of people: PersonSet, _ app: AppID, at now: Instant) async throws(StoreError) -> Int {
    var reachable = try await store.people(
      matching: .condition(AudienceCondition(.fact(.isReachable), .equals(true))), named: [:], app: app,
      at: now)
    reachable.formIntersection(people)
    return reachable.count
  }
}
