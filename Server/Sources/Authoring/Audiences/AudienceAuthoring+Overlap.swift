// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

/// Which running campaigns reach the same people.
extension AudienceAuthoring {
  /// The people that an audience shares with running campaigns.
  public struct Overlap: Equatable, Sendable {
    /// People of the audience.
    public var people: Int
    /// The newest running campaigns that are for an audience, with how many people of this one are
    /// in theirs.
    public var shares: [Share] = []
    /// Running campaigns that are for everybody, so for all of this audience.
    public var forEverybody = 0
    /// Running campaigns that were not compared, because there are too many, or because this
    /// version cannot read their rule.
    public var others = 0
    public var at: Instant

    /// What the audience shares with one campaign.
    public struct Share: Equatable, Sendable {
      public var campaign: Campaign
      /// In both audiences.
      public var people: Int

      public init(campaign: Campaign, people: Int) { (self.campaign, self.people) = (campaign, people) }
    }

    public init(people: Int, shares: [Share] = [], forEverybody: Int = 0, others: Int = 0, at: Instant) {
      (self.people, self.shares, self.forEverybody, self.others, self.at) = (
        people, shares, forEverybody, others, at
      )
    }
  }

  /// The most campaigns that are compared at a time. Each is counted anew.
  public static let compared = 20

  /// Compares the audience with the running campaigns.
  public func overlap(of id: AudienceID, app: AppID) async throws(Rejection) -> Overlap {
    let now = environment.now()
    let audiences = try await audiences(app: app)
    guard let audience = audiences.first(where: { $0.id == id }) else { throw .notFound(.audience) }
    return try await asking { () throws(StoreError) in
      let rules = audiences.rules
      guard let rule = rules[audience.id] else { return Overlap(people: 0, at: now) }
      let people = try await store.people(matching: rule, named: rules, app: app, at: now)
      var overlap = Overlap(people: people.count, at: now)
      for campaign in try await store.campaigns(app: app) where campaign.state == .running {
        guard let json = campaign.content.audience else {
          overlap.forEverybody += 1
          continue
        }
        guard overlap.shares.count < Self.compared, let theirs = Self.rule(json),
          AudienceIndex([theirs], named: rules).problems[0] == nil
        else {
          overlap.others += 1
          continue
        }
        var both = try await store.people(matching: theirs, named: rules, app: app, at: now)
        both.formIntersection(people)
        overlap.shares.append(Overlap.Share(campaign: campaign, people: both.count))
      }
      return overlap
    }
  }
}
