// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import PeopleFiles
import Store

/// The imports that people began in the console, and what became of the latest.
///
/// The file is only in the memory of the server that imports it. When that server ends, the import
/// stops, and whoever sends the same file under the same id stores the rest. On each server, one
/// runs at a time, so that imports leave room for the requests of devices.
struct RunningImports: Sendable {
  enum State: JobState {
    case running(Progress)
    case done(ImportRun.Outcome)
    /// What was stored stays.
    case stopped(Progress)

    var isOpen: Bool { if case .running = self { true } else { false } }

    var abandoned: State { if case .running(let progress) = self { .stopped(progress) } else { self } }
  }

  struct Progress: Equatable, Codable, Sendable {
    var sent: Int
    var total: Int
  }

  static let shelf = Shelf("import", most: 20, lifetime: .seconds(86_400))
  private let jobs: SharedJobs<State>

  init(store: any ShelfStore, environment: Environment) {
    jobs = SharedJobs(store, on: Self.shelf, environment: environment)
  }

  func state(_ id: String, app: AppID) async throws(StoreError) -> State? {
    try await jobs.job(id, of: app.rawValue)?.state
  }

  /// Begins an import, or leaves it alone if it is running. Returns the task that ends with it; nil
  /// if it was left alone.
  @discardableResult
  func begin(_ run: ImportRun, id: String, app: AppID, at now: Instant, _ intake: @escaping ImportRun.Intake)
    async throws(StoreError) -> Task<Void, Never>?
  {
    if try await state(id, app: app)?.isOpen == true { return nil }
    let total = run.statements
    return await jobs.begin(id, of: app.rawValue, .running(Progress(sent: 0, total: total))) { tell in
      var progress = Progress(sent: 0, total: total)
      do {
        return .done(
          try await run.run(
            at: now,
            progress: { sent in
              progress.sent = sent
              await tell(.running(progress))
            },
            intake))
      } catch {
        return .stopped(progress)
      }
    }
  }
}
