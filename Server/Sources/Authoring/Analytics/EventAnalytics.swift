// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

/// Funnels and retention curves, of everybody or of the people in an audience.
public struct EventAnalytics: Sendable {
  private let store: any AnalyticsStore & AudienceStore

  /// The most events that one figure reads. More would keep a connection of the store busy for too
  /// long.
  public static let limit = 2_000_000

  /// The most that is read while somebody waits for a page, or did not ask for a figure: some
  /// hundred milliseconds.
  public static let unaskedLimit = 50_000

  /// Why there is no figure.
  public enum Problem: Error, Equatable, Sendable {
    case audienceNotFound
    /// There are more events than `limit`. A figure of a part of them would be wrong. With
    /// conditions, each event of their step counts as several.
    case tooManyEvents(withConditions: Bool = false)
    case store(StoreError)
  }

  public init(store: any AnalyticsStore & AudienceStore) {
    self.store = store
  }

  /// - Parameters:
  ///   - audience: Only the people who are in it at that time; nil for everybody.
  ///   - limit: The most events that are read.
  public func funnel(
    _ query: FunnelQuery, audience: AudienceID?, app: AppID, at now: Instant, limit: Int = limit
  ) async throws(Problem) -> Funnel {
    let people = try await people(audience, app, now)
    return try await Self.answering(withConditions: query.steps.contains { $0.filter != nil }) {
      () throws(StoreError) in
      try await store.funnel(query, of: people, app: app, limit: limit)
    }
  }

  /// - Parameters:
  ///   - audience: Only the people who are in it at the time of the query; nil for everybody.
  ///   - limit: The most events that are read.
  public func retention(
    _ query: RetentionQuery, audience: AudienceID?, app: AppID, limit: Int = limit
  ) async throws(Problem) -> RetentionCurve {
    let people = try await people(audience, app, query.now)
    return try await Self.answering { () throws(StoreError) in
      try await store.retention(query, of: people, app: app, limit: limit)
    }
  }

  private func people(_ audience: AudienceID?, _ app: AppID, _ now: Instant) async throws(Problem)
    -> PersonSet?
  {
    guard let audience else { return nil }
    do throws(StoreError) {
      let all = try await store.audiences(app: app)
      guard all.contains(where: { $0.id == audience }) else { throw StoreError.notFound }
      return try await store.people(matching: .audience(audience), named: all.rules, app: app, at: now)
    } catch .notFound {
      throw .audienceNotFound
    } catch {
      throw .store(error)
    }
  }

  private static func answering<Figure>(
    withConditions: Bool = false, _ body: () async throws(StoreError) -> Figure?
  ) async throws(Problem) -> Figure {
    let figure: Figure?
    do throws(StoreError) { figure = try await body() } catch { throw .store(error) }
    guard let figure else { throw .tooManyEvents(withConditions: withConditions) }
    return figure
  }
}

extension EventAnalytics.Problem {
  /// What is wrong and what to do, for people and programs; nil for a problem of the store.
  public var words: (message: String, remedy: String)? {
    switch self {
    case .audienceNotFound:
      ("There is no such audience.", "Choose one of the audiences that exist, or leave it out.")
    case .tooManyEvents(let withConditions):
      (
        "There are too many such events to count at once. The limit is \(NumberWords.count(EventAnalytics.limit))"
          + (withConditions
            ? ", and each event of a step with conditions counts as \(EventReading.costOfFilter)." : "."),
        "Choose a shorter period, or events that are less frequent."
      )
    case .store: nil
    }
  }
}
