// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import TestSupport
import Testing

@testable import MartletKit

@Suite struct RetryPolicyTests {
  @Test(arguments: [0.0, 0.25, 0.999_999])
  func `waiting is random between 1 s and a bound that doubles up to 5 min`(random: Double) {
    var policy = RetryPolicy()
    for failure in 1...40 {
      guard case .wait(let delay, isServersWord: false) = policy.failed(.noAnswer, random: random) else {
        Issue.record("A missing answer must lead to waiting.")
        return
      }
      let bound = Duration.seconds(min(300, 1 << min(failure, 20)))
      #expect(delay >= .seconds(1))
      #expect(delay < bound || bound == .seconds(1))
      if random == 0 { #expect(delay == .seconds(1)) }
    }
    policy.succeeded()
    #expect(policy.failures == 0)
  }

  @Test func `jitter spreads over the whole range`() {
    var policy = RetryPolicy()
    for _ in 0..<20 { _ = policy.failed(.noAnswer, random: 0) }
    var random = SeededGenerator(seed: 4)
    let delays = (0..<1_000).compactMap { _ -> Double? in
      guard
        case .wait(let delay, _) = policy.failed(.noAnswer, random: Double.random(in: 0..<1, using: &random))
      else { return nil }
      return Double(delay.wholeMilliseconds) / 1_000
    }
    #expect(delays.count == 1_000)
    #expect((delays.min() ?? 0) < 5 && (delays.max() ?? 0) > 295)
  }

  @Test(
    arguments: [
      (Duration.seconds(7), Duration.seconds(7)), (.zero, .seconds(1)), (.seconds(90_000), .seconds(3_600)),
    ])
  func `Retry-After counts instead, between 1 s and an hour`(asked: Duration, waited: Duration) {
    var policy = RetryPolicy()
    for status in [429, 503] {
      #expect(
        policy.failed(.status(status, retryAfter: asked, isExplained: true), random: 0.5)
          == .wait(waited, isServersWord: true))
    }
  }

  @Test(
    arguments: [
      (408, "wait"), (429, "wait"), (500, "wait"), (503, "wait"), (400, "split"), (413, "split"),
      (422, "split"), (401, "stop"),
      (403, "stop"), (404, "stop"), (301, "stop"),
    ])
  func `only what may get better by itself is tried again`(status: Int, expected: String) {
    var policy = RetryPolicy()
    let advice = policy.failed(.status(status, retryAfter: nil, isExplained: true), random: 0)
    let word =
      switch advice {
      case .wait: "wait"
      case .split: "split"
      case .stop: "stop"
      }
    #expect(word == expected)
  }

  @Test func `a refusal without a problem document comes from a proxy: the events are not blamed`() {
    var policy = RetryPolicy()
    #expect(policy.failed(.status(400, retryAfter: nil, isExplained: false), random: 0) == .stop)
  }

  @Test(
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func `all three forms of an HTTP date are read`(text: String) {
    #expect(RetryAfter.httpDate(text) == Instant(milliseconds: 784_111_777_000))
  }

  @Test func `leap days and the turn of the century come out right`() {
    #expect(RetryAfter.httpDate("Thu, 29 Feb 2024 00:00:00 GMT") == Instant(milliseconds: 1_709_164_800_000))
    #expect(RetryAfter.httpDate("Thu, 01 Jan 1970 00:00:00 GMT") == Instant(milliseconds: 0))
    #expect(RetryAfter.httpDate("Wed, 01 Mar 2000 00:00:00 GMT") == Instant(milliseconds: 951_868_800_000))
  }

  @Test(arguments: [true, false])
  func `a date is compared with the server's own clock, where it gives one`(hasDate: Bool) {
    var headers = ["retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"]
    if hasDate { headers["date"] = "Thu, 01 Jan 1970 00:01:30 GMT" }
    let duration = RetryAfter.duration(headers: headers, now: Instant(milliseconds: 60_000))
    #expect(duration == .seconds(hasDate ? 10 : 40))
  }

  @Test(
    arguments: ["soon", "", "-5", "1.5", "99999999999999999999", "Sun, 99 Nov 1994 08:49:37 GMT"])
  func `what is neither seconds nor a date says nothing`(text: String) {
    #expect(RetryAfter.duration(headers: ["retry-after": text], now: Instant(milliseconds: 0)) == nil)
  }
}
