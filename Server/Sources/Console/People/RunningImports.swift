// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import PeopleFiles

/// The imports that people began in the console, and what became of the latest.
///
/// They are only in memory. After a restart the server does not know them, and whoever sends the
/// same file under the same id stores the rest. One runs at a time, so that imports leave room for
/// the requests of devices.
actor RunningImports {
  enum State: Sendable {
    case running(Progress)
    case done(ImportRun.Outcome)
    /// What was stored stays.
    case stopped(Progress)
  }

  struct Progress: Equatable, Sendable {
    var sent: Int
    var total: Int
  }

  private struct Key: Hashable {
    let app: AppID
    let id: String
  }

  /// How many imports are remembered.
  static let kept = 20

  private var states: [Key: State] = [:]
  /// The oldest first.
  private var order: [Key] = []
  private var latest: Task<Void, Never>?

  func state(_ id: String, app: AppID) -> State? { states[Key(app: app, id: id)] }

  /// Begins an import, or leaves it alone if it is running. Returns the task that ends with it.
  @discardableResult
  func begin(_ run: ImportRun, id: String, app: AppID, at now: Instant, _ intake: @escaping ImportRun.Intake)
    -> Task<Void, Never>?
  {
    let key = Key(app: app, id: id)
    if case .running? = states[key] { return latest }
    let total = run.statements
    states[key] = .running(Progress(sent: 0, total: total))
    order.removeAll { $0 == key }
    order.append(key)
    forget()
    let task = Task { [previous = latest] in
      await previous?.value
      do {
        let outcome = try await run.run(
          at: now, progress: { sent in await self.set(key, .running(Progress(sent: sent, total: total))) },
          intake)
        set(key, .done(outcome))
      } catch {
        if case .running(let progress)? = states[key] { set(key, .stopped(progress)) }
      }
    }
    latest = task
    return task
  }

  private func set(_ key: Key, _ state: State) { states[key] = state }

  private func forget() {
    let old = order.filter { key in
      if case .running? = states[key] { false } else { true }
    }
    for key in old.prefix(max(0, order.count - Self.kept)) {
      states[key] = nil
      order.removeAll { $0 == key }
    }
  }
}
