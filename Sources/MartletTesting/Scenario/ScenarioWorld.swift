// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletUI
import MartletWire

/// The device, the app and the server of one run.
@MainActor
final class ScenarioWorld {
  /// A step that did not finish.
  struct Stuck: Error {
    var message: String
  }

  /// Why an action was not possible, in stable words.
  struct Refusal: Error {
    var words: String
  }

  struct Process {
    var martlet: Martlet
    var ui: InAppMessageUI?
    var reach: ScenarioReach?
  }

  let scenario: Scenario
  let clock: ScenarioClock
  let server: ScriptedServer
  let network: ScenarioNetwork
  /// The network as the system reports it.
  let path: ManualPathMonitor
  let host: HeadlessHost
  let delegate = ScenarioDelegate()
  var process: Process?
  /// The app's own messages that it has shown, by id.
  var own: [String: Martlet.InAppMessage] = [:]
  /// What the app registers for categories each time that it starts.
  var registrations: [Scenario.Registration] = []
  /// Whether the app is in the foreground.
  var isActive = false
  /// Whether the SDK handled the notification of this step.
  var isHandled: Bool?
  let notifications = ManualNotificationSystem()
  private let folder: URL
  var storage: URL { folder.appendingPathComponent("storage") }
  private let log = Locked<[String]>([])
  private var storedBefore = 0

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    let configuration = scenario.configuration
    clock = ScenarioClock(
      start: configuration.startsAt, timeZone: TimeZone(identifier: configuration.timeZone) ?? .gmt)
    server = ScriptedServer(campaigns: scenario.campaigns)
    server.caps = scenario.caps
    server.deliveries = scenario.deliveries(of: scenario.campaigns)
    network = ScenarioNetwork(server, reach: configuration.network)
    path = ManualPathMonitor(isReachable: configuration.network != .none)
    var traits = SceneTraits(
      width: configuration.device.width, height: configuration.device.height,
      scheme: configuration.device.isDark ? .dark : .light)
    if configuration.device.isLandscape {
      (traits.width, traits.height) = (traits.height, traits.width)
      (traits.horizontalSizeClass, traits.verticalSizeClass) = (.regular, .compact)
    }
    host = HeadlessHost(traits: traits)
    notifications.status = .authorized
    notifications.setBadge(configuration.badge)
    var template = Array(
      FileManager.default.temporaryDirectory.appendingPathComponent("martlet-scenario-XXXXXX").path
        .utf8CString)
    guard mkdtemp(&template) != nil else { throw Stuck(message: "No temporary folder can be made.") }
    folder = URL(
      fileURLWithPath: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self),
      isDirectory: true)
  }

  var time: Duration { clock.time.monotonicNow }

  // MARK: - The process

  func launch(inBackground: Bool) async throws(Stuck) {
    try await kill()
    let settings = scenario.configuration
    let configuration = Martlet.Configuration(apiKey: "scenario", endpoint: "https://scenario.invalid")
    configuration.storageDirectory = storage
    configuration.transport = network
    configuration.networkPathMonitor = path
    configuration.environment = clock.environment(.client)
    configuration.triggerMinimumTimeInterval = settings.minimumInterval / .seconds(1)
    configuration.sessionTimeout = settings.sessionTimeout / .seconds(1)
    configuration.api.flushInterval = settings.flushInterval / .seconds(1)
    configuration.assets.displayDeadline = settings.assetDeadline / .seconds(1)
    configuration.assets.cellular = settings.cellularAssets
    configuration.displayTimeout = settings.displayTimeout / .seconds(1)
    configuration.maximumWaitingItems = settings.waitingItems
    configuration.push.system = notifications
    configuration.push.clearsBadge = settings.clearsBadge
    configuration.urlOpener = { [delegate] in delegate.open($0) }
    configuration.logger.print = { [log] text, _ in
      log.withLock { $0.append(text) }
      return false
    }
    let martlet = Martlet(configuration: configuration)
    martlet.delegate = delegate
    let shared = SharedSceneHost(host)
    var ui: InAppMessageUI?
    if settings.hasPresenter {
      let presenter = InAppMessageUI(host: shared.makeHost(), environment: clock.environment(.presenter))
      presenter.delegate = delegate
      presenter.drainPolicy = settings.drainPolicy
      presenter.outcomeObserver = { [weak self] message, outcome in
        guard let self, let id = message.data.id, self.own[id] != nil else { return }
        delegate.note(outcome, of: message)
      }
      martlet.inAppMessagePresenter = presenter
      ui = presenter
    }
    var reach: ScenarioReach?
    if settings.hasReach {
      do throws(Reach.RegistrationError) {
        reach = try ScenarioReach(
          shared.makeHost(), delegate, registrations, settings.surveyForm,
          environment: clock.environment(.presenter))
      } catch {
        throw Stuck(message: error.description)
      }
    }
    process = Process(martlet: martlet, ui: ui, reach: reach)
    reach?.reach.install(in: martlet)
    await martlet.settled()
    isActive = !inBackground
    if inBackground { martlet.applicationDidEnterBackground() } else { martlet.applicationDidBecomeActive() }
  }

  /// Ends the process and its window.
  private func kill() async throws(Stuck) {
    guard process != nil else { return }
    let isAvailable = host.isAvailable
    host.client = nil
    host.loseWindow()
    host.isAvailable = isAvailable
    weak let presenter = process?.ui
    let news = process?.martlet.outcomes
    process = nil
    own = [:]
    // The stream ends with the client, which has released the folder by then.
    let hasEnded = Locked(false)
    let reader = Task {
      if let news { for await _ in news {} }
      hasEnded.withLock { $0 = true }
    }
    defer { reader.cancel() }
    // The old process must not reach the screen, the network or the clock while the next one runs.
    for _ in 0..<Self.roundLimit * 1_000 {
      let isOver = hasEnded.withLock { $0 } && presenter == nil && network.parkedCount == 0
      if isOver, ScenarioClock.Lane.allCases.allSatisfy({ clock.sleeperCount(in: $0) == 0 }) { return }
      await Task.yield()
    }
    throw Stuck(message: "the process does not end.")
  }

  func end() async {
    try? await kill()
    network.hangUp()
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: - Time

  /// Advances the time to `end`. Everything that becomes due on the way happens at its own time.
  func pass(until end: Duration) async throws(Stuck) {
    while clock.time.wakeNext(upTo: end) { try await settle() }
    clock.time.move(to: end)
    try await settle()
  }

  /// Waits until nothing more happens unless time passes: all tasks have ended, sleep, or wait for
  /// the network, which answers one by one.
  func settle() async throws(Stuck) {
    for _ in 0..<Self.answerLimit {
      try await becomeQuiet()
      guard await network.answerNext() else { return }
    }
    throw Stuck(
      message: "the step does not come to an end: more than \(Self.answerLimit) requests were answered.")
  }

  private static let answerLimit = 1_000
  private static let roundLimit = 20_000

  private func becomeQuiet() async throws(Stuck) {
    guard let process else { return }
    for _ in 0..<Self.roundLimit {
      // Tasks continue while this counts. The numbers belong to one moment only if the client had
      // no input between the two readings. Each waiting request and sleeper belongs to its own
      // task, so equal numbers mean that all tasks wait. The stage gave the client no input in this
      // round either, so nothing can give it any.
      let before = await process.martlet.activity
      let waiting = network.parkedCount + clock.sleeperCount(in: .client)
      await process.martlet.settled()
      let after = await process.martlet.activity
      if before == after, after.tasks == waiting,
        process.ui?.timerCount ?? 0 == clock.sleeperCount(in: .presenter)
      {
        return
      }
      await Task.yield()
    }
    let (tasks, timers) = (await process.martlet.activity.tasks, process.ui?.timerCount ?? 0)
    throw Stuck(
      message:
        "the step does not come to rest: \(tasks) tasks, \(network.parkedCount) requests and \(clock.sleeperCount(in: .client)) waits of "
        + "the client, \(timers) timers and \(clock.sleeperCount(in: .presenter)) waits of the presenter.")
  }

  // MARK: - What happened

  func beginStep() {
    delegate.clear()
    isHandled = nil
    log.withLock { $0 = [] }
    storedBefore = server.storedEvents.count
    _ = network.takeLog()
  }

  func line(step: Int, _ action: String, refusal: Refusal?) -> Wire.JSONValue {
    func list(_ texts: [String]) -> Wire.JSONValue { .array(texts.map { .string($0) }) }
    let scene = host.stage == .visible ? host.scene : nil
    let surface = scene?.surfaceName
    let visible =
      switch surface {
      case nil: nil as String?
      case "message": (process?.ui?.messageView?.inAppMessage).map { ScenarioDelegate.name(of: $0) }
      default: process?.reach?.shown?.campaignID
      }
    var line: [String: Wire.JSONValue] = [
      "step": .int(Int64(step)),
      "action": .string(action),
      "at": .int(time.wholeMilliseconds),
    ]
    for field in Scenario.ExpectationField.allCases {
      line[field.rawValue] =
        switch field {
        case .decisions: .array(delegate.decisions.map(\.scenarioJSON))
        case .noMatch: list(delegate.unmatched)
        case .outcomes: list(delegate.outcomes)
        case .calls: list(delegate.calls)
        case .visible: visible.map { .string($0) } ?? .null
        case .surface: surface.map { .string($0) } ?? .null
        case .texts: list(visible == nil ? [] : host.scene?.texts ?? [])
        case .area: (visible == nil ? nil : scene?.area).map { .string($0) } ?? .null
        case .handled: isHandled.map { .bool($0) } ?? .null
        case .badge: .int(Int64(notifications.badge))
        case .stack: list((process?.ui?.stack ?? []).reversed().map { ScenarioDelegate.name(of: $0) })
        case .requests: list(network.takeLog())
        case .stored: list(server.storedEvents.dropFirst(storedBefore).map(\.body.scenarioWords))
        case .opened: list(delegate.opened)
        case .refused: refusal.map { .string($0.words) } ?? .null
        case .logged: list(log.withLock { $0 }.map { $0.replacingOccurrences(of: folder.path, with: "…") })
        }
    }
    return .object(line)
  }
}
