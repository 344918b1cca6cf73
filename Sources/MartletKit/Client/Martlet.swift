// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
package import MartletWire

/// The SDK: logs events, decides which message they trigger, and hands it to the presenter.
///
///     let martlet = Martlet(configuration: .init(apiKey: "…", endpoint: "https://messages.example.com"))
///     martlet.inAppMessagePresenter = InAppMessageUI()
///     martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5])
///
/// Creating one returns at once; files and network are touched elsewhere, never on the caller's thread. Keep the object: without it nothing
/// runs. Every call is safe from any thread, returns at once, and takes effect in the order in which the calls were made.
///
/// An event counts as logged once it is in the journal on disk: it survives the end of the process, and is on the disk itself within 100 ms
/// and before it is sent. It is kept until the server acknowledges it by its id, so that it arrives once and counts once. The journal holds
/// at most 10,000 events or 10 MB; when more wait, the oldest analytics go first, and the log says so.
public final class Martlet: Sendable {
  /// The version of the SDK.
  public static let version = "0.1.0"

  /// What this client was made with: a copy each time, so that changing it changes nothing.
  public var configuration: Configuration { Configuration(frozen) }

  private let frozen: Configuration.Frozen
  let mailbox = Mailbox()
  let gate = Gate()
  let streams: AppStreams
  let stage: Stage
  let log: Log
  let environment: Environment
  private let workshop = AssetWorkshop()
  private let urlOpener: @MainActor @Sendable (URLContext) -> Void

  /// Returns at once. The configuration is copied: changing it later changes nothing.
  public init(configuration: Configuration) {
    let settings = Settings(configuration)
    frozen = Configuration.Frozen(configuration)
    log = settings.log
    environment = settings.environment
    streams = AppStreams(gate: gate)
    urlOpener = configuration.urlOpener ?? PlatformURLOpener(log: settings.log).open
    stage = Stage(mailbox: mailbox, gate: gate, settings: settings)

    let (actions, continuation) = AsyncStream.makeStream(of: Stage.Action.self, bufferingPolicy: .unbounded)
    let client = Client(settings: settings, mailbox: mailbox, gate: gate, streams: streams, stage: continuation, workshop: workshop)
    // Both end when the mailbox is closed, which `deinit` does.
    Task { await client.run() }
    Task { @MainActor [stage, weak self] in
      stage.martlet = self
      for await action in actions { stage.perform(action) }
      stage.end()
    }
    #if canImport(UIKit)
    AppLifecycle.observe(for: self)
    #endif
  }

  deinit {
    mailbox.close()
  }

  // MARK: - Messages

  /// What the app hears and may veto; kept weakly. Set it before the first event, to miss nothing.
  @MainActor public weak var delegate: (any MartletDelegate)? {
    get { stage.delegate }
    set { stage.delegate = newValue }
  }

  /// Kept strongly. Messages that were decided while there was none, at most the twenty newest, are handed over when it is set, the newest
  /// first.
  @MainActor public var inAppMessagePresenter: (any InAppMessagePresenter)? {
    get { stage.presenter }
    set { stage.presenter = newValue }
  }

  /// Every decision from now on. Each call gives an independent stream, which ends with this object; a reader that falls more than 1,000
  /// decisions behind loses the oldest.
  public var decisions: AsyncStream<Decision> { streams.decisions.open() }

  /// What becomes of every message of a campaign, from now on: where it waits, and how it ends. Each call gives an independent stream, as with
  /// `decisions`.
  public var outcomes: AsyncStream<OutcomeRecord> { streams.outcomes.open() }

  /// Sessions that begin and end, from now on. Each call gives an independent stream, as with `decisions`.
  public var sessionUpdates: AsyncStream<SessionEvent> { streams.sessions.open() }

  /// Opens the URL of a click: asks the delegate, then `Configuration.urlOpener`, which is the platform unless the app sets it. Called by
  /// presenters.
  @MainActor public func open(_ context: URLContext) {
    guard delegate?.martlet(self, shouldOpenURL: context) ?? true else { return }
    urlOpener(context)
  }

  // MARK: - Events

  /// Logs an event, which may trigger a message.
  ///
  /// The name has 1 to 255 characters and does not begin with `$`. Properties are strings, booleans, numbers, dates, and lists and
  /// dictionaries of them, up to 8 levels deep; keys follow the rule of names; there are at most 256, and they take at most about 30 KB as
  /// JSON.
  ///
  /// An event that breaks a rule of names or sizes is refused as a whole. A single property that is wrong is left out, and the event is
  /// logged without it. Both are named in the log at the call.
  @_disfavoredOverload
  public func logCustomEvent(name: String, properties: [String: Any]? = nil) {
    logEvent(name) { read(properties, of: "The event \(name.prefix(64))") }
  }

