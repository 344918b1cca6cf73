// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs
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
  private let onWait: @Sendable (PushRun, String) -> Void
  private let onProblem: @Sendable (PushRun, StoreError) -> Void
  private var active: [Name: Active] = [:]
  private var isStopping = false
  /// Whether a run was changed, or only time has passed.
  private let looks: AsyncStream<Bool>
  private nonisolated let look: AsyncStream<Bool>.Continuation

  /// How often it looks for runs that are due.
  static let interval = Duration.seconds(1)
  /// How long a stop waits for answers of APNs. What has none by then is given back: the next
  /// server sends it again, and it shows once.
  static let stopTime = Duration.seconds(3)
  /// How long it then waits for the store.
  static let storeTime = Duration.seconds(2)

  /// - Parameters:
  ///   - changes: The store's. nil: a monitor of its own.
  ///   - limits: How patient connections are.
  ///   - lab: The way to the phones of the Device Lab. nil: there is no lab.
  ///   - onHalt: Called when the server pauses a run, with the reason.
  ///   - onWait: Called when nothing of a run can be sent for now, with the reason.
  ///   - onProblem: Called when the store fails. The run tries again.
  public init(
    store: any Store, changes: ChangeMonitor? = nil, keyring: PushKeyring, hosts: PushHosts = .apple,
    limits: SenderLimits = SenderLimits(),
    lab: PushRoute? = nil, environment: Environment,
    onHalt: @escaping @Sendable (PushRun, String) -> Void = { _, _ in },
    onWait: @escaping @Sendable (PushRun, String) -> Void = { _, _ in },
    onProblem: @escaping @Sendable (PushRun, StoreError) -> Void = { _, _ in }
  ) {
    self.store = store
    self.environment = environment
    self.onHalt = onHalt
    self.onWait = onWait
    self.onProblem = onProblem
    senders = PushSenders(
      keyring: keyring, changes: changes ?? ChangeMonitor(store, environment: environment), hosts: hosts,
      limits: limits, lab: lab, environment: environment)
    (looks, look) = AsyncStream.makeStream()
  }

  /// A run was created or changed: do not wait for the next look.
  public nonisolated func wake() { look.yield(true) }

  /// Sends until the task is cancelled. Then it claims nothing more, gives back what is not on its
  /// way, and returns when the rest is recorded. What has no answer after `stopTime` is given back
  /// too.
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
    for one in active.values { one.worker.wake(isChanged: isChanged) }
    guard let due = try? await store.pushRunsToDo(at: environment.now()) else { return }
    for run in due {
      let name = Name(app: run.appID, run: run.id)
      if active[name] != nil { continue }
      let duty = Duty.sending(run.id, app: run.appID)
      guard (try? await store.acquire(duty)) == true else { continue }
      let dispatch = PushDispatch(run, senders: senders, people: store, environment: environment)
      let worker = RunWorker(
        run, store: store, dispatch: dispatch, environment: environment, onHalt: onHalt, onWait: onWait,
        onProblem: onProblem)
      let task = Task {
        await worker.work()
        // A server that stops waits for nothing more, and loses its duties then.
        if !isStopping { await store.release(duty) }
        active[name] = nil
      }
      active[name] = Active(worker: worker, task: task)
    }
  }

  private func stop() async {
    isStopping = true
    let all = Array(active.values)
    for one in all { one.worker.stop() }
    let deadline = Task { [environment] in
      // Cancelled when it is not needed.
      guard (try? await environment.sleep(Self.stopTime)) != nil else { return false }
      for one in all { one.worker.giveBack() }
      guard (try? await environment.sleep(Self.storeTime)) != nil else { return true }
      for one in all { one.worker.abandon() }
      return true
    }
    for one in all { await one.task.value }
    deadline.cancel()
    // Connections would wait for what was given back. They end with the process.
    let isLate = await deadline.value
    if !isLate { await senders.shutDown() }
  }
}
