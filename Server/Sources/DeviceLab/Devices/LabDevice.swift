// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import SceneHTML

/// A device of the lab: an app with the real SDK, as far as an app can exist without a phone.
///
/// The client keeps its journal in its own folder, talks to the server over HTTP and decides by
/// itself. The presenter shows its decisions on the streaming host. The lab predicts nothing: the
/// timeline only records what the SDK says and does.
@MainActor
final class LabDevice {
  struct Setup: Sendable {
    var server: String
    var apiKey: String
    var directory: URL
    /// The server's clock. The device has its own clock, which can be moved.
    var environment: Environment
    var transport: any Transport
    /// Where browsers find the pages of HTML messages.
    var pages: ServedPages
    /// Its APNs.
    var pushes: LabPushService
    /// Renders a draft's message for the person who asks; see `DeviceLab.Configuration`.
    var render: @Sendable (Wire.Campaign, Wire.RenderRequest) async -> Wire.RenderResponse
  }

  enum Phase: String, Hashable, Sendable {
    /// The app is not running.
    case closed
    case active, background
  }

  static let maximumViewers = 16

  /// One run of the app's process.
  struct Run {
    let martlet: Martlet
    let ui: InAppMessageUI
    let reach: Reach
  }

  let id: String
  let label: String
  let order: DeviceOrder
  let host: StreamingSceneHost
  let names: CampaignNames
  /// All settings of the device, its person and its app.
  var state: LabState
  /// The orientation to which the presenter turned the interface for a message; nil if it follows
  /// the held device.
  var turned: SceneTraits.Orientation?
  var phase = Phase.closed
  var userID: String?
  /// When somebody last viewed or used the device.
  var lastUse: Instant
  var lastDisplay: Instant?
  /// Whether a user of the lab switched the SDK off; a wipe does not count.
  var isSwitchedOff = false
  var messages = MessageLog()
  /// What the phone shows of notifications.
  var centre = NotificationCentre()
  var isLocked = false
  /// Whether the app was open when the phone was locked.
  var wasActive = false
  /// What APNs keeps while the phone is offline.
  var heldPush: LabPushService.Arrival?
  let pushToken: Data
  /// Whether the server knows it.
  var isTokenKnown = false
  /// The last decision, for calls that do not name theirs.
  var lastDecisionID: String?
  /// The screen of the app that was logged last.
  private(set) var screen: String?
  /// What to do when the first browser connects: only then is there a screen.
  var opening: DeviceOrder.Opening?

  /// The only campaign that the device gets; nil for the server's campaigns.
  var draft: LabDraft?
  /// The number of drafts so far. Each draft has its own folder, so that it meets a newly installed
  /// app.
  var drafts = 0

  let setup: Setup
  let clock: DeviceClock
  let traffic = Traffic()
  var isAdvancing = false
  let network: SwitchableTransport
  private(set) var run: Run?
  var feed = LabFeed()
  var viewers: [Int: Viewer] = [:]
  var lastViewer = 0
  /// How often the state was described.
  var descriptions = 0

  init(id: String, label: String, order: DeviceOrder, setup: Setup, names: CampaignNames) {
    self.id = id
    self.label = label
    self.order = order
    self.setup = setup
    self.names = names
    clock = DeviceClock(setup.environment)
    pushToken = Data((0..<32).map { _ in UInt8(min(255, setup.environment.random() * 256)) })
    network = SwitchableTransport(setup.transport)
    state = order.state
    opening = order.opening
    host = StreamingSceneHost(traits: order.state.device.traits(.portrait))
    lastUse = setup.environment.now()
    host.broadcast = { [weak self] in self?.broadcast($0) }
    host.onReport = { [weak self] in self?.noteReport($0, $1) }
    host.onShow = { [weak self] in self?.noteShow($0) }
    host.onTurn = { [weak self] in self?.turn(to: $0) }
    host.localPath = "/lab/devices/\(id)/assets/"
    network.isOnline = !order.state.device.isOffline
    updateInterface()
    host.pageAddress = { [pages = setup.pages] web, nodeID, sceneID in
      pages.put(web, owner: id, key: "\(sceneID) \(nodeID)")
    }
  }

  // MARK: - Commands

  /// Carries out a command. Throws 409 when the device's state does not allow it.
  func perform(_ command: LabCommand) async throws {
    lastUse = setup.environment.now()
    switch command {
    case .startSession: open()
    case .background:
      let run = try running()
      guard phase == .active else {
        throw Self.refusal("The app is already in the background.", "Bring it to the foreground first.")
      }
      goToBackground(run)
    case .foreground:
      let run = try running()
      guard phase == .background else {
        throw Self.refusal("The app is already in the foreground.", "Send it to the background first.")
      }
      comeToForeground(run)
    case .quit:
      _ = try running()
      log(.action(title: "Quit the app", detail: "Queued messages are lost. Events stay on the device."))
      quit()
    case .log(let event): log(event, try running())
    case .changeUser(let user):
      let run = try running()
      log(.action(title: "Signed in as \(user)", detail: "Messages for the previous person are removed"))
      userID = user
      messages.clear()
      run.martlet.changeUser(userId: user)
    case .flush:
      let run = try running()
      log(.action(title: "Asked the SDK to send events now"))
      let result = try await flush(run)
      log(.note(result.words, tone: result.isComplete ? .plain : .warn))
    case .wipe:
      let run = try running()
      log(
        .action(
          title: "Wiped all data",
          detail: "Journal, campaigns and user are deleted. The SDK stays off until the app is reopened."))
      userID = nil
      lastDisplay = nil
      messages.clear()
      run.martlet.wipeData()
    case .enabled(let isOn):
      let run = try running()
      log(
        .action(
          title: isOn ? "Turned the SDK on" : "Turned the SDK off",
          detail: isOn ? nil : "Calls do nothing, and messages close"))
      isSwitchedOff = !isOn
      run.martlet.isEnabled = isOn
    case .presentNext:
      log(.action(title: "Requested the next message"))
      try running().ui.presentNext()
    case .advance(let duration): try await advance(by: duration)
    case .set(let setting, let value):
      try set(setting, to: value)
      if network.isOnline { await receiveHeldPush() }
    case .show(let message): try show(message)
    case .lock(let isOn): lock(isOn)
    case .tapNotification(let id): try tapNotification(id)
    case .clearNotification(let id): try clearNotification(id)
    }
    // A new client may have to wait until the previous one has left the folder.
    if command != .startSession, let run { await run.martlet.settled() }
    sendState()
  }

