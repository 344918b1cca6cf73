// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Testing

@Suite struct GuessLimitsTests {
  private let limits = GuessLimits()

  /// How many of the attempts are admitted at an instant.
  private func admitted(
    _ attempts: Int, _ account: String = "ana", from place: String? = "here", mark: String? = nil,
    at seconds: Double = 0
  ) -> Int {
    (0..<attempts).count { _ in
      limits.wait(account: account, place: place, mark: mark, at: .seconds(seconds)) == nil
    }
  }

  @Test func `one address guesses ten times, and then twice a minute`() {
    #expect(admitted(100) == 10)
    let wait = limits.wait(account: "ana", place: "here", mark: nil, at: .zero)
    #expect(wait == .seconds(30))
    #expect(admitted(100, at: 60) == 2)
  }

  @Test func `one address keeps nobody else out, however long it guesses`() {
    for minute in 0..<600 {
      _ = admitted(100, at: Double(minute) * 60)
      #expect(admitted(1, from: "there \(minute)", at: Double(minute) * 60) == 1, "minute \(minute)")
    }
  }

  @Test func `many addresses together guess no faster than four times a minute`() {
    var count = 0
    for number in 0..<1_000 { count += admitted(1, from: "address \(number)") }
    #expect(count == 50)
    count = 0
    for number in 0..<1_000 { count += admitted(1, from: "other \(number)", at: 60) }
    #expect(count == 4)
  }

  @Test func `a browser that signed in before is not kept out by anybody, and guesses no faster itself`() {
    for number in 0..<1_000 { _ = admitted(1, from: "address \(number)") }
    #expect(admitted(100, mark: "known") == 10)
    #expect(admitted(100, mark: "known", at: 60) == 2)
    #expect(admitted(1, mark: "another", at: 60) == 1)
  }

  @Test
  func `accounts do not share their limits, and this machine, which may be a proxy, has that of the account`()
  {
    #expect(admitted(100, "ana") == 10)
    #expect(admitted(100, "ben") == 10)
    #expect(admitted(100, "ana", from: nil) == 40)
  }
}
