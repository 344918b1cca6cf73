// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store

/// Sends one run. `RunMachine` decides; this performs.
actor RunWorker {
  private let run: PushRun
  private let store: any PushRunStore
  private let dispatch: PushDispatch
  private let environment: Environment
  private let onHalt: @Sendable (PushRun, String) -> Void
  private let onWait: @Sendable (PushRun, String) -> Void
  private let onProblem: @Sendable (PushRun, StoreError) -> Void
  private let isDescribing: Bool
  private var machine: RunMachine
  private let inputs: AsyncStream<RunMachine.Input>
  private nonisolated let input: AsyncStream<RunMachine.Input>.Continuation
  private struct Place: Hashable {
    var device: String
    var occurrence: Int
  }

  private var noting: Task<Void, Never>?
  private var sends: [Place: Task<Void, Never>] = [:]
  private var sleeper: (until: Instant, task: Task<Void, Never>)?

  init(
    _ run: PushRun, store: any PushRunStore, dispatch: PushDispatch, environment: Environment,
    onHalt: @escaping @Sendable (PushRun, String) -> Void,
    onWait: @escaping @Sendable (PushRun, String) -> Void,
    onProblem: @escaping @Sendable (PushRun, StoreError) -> Void
  ) {
    self.run = run
    self.store = store
    self.dispatch = dispatch
    self.environment = environment
    self.onHalt = onHalt
    self.onWait = onWait
    self.onProblem = onProblem
    let judge = PushJudge(run)
    isDescribing = judge.needsDevice || dispatch.needsDevice
    machine = RunMachine(run, judge: judge)
    (inputs, input) = AsyncStream.makeStream()
  }

  /// Returns when there is nothing more to do now, after `stop()`, or after `abandon()`.
  func work() async {
    input.yield(.start)
    for await input in inputs {
      if case .answered(let report, _, _) = input {
        sends[Place(device: report.deviceID, occurrence: report.occurrence)] = nil
      }
      for effect in machine.handle(input, at: environment.now(), clock: environment.monotonicNow()) {
        perform(effect)
      }
    }
    sleeper?.task.cancel()
  }

  /// - Parameter isChanged: Whether somebody changed the run. If not, the store is asked only if
  ///   something could be taken back.
  nonisolated func wake(isChanged: Bool) { input.yield(isChanged ? .changed : .looked) }

  /// Claims nothing more, and takes back what is not on its way. `work` returns when all that was
  /// claimed is recorded.
  nonisolated func stop() { input.yield(.stop) }

  /// After `stop()`: gives back what has no answer, instead of waiting for it.
  nonisolated func giveBack() { input.yield(.giveBack) }

  /// `work` returns at once. What was claimed is taken over when the claims end.
  nonisolated func abandon() { input.finish() }

  private func perform(_ effect: RunMachine.Effect) {
    switch effect {
    case .prepare:
      ask { store, run, now throws(StoreError) in
        .prepared(try await store.preparePushRun(run.id, app: run.appID, at: now, limit: PushRunLimits.step))
      }
    case .claim(let limit):
      ask { [isDescribing] store, run, now throws(StoreError) in
        .claimed(
          try await store.claimPushes(
            run: run.id, app: run.appID, at: now, until: now + RunMachine.lease, limit: limit,
            describing: isDescribing))
      }
    case .check: check()
    case .withdraw: for task in sends.values { task.cancel() }
    case .storeReason(let reason): storeReason(reason)
    case .send(let row):
      sends[Place(device: row.deviceID, occurrence: row.occurrence)] = Task { [input, dispatch] in
        let sent = await dispatch.send(row)
        let report = PushReport(row, sent.verdict, hadTurn: !sent.isWithdrawn)
        input.yield(.answered(report, hold: sent.hold, halt: sent.halt))
      }
    case .record(let reports): record(reports)
    case .halt(let reason): halt(reason)
    case .wake(let at): wake(at: at)
    case .end: input.finish()
    }
  }

  private func ask(
    _ question:
      @escaping @Sendable (any PushRunStore, PushRun, Instant) async throws(StoreError) -> RunMachine.Input
  ) {
    Task { [input, store, run, environment, onProblem] in
      do throws(StoreError) {
        // Another server may send the run by now, if this one was away from the store for a while.
        guard try await store.acquire(.sending(run.id, app: run.appID)) else {
          input.yield(.stop)
          input.yield(.askFailed)
          return
        }
        input.yield(try await question(store, run, environment.now()))
      } catch {
        onProblem(run, error)
        input.yield(.askFailed)
      }
    }
  }

  private func record(_ reports: [PushReport]) {
    Task { [input, store, run, environment, onProblem] in
      do throws(StoreError) {
        _ = try await store.recordPushes(reports, run: run.id, app: run.appID, at: environment.now())
        input.yield(.recorded)
      } catch {
        onProblem(run, error)
        input.yield(.recordFailed(reports))
      }
    }
  }

  private func halt(_ reason: String) {
    onHalt(run, reason)
    Task { [input, store, run, environment] in
      let now = environment.now()
      // Answers that say the same follow if this cannot be stored now.
      _ = try? await store.changePushRun(run.id, app: run.appID) {
        $0.perform(.pause, reason: reason, at: now)
      }
      input.yield(.halted)
    }
  }

  private func check() {
    Task { [input, store, run] in
      // What cannot be read changes nothing. The next look asks again.
      input.yield(.checked(maySend: (try? await store.maySendPushes(run: run.id, app: run.appID)) ?? true))
    }
  }

  private func storeReason(_ reason: String?) {
    if let reason { onWait(run, reason) }
    noting = Task { [noting, store, run] in
      await noting?.value
      // It only explains, so it is not tried again.
      _ = try? await store.changePushRun(run.id, app: run.appID) { $0.wait(for: reason) }
    }
  }

  private func wake(at until: Instant) {
    if let sleeper, sleeper.until <= until, sleeper.until > environment.now() { return }
    sleeper?.task.cancel()
    let duration = Duration.milliseconds(max(0, until.milliseconds - environment.now().milliseconds))
    let task = Task { [input, environment] in
      if duration > .zero { try? await environment.sleep(duration) }
      if !Task.isCancelled { input.yield(.woken) }
    }
    sleeper = (until, task)
  }
}