  func log(_ event: Event.Kind, _ run: Run) {
    let words = LoggedEvent.account(of: event, naming: name)
    log(.action(title: words.title, detail: words.detail))
    if case .screenView(let name, _) = event {
      screen = name
      updateAreas()
    }
    // From nothing, because the first value that a device sets is no change.
    if case .attribute(let key, .value) = event {
      LoggedEvent.log(.attribute(key: key, .removed), to: run.martlet)
    }
    LoggedEvent.log(event, to: run.martlet)
  }

  /// Handles a browser's report about the scene. Returns false if it came too late or is
  /// impossible.
  func report(_ report: SceneReport) async -> Bool {
    lastUse = setup.environment.now()
    let isTaken = host.receive(
      report.event, sceneID: report.sceneID, viewer: report.viewer, isFromPerson: report.isFromPerson)
    if let run { await run.martlet.settled() }
    return isTaken
  }

  // MARK: - Life

  private func running() throws -> Run {
    guard let run else {
      throw Self.refusal(
        "The app is not open on this device.", "Press its icon on the phone, or press Start session.")
    }
    return run
  }

  static func refusal(_ title: String, _ remedy: String) -> Wire.Problem {
    Wire.Problem(status: 409, code: "not_now", title: title, remedy: remedy, field: "command")
  }

  /// Opens the app in a new process.
  @discardableResult
  func open() -> Run {
    log(
      .action(
        title: run == nil ? "Opened the app" : "Reopened the app",
        detail: "New process: no queued messages, a new session starts"))
    quit()
    let configuration = Martlet.Configuration(apiKey: setup.apiKey, endpoint: setup.server)
    configuration.triggerMinimumTimeInterval = TimeInterval(order.minimumInterval)
    configuration.storageDirectory =
      drafts == 0
      ? setup.directory : setup.directory.appendingPathComponent("draft-\(drafts)", isDirectory: true)
    configuration.environment = clock.environment
    configuration.transport = TappedTransport(
      network: network, environment: setup.environment, traffic: traffic, draft: draft, arm: state.arm,
      render: setup.render,
      onExchange: { [weak self] exchange in await self?.noteExchange(exchange) })
    configuration.api.flushInterval = 2
    configuration.push.system = makeNotificationSystem()
    configuration.push.automation = .init(automaticSetup: true, registerDeviceToken: true)
    configuration.push.clearsBadge = true
    configuration.logger.level = .error
    configuration.logger.print = { [weak self] text, _ in
      // The timeline already has an entry for each refused call; the log would repeat it.
      if text.contains("A call from a page was refused.") { return false }
      // No other device uses this folder. The other client is the previous process, which is about
      // to end; the new client waits for it.
      if text.contains("Another client uses the same storage folder") { return false }
      Task { @MainActor in self?.log(.note(text, tone: .warn)) }
      return false
    }
    let martlet = Martlet(configuration: configuration)
    let shared = SharedSceneHost(host)
    let ui = InAppMessageUI(host: shared.makeHost(), environment: clock.environment)
    ui.drainPolicy = state.app.drainPolicy
    ui.delegate = self
    ui.outcomeObserver = { [weak self] in self?.noteOutcome($0, $1) }
    ui.problemObserver = { [weak self] in self?.noteRefusal($1) }
    martlet.delegate = self
    martlet.inAppMessagePresenter = ui
    let run = Run(martlet: martlet, ui: ui, reach: makeReach(shared.makeHost()))
    self.run = run
    isLocked = false
    phase = .active
    lastDisplay = nil
    run.reach.install(in: martlet)
    // A wipe switches the SDK off permanently; reopening the app in the lab turns it on again.
    if !isSwitchedOff { martlet.isEnabled = true }
    martlet.applicationDidBecomeActive()
    return run
  }

  /// Ends the app's process without notice, as the system does.
  func quit() {
    guard let run else { return }
    self.run = nil
    phase = .closed
    screen = nil
    host.areas = []
    host.messageID = nil
    host.itemID = nil
    lastDisplay = nil
    messages.clear()
    run.ui.delegate = nil
    run.ui.outcomeObserver = nil
    run.ui.problemObserver = nil
    run.martlet.delegate = nil
    host.client = nil
    host.clear()
    run.martlet.inAppMessagePresenter = nil
    run.reach.uninstall()
    releaseInterface()
  }

  func isCurrent(_ martlet: Martlet) -> Bool { run?.martlet === martlet }

  func close() {
    quit()
    perform(.unregister)
    setup.pages.removeAll(of: id)
    for viewer in viewers.values { viewer.close() }
    viewers = [:]
  }

  // MARK: - Timeline

  func log(_ content: FeedEntry.Content, decisionID: String? = nil) {
    let entry = feed.append(content, decisionID: decisionID.map(messages.decisionID), at: clock.now)
    broadcast(ServerSentEvent(.feed, id: entry.number, entry.json))
  }
}
