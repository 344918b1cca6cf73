// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// The SDK client. It logs events, decides which message they trigger, and passes it to the
/// presenter.
///
///     let martlet = Martlet(configuration: .init(apiKey: "…", endpoint: "https://messages.example.com"))
///     martlet.inAppMessagePresenter = InAppMessageUI()
///     martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5])
///
/// The initialiser returns immediately. Files and the network are never used on the caller's
/// thread. Keep the object for as long as the app runs. All methods can be called from any thread,
/// return immediately, and take effect in the order of the calls.
///
/// An event counts as logged when it is in the journal. From then on it survives the end of the
/// process. It is flushed within 100 ms, and before it is sent: on Apple's systems to the drive, in
/// order, and to the disk when the app moves to the background. It stays in the journal until the
/// server acknowledges it by its id, so that it counts exactly once. The journal has up to 10,000
/// events or 10 MB. When it is full, the oldest analytics events are dropped first, and the log
/// says so.
public final class Martlet: Sendable {
  /// The version of the SDK.
  public static let version = "0.1.0"

  /// A copy of the configuration that this client was created with. Changing the copy has no
  /// effect.
  public var configuration: Configuration { Configuration(frozen) }

  // Safe: a private copy that nothing changes.
  private nonisolated(unsafe) let frozen: Configuration
  let mailbox = Mailbox()
  let gate = Gate()
  let streams: AppStreams
  let stage: Stage
  let log: Log
  package let environment: Environment
  let push: Configuration.Push
  let notificationSystem: (any NotificationSystem)?
  private let workshop = AssetWorkshop()

  /// Creates a client and returns immediately. The configuration is copied, so later changes have
  /// no effect.
  ///
  /// Not for app extensions: they have no scenes, and no app life cycle to follow.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  public init(configuration: Configuration) {
    let settings = Settings(configuration)
    frozen = Configuration(configuration)
    log = settings.log
    environment = settings.environment
    push = settings.push
    notificationSystem = settings.notificationSystem
    streams = AppStreams(gate: gate)
    let links = LinkOpener(gate: gate, settings: settings) {
      [opener = configuration.urlOpener, log = settings.log] () -> any LinkSystem in
      if let opener { AppLinkSystem(opener: opener) } else { PlatformLinkSystem(log: log) }
    }
    stage = Stage(mailbox: mailbox, gate: gate, settings: settings, links: links)

