// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

/// Sends all runs of the server that have something to do.
public actor PushWorker {
  private struct Active {
    let worker: RunWorker
    let task: Task<Void, Never>
  }

  private struct Name: Hashable {
    var app: AppID
    var run: String
  }

  private let store: any Store
  private let senders: PushSenders
  private let environment: Environment
  private let onHalt: @Sendable (PushRun, String) -> Void
  private let onProblem: @Sendable (PushRun, StoreError) -> Void
  private var active: [Name: Active] = [:]
  /// Whether a run was changed, or only time has passed.
  private let looks: AsyncStream<Bool>
  private nonisolated let look: AsyncStream<Bool>.Continuation

  /// How often it looks for runs that are due.
  static let interval = Duration.seconds(1)
  /// How long a stop waits for answers of APNs. What has none by then is sent again by the next server, and shows once.
  static let stopTime = Duration.seconds(3)

  /// - Parameters:
  ///   - lab: The way to the phones of the Device Lab. nil: there is no lab.
  ///   - onHalt: Called when the server pauses a run, with the reason.
  ///   - onProblem: Called when the store fails. The run tries again.
  public init(
    store: any Store, keyring: PushKeyring, hosts: PushHosts = .apple, lab: PushRoute.Source? = nil, environment: Environment,
    onHalt: @escaping @Sendable (PushRun, String) -> Void = { _, _ in },
    onProblem: @escaping @Sendable (PushRun, StoreError) -> Void = { _, _ in }
  ) {
    self.store = store
    self.environment = environment
    self.onHalt = onHalt
    self.onProblem = onProblem
    senders = PushSenders(keyring: keyring, hosts: hosts, lab: lab, environment: environment)
    (looks, look) = AsyncStream.makeStream()
  }

  /// A run was created or changed: do not wait for the next look.
  public nonisolated func wake() { look.yield(true) }

  /// Sends until the task is cancelled. Then it claims nothing more, and returns when the answers are recorded, or after `stopTime`.
  public func run() async {
    wake()
    let clock = Task { [look, environment] in
      while !Task.isCancelled {
        do { try await environment.sleep(Self.interval) } catch { return }
        look.yield(false)
      }
    }
    for await isChanged in looks { await beginDueRuns(isChanged: isChanged) }
    clock.cancel()
    // Not cancelled with this task.
    await Task { await stop() }.value
  }

  private func beginDueRuns(isChanged: Bool) async {
    // A store that cannot be read is asked again at the next look.
    guard let due = try? await store.pushRunsToDo(at: environment.now()) else { return }
    for run in due {
      let name = Name(app: run.appID, run: run.id)
      if let known = active[name] {
        if isChanged { known.worker.look() }
        continue
      }
      let dispatch = PushDispatch(run, senders: senders, people: store, environment: environment)
      let worker = RunWorker(
        run, store: store, dispatch: dispatch, environment: environment, onHalt: onHalt, onProblem: onProblem)
      let task = Task {
        await worker.work()
        active[name] = nil
      }
      active[name] = Active(worker: worker, task: task)
    }
  }

  private func stop() async {
    let all = Array(active.values)
    for one in all { one.worker.stop() }
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let deadline = Task { [environment] in
      // Cancelled when it is not needed.
      guard (try? await environment.sleep(Self.stopTime)) != nil else { return }
      for one in all { one.worker.abandon() }
      end.finish()
    }
    Task { [senders] in
      for one in all { await one.task.value }
      await senders.shutDown()
      end.finish()
    }
    for await _ in ended {}
    deadline.cancel()
  }
}
