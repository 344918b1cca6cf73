// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

public protocol BacktestStore: Sendable {
  /// People who did something since then on a device that is no test device, in an order that looks
  /// random and is always the same.
  ///
  /// - Returns: How many there are, and the numbers of the first `limit`.
  func activePeople(since: Instant, app: AppID, limit: Int) async throws(StoreError) -> (
    all: Int, drawn: [Int64]
  )
  /// What is stored about people, in this order, without those who are no longer there. Reading
  /// some at once costs less.
  ///
  /// - Parameters:
  ///   - until: Only events before that.
  ///   - limit: The newest events of each person that are read, without those of test devices and
  ///     the lab. As many of these are read beside them.
  func backtestPeople(
    _ numbers: [Int64], _ needs: BacktestNeeds, until: Instant, app: AppID, limit: Int
  ) async throws(StoreError) -> [BacktestPerson]
  /// People with a device that is marked as a test device and was seen since then, those first
  /// whose device was seen last. Without the lab.
  func testPeople(since: Instant, app: AppID, limit: Int) async throws(StoreError) -> [Int64]
  /// The decisions that a person's test devices recorded in the period, and the outcomes until its
  /// end.
  ///
  /// - Parameter limit: The newest of them that are read.
  func testDeviceRecords(of number: Int64, in period: Range<Instant>, app: AppID, limit: Int)
    async throws(StoreError) -> TestDeviceRecords
}

extension BacktestStore {
  /// What is stored about a person; nil if there is nobody with the number any more.
  public func backtestPerson(
    _ number: Int64, _ needs: BacktestNeeds, until: Instant, app: AppID, limit: Int
  ) async throws(StoreError) -> BacktestPerson? {
    try await backtestPeople([number], needs, until: until, app: app, limit: limit).first
  }
}