    let (actions, continuation) = AsyncStream.makeStream(of: Stage.Action.self, bufferingPolicy: .unbounded)
    let client = Client(
      settings: settings, mailbox: mailbox, gate: gate, streams: streams, stage: continuation,
      workshop: workshop)
    // Both end when the mailbox is closed, which `deinit` does.
    Task { await client.run() }
    Task { @MainActor [stage, weak self] in
      stage.martlet = self
      for await action in actions { stage.perform(action) }
      stage.end()
    }
    #if canImport(UIKit) || canImport(AppKit)
    AppLifecycle.observe(for: self)
    #endif
    if push.automation.automaticSetup { attachToNotifications() }
  }

  deinit {
    mailbox.close()
  }

  // MARK: - Messages

  /// The delegate, which observes and can veto, held weakly. Set it before the first event so that
  /// it misses nothing.
  @MainActor public weak var delegate: (any MartletDelegate)? {
    get { stage.delegate }
    set { stage.delegate = newValue }
  }

  /// The presenter, held strongly. Without one, up to twenty of the newest messages wait until one
  /// is set. The newest is handed over first.
  @MainActor public var inAppMessagePresenter: (any InAppMessagePresenter)? {
    get { stage.presenter }
    set { stage.presenter = newValue }
  }

  /// Every decision from now on. Each access returns an independent stream, which ends when this
  /// object is released. A reader that is more than 1,000 decisions behind loses the oldest.
  public var decisions: AsyncStream<Decision> { streams.decisions.open() }

  /// The outcome of every campaign message from now on: why it is queued, and how it ends. Each
  /// access returns an independent stream.
  public var outcomes: AsyncStream<OutcomeRecord> { streams.outcomes.open() }

  /// The start and end of each session from now on. Each access returns an independent stream, as
  /// with `decisions`.
  public var sessionUpdates: AsyncStream<SessionUpdate> { streams.sessions.open() }

  /// Opens the URL of a click: asks the delegate, then `Configuration.urlOpener`, by default the
  /// platform. Called by presenters, and for notifications.
  ///
  /// While the app is not active, the URL waits, up to ten of them and for 60 seconds. They then
  /// open once, in their order. Those of a person who left do not open.
  @MainActor public func open(_ context: URLContext) {
    stage.links.open(context, for: self)
  }

  // MARK: - Events

  /// Sends all waiting events now. With the manual request policy, events are only sent by this
  /// call and `flush()`.
  public func requestImmediateDataFlush() {
    mailbox.post(.flush)
  }

  // MARK: - The user

  /// The person who uses the app: their id and attributes.
  public var user: User { User(client: self) }

  /// The id of this installation on the server. It is created at the first launch, and kept until
  /// `logOut()` or `wipeData()`, or until the server rejects this device. nil if there is none:
  /// after a wipe, if the SDK was off from the first launch, or while the stored data cannot be
  /// read or is used by another client. Never blocks a thread.
  public var deviceId: String? {
    get async { await withCheckedContinuation { mailbox.post(.identify($0)) } }
  }

  /// `deviceId`, for modules that have another property of this name.
  package var confirmedDeviceId: String? { get async { await deviceId } }

  /// The id of this installation as far as it is known. While the stored data is being read for the
  /// first time, the thread waits for it, at most 100 ms. nil: there is no id, or it is not known
  /// yet.
  package var knownDeviceId: String? { gate.deviceID.wait(milliseconds: 100) ?? nil }

  /// Signs a user in. Later events belong to this user. The id has 1 to 255 characters. If the id
  /// is byte for byte the current one, nothing changes. Otherwise the session ends, messages close,
  /// and a new session starts with the new user's campaigns. A message that was triggered for one
  /// user is never shown to another. Use `logOut()` to return to an anonymous person.
  ///
  /// The signature is a JSON Web Token from your backend for this user (see
  /// `Configuration.API.sdkAuthentication`). It is sent with all requests for the user. A call with
  /// the same user and another signature only replaces it. Without a signature, the previous one
  /// stays.
  ///
  /// While the SDK is off, the change is kept in memory, and applies when it is turned on again.
  public func changeUser(userId: String, sdkAuthSignature: String? = nil) {
    guard Wire.Limits.allow(userId, upTo: Wire.Limits.userIDLength) else {
      return log.error(
        "The user is not changed: a user id must have 1 to \(Wire.Limits.userIDLength) characters.")
    }
    let signature = sdkAuthSignature.flatMap(checked)
    let epoch = gate.request(userID: userId)
    mailbox.post(.changeUser(userId, signature: signature, epoch: epoch, at: environment.now()))
  }

  /// Signs the current user out. From now on, an anonymous person uses the app, whom the server
  /// does not know yet.
  ///
  /// The session ends and a new one starts. Messages of the previous user are removed, whether
  /// queued or visible, and none is shown after this call returns. Their events that were not sent
  /// yet are still sent as theirs. The new person's events are never merged with theirs, because
  /// the installation gets a new `deviceId`. The SDK stays on. If nobody is signed in, nothing
  /// changes.
  ///
  /// While the SDK is off, the change is kept in memory, and applies when it is turned on again.
  public func logOut() {
    mailbox.post(.logOut(epoch: gate.request(userID: nil), at: environment.now()))
  }

  // MARK: - The switch

  /// Whether the SDK is on.
  ///
  /// While it is off, calls are ignored (except `changeUser(userId:sdkAuthSignature:)` and
  /// `logOut()`, which are remembered), nothing is sent, open requests are cancelled and messages
  /// close. Events that were logged before stay in the journal. Turning the SDK on starts a new
  /// session. The value is kept across launches. It is read in the background at launch, and is
  /// true until then.
  ///
  /// If the stored value is damaged, the SDK is off until you set this to true, and the log says
  /// so. If it cannot be read yet, for example before the first unlock of the device, nothing is
  /// sent or shown, and calls wait in memory.
  public var isEnabled: Bool {
    get { gate.enabled }
    set {
      guard let epoch = gate.setEnabled(newValue) else { return }
      mailbox.post(.setEnabled(newValue, epoch: epoch, at: environment.now()))
    }
  }

  /// Closes all messages, erases all data on this device, including waiting events, and sets
  /// `isEnabled` to false. If the process ends or the disk fails in between, the rest is erased as
  /// soon as possible, and each launch tries again. None of it is ever sent.
  public func wipeData() {
    mailbox.post(.wipe(epoch: gate.wipe(), at: environment.now()))
  }

  // MARK: - The app

  /// Tells the client that the app became active. With UIKit and AppKit this is automatic.
  /// Otherwise, call it after launch and each time the app becomes active.
  public func applicationDidBecomeActive() {
    mailbox.post(.becameActive(at: environment.now()))
  }

  /// Tells the client that the app moved to the background. With UIKit and AppKit this is
  /// automatic: on a Mac, an app that is not in front counts as in the background. On other
  /// systems, call it yourself.
  public func applicationDidEnterBackground() {
    mailbox.post(.enteredBackground(at: environment.now()))
  }

  /// Returns when all previous calls have taken effect: the state, the journal, and the calls to
  /// the delegate and the presenter with everything that they did in turn. It does not wait for
  /// open requests. Assets that have arrived are validated and stored first. If the waiting task is
  /// cancelled, it returns immediately.
  public func settled() async {
    await workshop.finished()
    for _ in 0..<2 {
      let turn = SettledTurn()
      mailbox.post(.settle(turn))
      await turn.wait(cancelled: ())
    }
  }

  /// The work that a client has in progress. A run in virtual time uses it to detect that nothing
  /// more happens at an instant: two values around `settled()` are equal, and between them as many
  /// requests and sleepers waited in the transport and the clock as there are tasks.
  package struct Activity: Equatable, Sendable {
    /// The number of requests, downloads and timers.
    package var tasks = 0
    /// The number of commands that the client has received.
    package var commands = 0
  }

  package var activity: Activity {
    get async {
      var activity = await withCheckedContinuation { mailbox.post(.describeActivity($0)) }
      activity.tasks += await stage.timerCount
      return activity
    }
  }

  /// Logs that a call from a page was refused. `words` contains names of methods and types, but no
  /// content of the page.
  package func logPageProblem(_ words: String) { log.error("A call from a page was refused. \(words)") }

  /// Logs an error that another module of this package found. `words` contains no content of
  /// messages or pages.
  package func logProblem(_ words: String) { log.error("\(words)") }

  /// The same if there is no client, with the default settings of the log.
  package static func logProblemWithoutClient(_ words: String) {
    Log(.init(), environment: .live).error("\(words)")
  }
}

/// The engine's types under the app's names, so that apps do not need to import the engine.
extension Martlet {
  /// The decision about an event, with every candidate and why it was or was not shown.
  public typealias Decision = MartletCore.Decision
  /// How a message ended, or why it is queued.
  public typealias Outcome = MartletCore.Outcome
  /// The outcome of one message of a campaign.
  public typealias OutcomeRecord = MartletCore.OutcomeRecord
  /// A property of an event, with its type.
  public typealias Value = MartletCore.Value
  /// The properties of an event, or of an object in them.
  public typealias Properties = MartletCore.Properties
}
