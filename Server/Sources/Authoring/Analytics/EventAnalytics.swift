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

  package static let audienceNotFound = Diagnostic(
    field: "audience", code: "audience_not_found", message: "There is no such audience.",
    remedy: "Choose one of the audiences that exist, or leave it out.")

  /// There are more events than `limit`. A figure of a part of them would be wrong.
  ///
  /// - Parameter withConditions: Whether a step has conditions: then each of its events counts as
  ///   several.
  package static func tooManyEvents(withConditions: Bool = false) -> Diagnostic {
    let cost =
      withConditions
      ? ", and each event of a step with conditions counts as \(EventReading.costOfFilter)." : "."
    return Diagnostic(
      field: "from", code: "too_many_events",
      message:
        "There are too many such events to count at once. The limit is \(NumberWords.count(limit))\(cost)",
      remedy: "Choose a shorter period, or events that are less frequent.")
  }

  public init(store: any AnalyticsStore & AudienceStore) {
    self.store = store
  }

  /// - Parameters:
  ///   - audience: Only the people who are in it at that time; nil for everybody.
  ///   - limit: The most events that are read.
  public func funnel(
    _ query: FunnelQuery, audience: AudienceID?, app: AppID, at now: Instant, limit: Int = limit
  ) async throws(Rejection) -> Funnel {
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
  ) async throws(Rejection) -> RetentionCurve {
    let people = try await people(audience, app, query.now)
    return try await Self.answering { () throws(StoreError) in
      try await store.retention(query, of: people, app: app, limit: limit)
    }
  }

  private func people(_ audience: AudienceID?, _ app: AppID, _ now: Instant) async throws(Rejection)
    -> PersonSet?
  {
    guard let audience else { return nil }
    do throws(StoreError) {
      let all = try await store.audiences(app: app)
      guard all.contains(where: { $0.id == audience }) else { throw StoreError.notFound }
      return try await store.people(matching: .audience(audience), named: all.rules, app: app, at: now)
    } catch .notFound {
      throw .impossible(Self.audienceNotFound)
    } catch {
      throw .store(error)
    }
  }

  private static func answering<Figure>(
    withConditions: Bool = false, _ body: () async throws(StoreError) -> Figure?
  ) async throws(Rejection) -> Figure {
    guard let figure = try await asking(body) else {
      throw .impossible(tooManyEvents(withConditions: withConditions))
    }
    return figure
  }
}
