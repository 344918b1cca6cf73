// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import Store

/// A store whose statements, rows and their meaning are written once, for every database that
/// understands SQL. What a database adds are its connections, transactions and files.
public protocol SQLStore: Store {
  /// What is remembered of the rows.
  var memory: SQLMemory { get }

  /// Runs the body in a transaction of its own.
  ///
  /// Not cancelled with the calling task: a write that has begun is finished, so that the answer
  /// always says what is stored.
  ///
  /// - Parameter alone: Whether no other process may write meanwhile. Otherwise the body takes care
  ///   of others by itself, statement by statement.
  @discardableResult
  func write<Value: Sendable>(alone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  /// Writes batches, and other work that need not have a transaction of its own.
  var ingestion: GroupCommit { get }
  /// Reads what is stored at one moment.
  func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  /// For what almost every device request needs: what is known about one person.
  func readShared<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  /// For questions that read more than some hundred rows: they take turns, so that short ones need
  /// not wait for them.
  func readLong<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  /// The same for reports and counts, which may be of a moment ago: where there is a replica, it
  /// answers.
  func readFigures<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  /// Throws when it is known that events cannot be stored safely.
  func refuseEvents() throws(StoreError)
  /// Tells everybody who remembers something of the store.
  func publish(_ changes: [StoreChange])
}

extension SQLStore {
  public func readFigures<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    try await readLong(body)
  }

  /// `write`, while no other process writes.
  @discardableResult
  public func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    try await write(alone: true, body)
  }

  /// Runs the body in a transaction, which other callers' work may share, and returns after its
  /// commit.
  ///
  /// - Parameters:
  ///   - weight: How many events it takes as long as.
  ///   - body: Runs again when the transaction is lost, so it must change nothing but the database.
  @discardableResult
  func commit<Value: Sendable>(
    weight: Int = 1, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await ingestion.commit(weight: weight, body)
  }
}

/// What a store remembers of its rows.
public final class SQLMemory: Sendable {
  let unreadable = LeftOut()
  let campaignNumbers = CampaignNumbers()
  let campaignEvents = CampaignEventNames()
  /// How many people each key may still make.
  let newPeople = NewPeople()
  let batches: GroupWriter

  public init(decisions: DecisionQuota) {
    batches = GroupWriter(
      quota: decisions, newPeople: newPeople, campaignEvents: campaignEvents, eventRuns: EventRun.Cache(),
      tapped: TappedCampaigns())
  }
}
