// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import MartletCore
import Store
import StoreSQLite
import Testing

@Suite struct GuessLimitsTests {
  private let store: SQLiteStore

  init() throws { store = try SQLiteStore.inMemory() }

  /// How many of the attempts are admitted at an instant.
  private func admitted(
    _ attempts: Int, _ account: String = "ana", from place: String? = "here", mark: String? = nil,
    at seconds: Double = 0
  ) async throws -> Int {
    var count = 0
    for _ in 0..<attempts where try await wait(account, from: place, mark: mark, at: seconds) == nil {
      count += 1
    }
    return count
  }

  private func wait(_ account: String, from place: String?, mark: String?, at seconds: Double) async throws
    -> Duration?
  {
    try await store.admitGuess(
      GuessLimits.buckets(account: account, place: place, mark: mark),
      at: Instant(milliseconds: 1_795_000_000_000) + .seconds(seconds))
  }

  @Test func `one address guesses ten times, and then twice a minute`() async throws {
    #expect(try await admitted(100) == 10)
    #expect(try await wait("ana", from: "here", mark: nil, at: 0) == .seconds(30))
    #expect(try await admitted(100, at: 60) == 2)
  }

  @Test func `one address keeps nobody else out, however long it guesses`() async throws {
    for minute in 0..<60 {
      _ = try await admitted(100, at: Double(minute) * 60)
      #expect(
        try await admitted(1, from: "there \(minute)", at: Double(minute) * 60) == 1, "minute \(minute)")
    }
  }

  @Test func `many addresses together guess no faster than four times a minute`() async throws {
    var count = 0
    for number in 0..<1_000 { count += try await admitted(1, from: "address \(number)") }
    #expect(count == 50)
    count = 0
    for number in 0..<1_000 { count += try await admitted(1, from: "other \(number)", at: 60) }
    #expect(count == 4)
  }

  @Test func `a browser that signed in before is not kept out by anybody, and guesses no faster itself`()
    async throws
  {
    for number in 0..<1_000 { _ = try await admitted(1, from: "address \(number)") }
    #expect(try await admitted(100, mark: "known") == 10)
    #expect(try await admitted(100, mark: "known", at: 60) == 2)
    #expect(try await admitted(1, mark: "another", at: 60) == 1)
  }

  @Test
  func `accounts do not share their limits, and this machine, which may be a proxy, has that of the account`()
    async throws
  {
    #expect(try await admitted(100, "ana") == 10)
    #expect(try await admitted(100, "ben") == 10)
    #expect(try await admitted(100, "ana", from: nil) == 40)
  }
}
