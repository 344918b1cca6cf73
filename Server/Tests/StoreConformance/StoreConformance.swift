// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire
import Store
public import StoreSQL
public import Testing

/// What every store promises. A store's own tests run each of these on a fresh store.
///
/// ```swift
/// @Test(arguments: StoreConformance.all) func `keeps what every store promises`(_ promise: StoreConformance.Promise) async throws {
///   try await promise.check { decisions in .init(try SQLiteStore.inMemory(decisions: decisions)) }
/// }
/// ```
public enum StoreConformance {
  /// A fresh store, and what its database says about it.
  public struct Subject: Sendable {
    let store: any Store
    /// The answer to a question in SQL that all databases understand.
    let number: @Sendable (_ sql: String) async throws -> Int
    /// What differs from a recount, one sentence each.
    let disagreements: @Sendable () async throws -> [String]

    public init(_ store: any SQLStore) {
      self.store = store
      number = { sql in try await store.read { db in try db.value(sql, as: Int.self) ?? 0 } }
      disagreements = { try await store.read { db in try CounterCheck.disagreements(db) } }
    }
  }

  /// One promise: its sentence, and the check that fails (as an issue of Swift Testing) when a
  /// store breaks it.
  public struct Promise: Sendable, CustomTestStringConvertible {
    public let sentence: String
    /// How many explanations of decisions the store keeps.
    let decisions: DecisionQuota
    let body: @Sendable (Subject) async throws -> Void

    init(_ sentence: String, _ body: @escaping @Sendable (any Store) async throws -> Void) {
      self.init(sentence, decisions: DecisionQuota()) { subject in try await body(subject.store) }
    }

    init(
      _ sentence: String, decisions: DecisionQuota, _ body: @escaping @Sendable (Subject) async throws -> Void
    ) {
      (self.sentence, self.decisions, self.body) = (sentence, decisions, body)
    }

    public var testDescription: String { sentence }

    /// Makes a fresh store, checks the promise on it and closes it.
    public func check(_ make: (DecisionQuota) async throws -> Subject) async throws {
      let subject = try await make(decisions)
      do {
        try await body(subject)
      } catch {
        // The first error is what the promise failed by.
        try? await subject.store.close()
        throw error
      }
      try await subject.store.close()
    }
  }

  public static let all: [Promise] =
    campaigns + histories + access + sessions + members + savedFilters + events + offers + reports + taps
    + series + analytics + backtests
    + testDevices + people + peopleInOrder
    + attributes
    + profiles
    + merging + units + settings + devices + changes + pushDevices + audiences + experiments + conversions
    + privacy
    + privacyRequests
    + PushRunPromises.runs
    + PushRunPromises.events + PushRunPromises.experiments + PushRunPromises.trust
    + PushRunPromises.deliveries
    + shelves + limits + concurrency

  /// Those that depend on how statements wait for each other.
  public static let ofQueues: [Promise] = concurrency + events
}