  /// Logs a purchase, which may trigger a message.
  ///
  /// - Parameters:
  ///   - productId: 1 to 255 characters.
  ///   - currency: an ISO 4217 code, in either case.
  ///   - price: of one unit; rounded to two decimals.
  ///   - quantity: 1 to 100.
  ///   - properties: as in `logCustomEvent(name:properties:)`.
  ///
  /// A purchase that breaks a rule is refused as a whole and named in the log at the call; a single property that is wrong is left out.
  @_disfavoredOverload
  public func logPurchase(
    productId: String, currency: String, price: Double, quantity: Int = 1, properties: [String: Any]? = nil
  ) {
    logPurchase(productId, currency, price, quantity) { read(properties, of: "The purchase of \(productId.prefix(64))") }
  }

  /// Logs that a screen came up, which may trigger a message. Call it when the screen appears.
  ///
  /// - Parameters:
  ///   - name: 1 to 255 characters. Triggers name it exactly so.
  ///   - properties: as in `logCustomEvent(name:properties:)`.
  ///
  /// What breaks a rule is refused as a whole and named in the log at the call; a single property that is wrong is left out.
  @_disfavoredOverload
  public func logScreen(name: String, properties: [String: Any]? = nil) {
    logScreen(name) { read(properties, of: "The screen \(name.prefix(64))") }
  }

  /// Push notifications.
  public var notifications: Notifications { Notifications(client: self) }

  /// Sends what waits, now. Under the manual policy this is what sends events.
  public func requestImmediateDataFlush() {
    mailbox.post(.flush)
  }

  // MARK: - The user

  /// The person using the app: who it is, and what audiences and texts may know of them.
  public var user: User { User(client: self) }

  /// The id under which this installation is known to the server: made at the first start, kept until `logOut()` or `wipeData()`, or until the
  /// server refuses this device; nil while there is none, after a wipe, when the SDK was off from the first start, or while what is stored
  /// cannot be read or belongs to another client. Never blocks a thread.
  public var deviceId: String? {
    get async { await withCheckedContinuation { mailbox.post(.identify($0)) } }
  }

  /// Later events belong to this user, of 1 to 255 characters. The same user again, byte for byte, changes nothing; another one ends the session, takes
  /// down messages, and starts a new session with messages of their own. What was triggered for one user is never shown to another.
  /// `logOut()` leads back to somebody anonymous.
  ///
  /// The signature is a JSON Web Token that your backend signed for this user (`Configuration.API.sdkAuthentication`); it goes with everything that
  /// is said of them. The same user with another signature changes nothing else. Without one, the signature of before stays.
  ///
  /// While the SDK is off the change is only remembered, in memory, and takes effect when it is on again.
  public func changeUser(userId: String, sdkAuthSignature: String? = nil) {
    guard Wire.Limits.allow(userId, upTo: Wire.Limits.userIDLength) else {
      return log.error("The user is not changed: a user id must have 1 to \(Wire.Limits.userIDLength) characters.")
    }
    let signature = sdkAuthSignature.flatMap(checked)
    let epoch = gate.request(userID: userId)
    mailbox.post(.changeUser(userId, signature: signature, epoch: epoch, at: environment.now()))
  }

  // MARK: - The switch

  /// Off: calls are ignored (`changeUser(userId:sdkAuthSignature:)` and `logOut()` are remembered), nothing is sent, requests under way are
  /// cancelled and messages go. What was logged before stays in the journal until it is on again, which starts a new session. Kept across
  /// launches; a launch reads it in the background, and says true until then.
  /// When what was stored is damaged, the SDK is off until this is set to true, and the log says so. When it cannot be read yet (the device was
  /// not unlocked since it started, say), nothing is sent or shown and calls wait in memory until it can be.
  public var isEnabled: Bool {
    get { gate.enabled }
    set {
      guard let epoch = gate.setEnabled(newValue) else { return }
      mailbox.post(.setEnabled(newValue, epoch: epoch, at: environment.now()))
    }
  }

  /// Takes down messages, erases everything that is stored on this device (events that wait too) and sets `isEnabled` to false. What the end of
  /// the process or a failing disk leaves is erased as soon as the disk takes it, tried again at each launch; none of it is ever sent.
  public func wipeData() {
    mailbox.post(.wipe(epoch: gate.wipe(), at: environment.now()))
  }

  // MARK: - The app

  /// The app came to the foreground. Called for you where there is UIKit; elsewhere call it yourself, also once after start-up.
  public func applicationDidBecomeActive() {
    mailbox.post(.becameActive(at: environment.now()))
  }

  /// The app went to the background. Called for you where there is UIKit; elsewhere call it yourself.
  public func applicationDidEnterBackground() {
    mailbox.post(.enteredBackground(at: environment.now()))
  }

  /// Returns when everything that was called before it has taken effect: state, journal, delegate and presenter calls, and what the
  /// delegate and the presenter did while they were called. Requests that are under way are not waited for; assets that came
  /// already are examined and written first. When the waiting task is cancelled, it returns without having waited for its turn.
  public func settled() async {
    await workshop.finished()
    for _ in 0..<2 {
      let turn = SettledTurn()
      mailbox.post(.settle(turn))
      await turn.wait(cancelled: ())
    }
  }

