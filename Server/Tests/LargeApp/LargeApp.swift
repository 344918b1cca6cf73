// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

/// An app that has been used for a while: many campaigns of every state, people with attributes and
/// orders, and what they did.
///
/// Everything goes through the store's own ingestion, so every count in the file agrees with its
/// events. It is the same in every run.
public struct LargeApp: Sendable {
  public let campaigns: Int
  public let people: Int

  /// What the console is made for: 500 campaigns, 1,000,000 people and 50,000,000 events.
  public static let full = LargeApp(campaigns: 500, people: 1_000_000)
  /// A fiftieth of its people and events, and all of its campaigns.
  public static let fiftieth = LargeApp(campaigns: 500, people: 20_000)

  public init(campaigns: Int, people: Int) {
    self.campaigns = campaigns
    self.people = people
  }

  public var events: Int { people * Self.eventsOfPerson }

  /// People whose events are stored at the same time, so that many of them are one transaction.
  private static let atOnce = 400

  /// Fills a store with the app's campaigns, audiences and people.
  ///
  /// - Parameters:
  ///   - now: When the last events happened. The first ones are up to `days` before it.
  ///   - progress: Hears how many people are stored.
  public func fill(_ store: any Store, app: AppID, now: Instant, progress: (Int) -> Void = { _ in })
    async throws
  {
    for audience in audiences(of: app, at: now) { try await store.insert(audience) }
    _ = try await store.changeList(of: Self.listID, .replace, userIDs: (1...100).map(Self.userID), app: app)
    for campaign in campaigns(of: app, at: now) { try await store.insert(campaign, by: .system) }
    for start in stride(from: 1, through: people, by: Self.atOnce) {
      let end = min(start + Self.atOnce, people + 1)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in start..<end {
          group.addTask { _ = try await store.ingest(past(of: number, app: app, until: now)) }
        }
        try await group.waitForAll()
      }
      progress(end - 1)
    }
  }
}
