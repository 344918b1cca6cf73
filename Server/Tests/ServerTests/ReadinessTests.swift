// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletTesting
import Store
import Synchronization
import Testing

@testable import HTTPSupport

@Suite("Readiness")
struct ReadinessTests {
  private final class Answers: Sendable {
    let asked = Mutex(0)
    let isFailing = Mutex(false)

    func ask() throws(StoreError) {
      asked.withLock { $0 += 1 }
      if isFailing.withLock({ $0 }) { throw .unavailable("The disk is full.") }
    }
  }

  @Test func `the store is asked once a second, however many ask, and its failure is told within a second`()
    async throws
  {
    let clock = ManualClock()
    let answers = Answers()
    let readiness = Readiness(environment: clock.environment) { () async throws(StoreError) in
      try answers.ask()
    }
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { #expect(await readiness.problem() == nil) } }
    }
    #expect(answers.asked.withLock { $0 } == 1)
    answers.isFailing.withLock { $0 = true }
    await clock.advance(by: .milliseconds(999))
    #expect(await readiness.problem() == nil)
    await clock.advance(by: .milliseconds(1))
    #expect(await readiness.problem() == .unavailable("The disk is full."))
    #expect(await readiness.problem() == .unavailable("The disk is full."))
    #expect(answers.asked.withLock { $0 } == 2)
    answers.isFailing.withLock { $0 = false }
    await clock.advance(by: .seconds(1))
    #expect(await readiness.problem() == nil)
  }
}
