// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Timers by their key. Each runs at most once at a time, fires once or is cancelled, and ends with
/// its owner.
///
/// A single task sleeps until the earliest deadline. Timers fire by deadline, and equal ones as
/// they started, however late the task wakes.
@MainActor
final class SceneTimers<Key: Hashable & Sendable> {
  private struct Wait {
    var deadline: Duration
    var number: Int
    var fire: @MainActor () -> Void
  }

  private let environment: Environment
  private var waits: [Key: Wait] = [:]
  /// Paused timers, with their remaining time.
  private var held: [Key: (left: Duration, fire: @MainActor () -> Void)] = [:]
  private var started = 0
  private var wakeUp: (deadline: Duration, task: Task<Void, Never>)?

  /// The number of tasks that sleep or are about to.
  var taskCount: Int { wakeUp == nil ? 0 : 1 }

  init(environment: Environment) { self.environment = environment }

  deinit {
    wakeUp?.task.cancel()
  }

  func start(_ timer: Key, after delay: Duration, fire: @escaping @MainActor () -> Void) {
    started += 1
    waits[timer] = Wait(deadline: environment.monotonicNow() + max(delay, .zero), number: started, fire: fire)
    arm()
  }

  /// Pauses the timer until `resume(_:)`.
  func hold(_ timer: Key) {
    guard let wait = waits.removeValue(forKey: timer) else { return }
    held[timer] = (max(wait.deadline - environment.monotonicNow(), .zero), wait.fire)
    arm()
  }

  func resume(_ timer: Key) {
    guard let (left, fire) = held.removeValue(forKey: timer) else { return }
    start(timer, after: left, fire: fire)
  }

  func cancel(_ timer: Key) {
    held[timer] = nil
    guard waits.removeValue(forKey: timer) != nil else { return }
    arm()
  }

  private func arm() {
    guard let deadline = waits.values.map(\.deadline).min() else {
      wakeUp?.task.cancel()
      wakeUp = nil
      return
    }
    guard wakeUp?.deadline != deadline else { return }
    wakeUp?.task.cancel()
    let task = Task { [weak self, environment] in
      do {
        try await environment.sleep(max(deadline - environment.monotonicNow(), .zero))
      } catch {
        return
      }
      guard !Task.isCancelled else { return }
      self?.fireDue()
    }
    wakeUp = (deadline, task)
  }

  private func fireDue() {
    wakeUp = nil
    // The task can wake up slightly early. Then it sleeps again.
    let now = environment.monotonicNow()
    while let (timer, wait) = waits.filter({ $0.value.deadline <= now })
      .min(by: { ($0.value.deadline, $0.value.number) < ($1.value.deadline, $1.value.number) })
    {
      waits[timer] = nil
      wait.fire()
    }
    arm()
  }
}
