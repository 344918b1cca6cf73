// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Store

/// Whether the store can be written. Checked at most once a second, however many ask, because the check is a write and needs no key.
actor Readiness {
  static let freshFor = Duration.seconds(1)

  private let environment: Environment
  private let ask: @Sendable () async throws(StoreError) -> Void
  private var last: (problem: StoreError?, askedAt: Duration)?
  /// The current check; callers who arrive meanwhile wait for its result.
  private var question: Task<StoreError?, Never>?

  init(environment: Environment, ask: @escaping @Sendable () async throws(StoreError) -> Void) {
    self.environment = environment
    self.ask = ask
  }

  /// nil when the store can be written.
  func problem() async -> StoreError? {
    let now = environment.monotonicNow()
    if let last, now - last.askedAt < Self.freshFor { return last.problem }
    if let question { return await question.value }
    let asking = Task { [ask] in
      do throws(StoreError) {
        try await ask()
        return nil as StoreError?
      } catch {
        return error
      }
    }
    question = asking
    let problem = await asking.value
    question = nil
    last = (problem, now)
    return problem
  }
}
