// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
public import Store
public import Testing

/// What every store promises. A store's own tests run each of these on a fresh store.
///
/// ```swift
/// @Test(arguments: StoreConformance.all) func `keeps what every store promises`(_ promise: StoreConformance.Promise) async throws {
///   try await promise.check { try SQLiteStore.inMemory() }
/// }
/// ```
public enum StoreConformance {
  /// One promise: its sentence, and the check that fails (as an issue of Swift Testing) when a
  /// store breaks it.
  public struct Promise: Sendable, CustomTestStringConvertible {
    public let sentence: String
    let body: @Sendable (any Store) async throws -> Void

    init(_ sentence: String, _ body: @escaping @Sendable (any Store) async throws -> Void) {
      self.sentence = sentence
      self.body = body
    }

    public var testDescription: String { sentence }

    /// Makes a fresh store, checks the promise on it and closes it.
    public func check(_ makeStore: () async throws -> any Store) async throws {
      let store = try await makeStore()
      do {
        try await body(store)
      } catch {
        // The first error is what the promise failed by.
        try? await store.close()
        throw error
      }
      try await store.close()
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
    + concurrency

  /// Those that depend on how statements wait for each other.
  public static let ofQueues: [Promise] = concurrency + events
}
