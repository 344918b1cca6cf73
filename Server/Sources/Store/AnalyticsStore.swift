// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

/// Figures that are counted from the stored events when somebody asks for them, without what test
/// devices did.
///
/// Events that were removed by age do not count, and those whose details were removed have no
/// properties. The work is limited: a query that would have to read more events than its limit has
/// no result. An event of a selector with conditions counts as `EventReading.costOfFilter`.
public protocol AnalyticsStore: Sendable {
  /// How many people got how far. nil if there are more events than the limit.
  ///
  /// - Parameters:
  ///   - people: Only these; nil for everybody.
  ///   - limit: The most events of `query.readings` that are read, with those of test devices and
  ///     of other people.
  func funnel(_ query: FunnelQuery, of people: PersonSet?, app: AppID, limit: Int) async throws(StoreError)
    -> Funnel?
  /// How many people were active on which day. nil if there are more events than the limit.
  ///
  /// - Parameters:
  ///   - people: Only these; nil for everybody.
  ///   - limit: The most events of `query.readings` that are read, with those of test devices and
  ///     of other people.
  func retention(_ query: RetentionQuery, of people: PersonSet?, app: AppID, limit: Int)
    async throws(StoreError) -> RetentionCurve?
  /// How many people did it on each of the days. nil if there are more events than the limit.
  ///
  /// - Parameters:
  ///   - days: Counted from 1970 (UTC).
  ///   - limit: The most events that are read, with those of test devices.
  func eventPeople(_ selector: EventSelector, days: Range<Int64>, app: AppID, limit: Int)
    async throws(StoreError) -> [Int]?
}