  /// What a client has under way. A run in virtual time knows by it that an instant is over: when two answers around `settled()` are equal and
  /// as many requests and sleepers waited in the transport and in the clock between them as there are tasks, then nothing moves any more.
  package struct Activity: Hashable, Sendable {
    /// Requests, downloads and the timers.
    package var tasks = 0
    /// What the client was told since it began.
    package var commands = 0
  }

  package var activity: Activity {
    get async {
      var activity = await withCheckedContinuation { mailbox.post(.describeActivity($0)) }
      activity.tasks += await stage.timerCount
      return activity
    }
  }

  /// Says in the log that a page's call was refused. The words name methods and types, nothing that the page said.
  package func logPageProblem(_ words: String) { log.error("A call of a page was refused. \(words)") }

  // MARK: - Checks on the caller's thread

  func logEvent(_ name: String, _ properties: () -> Properties) {
    guard isEnabled else { return }
    submit("The event \(name.prefix(64))") { () throws(EventRules.Refusal) in
      try EventRules.check(eventName: name)
      let checked = properties()
      try EventRules.check(checked)
      return .log(.custom(name: name, properties: checked), at: environment.now())
    }
  }

  func logScreen(_ name: String, _ properties: () -> Properties) {
    guard isEnabled else { return }
    submit("The screen \(name.prefix(64))") { () throws(EventRules.Refusal) in
      guard !name.isEmpty, name.unicodeScalars.count <= Wire.Limits.nameLength else {
        throw EventRules.Refusal(reason: "a screen name must have 1 to \(Wire.Limits.nameLength) characters")
      }
      let checked = properties()
      try EventRules.check(checked)
      return .log(.screenView(name: name, properties: checked), at: environment.now())
    }
  }

  func logPurchase(_ productID: String, _ currency: String, _ price: Double, _ quantity: Int, _ properties: () -> Properties) {
    guard isEnabled else { return }
    submit("The purchase of \(productID.prefix(64))") { () throws(EventRules.Refusal) in
      let purchase = try EventRules.purchase(
        productID: productID, currency: currency, price: price, quantity: quantity, properties: properties())
      return .log(.purchase(purchase), at: environment.now())
    }
  }

  func logPushClick(campaignID: String?) {
    guard isEnabled else { return }
    submit("The click on a notification") { () throws(EventRules.Refusal) in
      if let campaignID, campaignID.isEmpty || campaignID.unicodeScalars.count > Wire.Limits.nameLength {
        throw EventRules.Refusal(reason: "a campaign id must have 1 to \(Wire.Limits.nameLength) characters")
      }
      return .log(.pushClick(campaign: campaignID.map { CampaignID($0) }), at: environment.now())
    }
  }

  package func setAttribute(key: String, to given: Any) {
    submitAttribute(key, given) { value, at in .setAttribute(key: key, value: value, at: at) }
  }

  /// What does not fit the operation is refused, as is what no attribute can hold.
  package func changeAttribute(key: String, _ operation: Wire.AttributeChange.Operation, with given: Any) {
    submitAttribute(key, given) { value, at throws(EventRules.Refusal) in
      let change = Wire.AttributeChange(.known(operation), Wire.JSONValue(value))
      guard change.fits else { throw EventRules.Refusal(reason: "this value does not work with \(operation.rawValue)") }
      return .changeAttribute(key: key, change, at: at)
    }
  }

  private func submitAttribute(
    _ key: String, _ given: Any, _ command: (Value, Instant) throws(EventRules.Refusal) -> Command
  ) {
    guard isEnabled else { return }
    submit("The attribute \(key.prefix(64))") { () throws(EventRules.Refusal) in
      guard !key.isEmpty, key.unicodeScalars.count <= Wire.Limits.keyLength else {
        throw EventRules.Refusal(reason: "a key must have 1 to \(Wire.Limits.keyLength) characters")
      }
      let value: Value
      do throws(PropertyReader.Problem) {
        value = try PropertyReader.value(given, at: key)
      } catch {
        throw EventRules.Refusal(reason: error.reason)
      }
      try EventRules.check([key: value])
      return try command(value, environment.now())
    }
  }

  func examine(_ properties: Properties, of what: @autoclosure () -> String) -> Properties {
    // What is as it has to be is not made anew.
    PropertyReader.isCommon(properties) ? properties : read(properties.mapValues { $0 as Any }, of: what())
  }

  func read(_ properties: [String: Any]?, of what: @autoclosure () -> String) -> Properties {
    guard let properties, !properties.isEmpty else { return [:] }
    let (read, problems) = PropertyReader.read(properties)
    for problem in problems { log.error("\(what()) is logged without \(problem.path): \(problem.reason).") }
    return read
  }

  private func submit(_ what: @autoclosure () -> String, _ command: () throws(EventRules.Refusal) -> Command) {
    do {
      let command = try command()
      guard gate.admitEvent() else {
        return log.error("\(what()) is not logged: more than \(Gate.maximumWaitingEvents) events wait to be written.")
      }
      mailbox.post(command)
    } catch {
      log.error("\(what()) is not logged: \(error.reason).")
    }
  }
}
