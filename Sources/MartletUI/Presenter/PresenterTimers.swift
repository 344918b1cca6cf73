// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The presenter's waits: each starts at most once at a time, fires once or is cancelled, and ends with its owner.
@MainActor
final class PresenterTimers {
  private let environment: Environment
  private var tasks: [PresenterMachine.Timer: Task<Void, Never>] = [:]

  var count: Int { tasks.count }

  init(environment: Environment) {
    self.environment = environment
  }

  deinit {
    for task in tasks.values { task.cancel() }
  }

  func start(_ timer: PresenterMachine.Timer, after delay: Duration, fire: @escaping @MainActor () -> Void) {
    tasks[timer]?.cancel()
    tasks[timer] = Task { [weak self, environment] in
      do {
        try await environment.sleep(delay)
      } catch {
        return
      }
      guard !Task.isCancelled, let self else { return }
      self.tasks[timer] = nil
      fire()
    }
  }

  func cancel(_ timer: PresenterMachine.Timer) {
    tasks.removeValue(forKey: timer)?.cancel()
  }
}
