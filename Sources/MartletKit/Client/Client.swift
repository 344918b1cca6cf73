// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The shell around the machines: takes commands in order, passes them to the engine, the sessions
/// and the outbox, and carries out their effects.
///
/// It has its own queue, because it writes files, and waits only for the disk. Requests, sleeping
/// and main-actor work return as commands.
actor Client {
  let settings: Settings
  let environment: Environment
  let log: Log
  let mailbox: Mailbox
  let gate: Gate
  let streams: AppStreams
  let stage: AsyncStream<Stage.Action>.Continuation
  let workshop: AssetWorkshop
  lazy var transport: any Transport = settings.transport ?? URLSessionTransport()

  // Machines.
  var engine: DeliveryEngine
  /// True while the effects of an input are carried out. Other inputs wait in `toldMeanwhile`.
  var isDriving = false
  var toldMeanwhile: [(input: DeliveryEngine.Input, at: Instant, record: Wire.EventRecord?)] = []
  var sessions: SessionMachine
  var uplink: Uplink
  var push: PushMachine
  var timers = Timers()

  // Stored state.
  var launch = Launch()
  /// The storage until the launch is complete. Another client may hold its folder.
  var unopened: Storage?
  var storage: Storage?
  /// The definitions that the engine holds, in the format of the recording.
  var definitionFrames: [UInt8] = []
  /// The newest step of the recording requires records, and no frame confirms yet that they were
  /// written.
  var isStepOpen = false
  /// In monotonic time.
  var recordingPausedUntil = Duration.zero
  /// A wipe has not removed everything yet.
  var mustErase = false

  // State of this run.
  var isActive = false
  var epoch = 0
  var endPathObservation: (@Sendable () -> Void)?
  /// Whether the app has reported at least once that it became active or moved to the background.
  var hasHeardOfApp = false
  /// The number of questions to the system without an answer.
  var authorizationReads = 0
  var attributeClock = AttributeClock()

  // From the decision to the display.
  var display: DisplayMachine
  lazy var assets = Assets(
    policy: settings.assets,
    directory: settings.resolvedStorageDirectory().appendingPathComponent("assets").path,
    environment: environment, log: log, workshop: workshop)

  // Banners, content and data.
  var loadingItems: [ReachItem] = []
  var renderings = ReachRenderings()
  var reachTasks: [String: ReachTask] = [:]
  var watchedAttempt = 0
  /// Whether somebody shows them.
  var isReachReady = false
  /// The screen that the app named last.
  var screen: String?

  // Tasks that this client owns.
  var requests: [Int: Task<Void, Never>] = [:]
  var downloads: [Int: Task<Void, Never>] = [:]
  private var wakeUp: (deadline: Duration, task: Task<Void, Never>)?
  /// The number of commands that change something, for `Martlet.activity`.
  private var commandsTaken = 0

  // A message in answer to a tap must not wait behind work that nobody waits for.
  private nonisolated let executor = SerialQueueExecutor(label: "martlet.client", qos: .userInitiated)
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    settings: Settings, mailbox: Mailbox, gate: Gate, streams: AppStreams,
    stage: AsyncStream<Stage.Action>.Continuation,
    workshop: AssetWorkshop
  ) {
    self.settings = settings
    self.mailbox = mailbox
    self.gate = gate
    self.streams = streams
    self.stage = stage
    self.workshop = workshop
    environment = settings.environment
    log = settings.log
    engine = DeliveryEngine(
      policy: .init(
        minimumInterval: settings.minimumInterval, reach: .init(capacity: settings.reachCapacity)),
      environment: settings.environment)
    sessions = SessionMachine(timeout: settings.sessionTimeout)
    uplink = Uplink(settings)
    push = PushMachine(settings.push)
    display = DisplayMachine(settings)
    // Another thread may log the repeated message. The timer is set after the next command, so this
    // posts one.
    log.whenRepeating { mailbox.post(.wake(deadline: .zero)) }
  }

  /// Runs until the mailbox is closed. Then it flushes the journal to the disk and ends its tasks.
  func run() async {
    begin()
    endPathObservation = settings.networkPathMonitor?.observe { [mailbox] isReachable in
      mailbox.post(.pathChanged(isReachable))
    }
    beginSetUpCheck()
    armWakeUp()
    while let commands = await mailbox.next() { for command in commands { handle(command) } }
    stop()
  }

  // MARK: - Life cycle

  /// Called when the state has been read and this client holds the folder, if it is usable.
  func restore(_ stored: StoredState) {
    handle(line: .restored(stored))
    guard let storage, !mustErase else {
      return drive(.userChanged(userID: state.userID), at: environment.now())
    }
    log.attempt("read the journal") {
      let recovery = try storage.journal.recover()
      report(damage: recovery.damage, of: "Journal")
      for (record, bytes) in recovery.records { handle(line: .logged(record, bytes: bytes)) }
    }
    var prepared: PreparedDefinitions?
    log.attempt("read the definitions") {
      guard let stored = try storage.readDefinitions(), stored.userID.isExactly(state.userID) else { return }
      prepared = PreparedDefinitions(stored, deviceID: state.deviceID, log)
    }
    let isComplete = restoreEngine(from: storage.recording, prepared)
    if !engine.userID.isExactly(state.userID) {
      drive(.userChanged(userID: state.userID), at: environment.now())
    }
    guard let prepared else { return }
    handle(display: isComplete ? .holds(prepared) : .adopts(prepared))
  }

  private func stop() {
    endPathObservation?()
    handle(line: .ended)
    handle(push: .ended)
    for task in requests.values { task.cancel() }
    for task in downloads.values { task.cancel() }
    if storage != nil { assets.save() }
    wakeUp?.task.cancel()
    log.attempt("write the journal") { try storage?.journal.synchronize(.durable) }
    closeRecording()
    storage = nil
    unopened = nil
    streams.close()
    stage.finish()
    log.end()
  }

  // MARK: - Commands

  private func handle(_ command: Command) {
    if command.isEvent { gate.eventWasTaken() }
    runDueTimers()
    if launch.isWaiting { hold(command) } else { perform(command) }
    // Also for commands that were held until now.
    if !launch.isWaiting {
      handle(line: .send(sessionID: sessions.current?.id))
      endFailedSyncs()
      renderNext()
      handle(line: .tidy(isAwaited: isAwaited))
      handle(display: .tidy)
      timers.set(
        .display, at: [display.earliest, storage == nil ? nil : assets.earliest].compactMap { $0 }.min())
      armDeliveryTimer()
    }
    timers.set(.push, at: push.nextDeadline)
    armWakeUp()
    gate.deviceID.announce(state.deviceID)
    // Last, so that the effects of the command reach the stage first.
    if case .settle(let turn) = command {
      if case .terminated = stage.yield(.settle(turn)) { turn.end(()) }
    }
    switch command {
    case .settle: break
    case .describeActivity(let continuation):
      let tasks = requests.count + downloads.count + authorizationReads + (wakeUp == nil ? 0 : 1)
      continuation.resume(returning: Martlet.Activity(tasks: tasks, commands: commandsTaken))
    default: commandsTaken += 1
    }
  }

  func perform(_ command: Command) {
    switch command {
    case .log(let kind, let at):
      guard state.enabled else { break }
      log(kind, at: at)
      // The app was opened from a notification.
      if case .pushClick = kind { stage.yield(.userBecameEligible) }
    case .setAttribute(let key, let value, let at):
      if state.enabled { log(Event.AttributeChange(setting: value), of: key, at: at) }
    case .changeAttribute(let key, let change, let at):
      if state.enabled {
        log(.relative(operation: change.operation.rawValue, operand: Value(change.value)), of: key, at: at)
      }
    case .changeUser(let userID, let signature, let epoch, let at):
      if let epoch { self.epoch = epoch }
      if let signature { handle(line: .signedInWith(signature: signature, userID: userID)) }
      if state.enabled { changeUser(to: userID, at: at) } else { noteUserWhileOff(userID) }
    case .setSignature(let signature, let userID):
      handle(line: .signature(signature, userID: userID, isAwaited: isAwaited))
    case .logOut(let epoch, let at):
      if let epoch { self.epoch = epoch }
      if state.enabled { logOut(at: at) } else { noteUserWhileOff(nil) }
    case .becameActive(let at):
      noteAppsWord()
      becomeActive(at: at)
    case .enteredBackground(let at):
      noteAppsWord()
      enterBackground(at: at)
    case .flush: handle(line: .flush)
    case .flushAwaited(let turn): handle(line: .flushAwaited(turn))
    case .requestPrivacy(let kind, let turn): handle(line: .privacyRequested(kind, turn))
    case .restAwaited(let turn): handle(line: .restAwaited(turn))
    case .appIsObserved: noteAppsWord()
    case .pathChanged(let isReachable): handle(line: .pathChanged(isReachable: isReachable))
    case .setEnabled(let enabled, let epoch, let at): setEnabled(enabled, epoch: epoch, at: at)
    case .wipe(let epoch, let at): wipe(epoch: epoch, at: at)
    case .report(let id, let report, let at):
      if state.enabled { handle(display: .reported(id: id, report, at: at)) }
    case .answer(let request, let answer):
      requests[request] = nil
      handle(line: .answered(request, answer))
    case .displayRequested(let id, let attempt):
      handle(display: .asked(id: id, attempt: attempt, isLive: state.enabled && engine.isLive(id)))
    case .asset(let download, let answer):
      downloads[download] = nil
      follow { $0.handle(answer, of: download) }
    case .localReport(let presentation, let report, let at):
      // There is no outcome, because nothing was decided.
      if state.enabled, let body = report.body(of: presentation) {
        record(body, at: at)
        noteScreen(body, at: at)
      }
    case .push(let input): handle(push: input)
    case .reach(let input): handle(reach: input)
    case .registerToken(let token, let environment): register(token, environment)
    case .authorizationRead(let status):
      authorizationReads -= 1
      handle(push: .authorization(status))
    case .wake(let deadline): takeWake(of: deadline)
    case .identify(let continuation): continuation.resume(returning: state.deviceID)
    case .storageMayBeReadable, .settle, .describeActivity: break
    }
  }

  // MARK: - Timers

  private func runDueTimers() {
    while let kind = timers.takeDue(at: environment.monotonicNow()) {
      switch kind {
      case .synchronize: synchronize(.inOrder)
      case .delivery: drive(.timePassed, at: environment.now())
      case .flush, .retry, .serverCheck: handle(line: .timePassed(kind))
      case .display:
        handle(display: .timePassed)
        follow { $0.timePassed() }
      case .log: log.sumUp()
      case .launch: follow(launch.handle(.timePassed))
      case .appCheck: checkAppsWord()
      case .push: handle(push: .timePassed)
      case .reach: handle(reach: .watchEnded(attempt: watchedAttempt))
      // Handled after the command.
      case .flushLimit, .authentication: break
      }
    }
  }

  /// A timer can fire slightly before its deadline, and must then be set again. A timer that was
  /// replaced must not cancel its successor.
  func takeWake(of deadline: Duration) {
    if wakeUp?.deadline == deadline { wakeUp = nil }
  }

  /// Starts one sleeping task for the next deadline.
  private func armWakeUp() {
    timers.set(.log, at: log.nextSum)
    guard let deadline = timers.earliest else {
      wakeUp?.task.cancel()
      wakeUp = nil
      return
    }
    guard wakeUp?.deadline != deadline else { return }
    wakeUp?.task.cancel()
    let delay = max(deadline - environment.monotonicNow(), .zero)
    let task = Task { [environment, mailbox] in
      do {
        try await environment.sleep(delay)
        mailbox.post(.wake(deadline: deadline))
      } catch {
        // Cancelled because something else is due first.
      }
    }
    wakeUp = (deadline, task)
  }

  // MARK: - Disk

  /// Logs one line per file, however many places are damaged.
  func report(damage: [String], of file: StaticString) {
    guard !damage.isEmpty else { return }
    let named =
      damage.prefix(3).joined(separator: "; ") + (damage.count > 3 ? "; and \(damage.count - 3) more" : "")
    log.error("\(file): \(named). Everything else was kept.")
  }

  var state: StoredState { uplink.state }

  @discardableResult
  func save() -> Bool {
    log.attempt("save the state") { try storage?.write(state) }
  }

  /// Erases the stored data of a person who must be forgotten.
  func erase() {
    mustErase = !log.attempt("erase the stored data") { try storage?.erase() }
  }

  func closeRecording() {
    log.attempt("flush the recording") { try storage?.recording.close() }
  }

  func synchronize(_ flush: Files.Flush) {
    timers.set(.synchronize, at: nil)
    log.attempt("flush the journal") { try storage?.journal.synchronize(flush) }
    log.attempt("flush the recording") { try storage?.recording.synchronize(flush) }
  }
}
