// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The connection to the server as a value: the sender, the waiting events, the requests in
/// progress, and the time of the next attempt.
///
/// It does no input or output: each input returns effects, and their results are further inputs.
/// Its parts are private: the client only calls `handle(_:)` and reads the properties below.
struct Uplink: Sendable {
  /// If the first request of a device has no answer by then, the log reports that there is no
  /// server.
  static let serverPatience = Duration.seconds(10)

  let settings: Settings
  var account: Account
  var outbox = Outbox()
  var line = Line()
  var sync = SyncMachine()
  var recall = RecallMachine()
  var trust: Trust
  var flushes = AwaitedFlushes()
  var privacy = AwaitedPrivacy()
  /// nil if nothing can be sent. Set by the first input.
  var endpoint: URL?
  var definitionsTag: String?
  /// The engine was told that a request for definitions is in progress.
  var isAnswerExpected = false
  /// The next sync carries no events, because a sync with events was refused.
  var syncsAlone = false
  var hasAsked = false
  var hasAnswer = false
  var hasSaidSignatureIsUnused = false
  /// The effects of the current input.
  var effects: [Effect] = []

  init(_ settings: Settings) {
    self.settings = settings
    account = Account(of: settings.device, sending: settings.deviceFacts)
    trust = Trust(settings)
  }

  // MARK: - Reading

  var state: StoredState { account.state }
  var device: Wire.Device? { account.device }
  var userWhileOff: String?? { account.userWhileOff }
  var isSyncInFlight: Bool { sync.isInFlight }
  var presentUserID: String? { account.presentUserID }
  /// Copies of the records that wait or are being sent, in the order of logging.
  var records: [Wire.EventRecord] { outbox.entries.map(\.record) }
  /// Their size as JSON.
  var bytes: Int { outbox.bytes }

  func formerDeviceID(of owner: Owner) -> String? { account.formerDeviceID(of: owner.userID) }

  // MARK: - Inputs

  mutating func handle(_ input: Input) -> [Effect] {
    effects = []
    switch input {
    case .restored(let state):
      account = Account(state, of: settings.device, sending: settings.deviceFacts)
      endpoint = settings.endpoint
      if state.enabled, state.deviceID == nil { becomeNewDevice() }
    case .holds(let tag): definitionsTag = tag
    case .logged(let record, let bytes): add(record, bytes: bytes)
    case .wanted: wantDefinitions()
    case .wantedNow:
      line.hurry()
      wantDefinitions()
    case .pushFacts(let facts):
      account.setPush(facts)
      effects.append(.save)
    case .flush: flushNow()
    case .flushAwaited(let turn):
      flushNow()
      flushes.add(turn, of: outbox, at: now)
    case .restAwaited(let turn):
      // Under the manual policy, nothing is under way.
      if settings.requestPolicy == .manual {
        effects.append(.end(turn, Martlet.FlushResult()))
      } else {
        flushes.add(turn, of: outbox, at: now)
      }
    case .paused: flushSoon()
    case .resumed: if line.resume() { effects.append(.set(.retry, at: nil)) }
    case .sessionStarted: sessionStarted()
    case .pathChanged(let isReachable):
      if let delay = line.pathChanged(isReachable: isReachable, random: random) {
        effects.append(.bringForward(.retry, to: now + delay))
      }
    case .answered(let request, let answer): handle(answer, to: request)
    case .render(let rendered, let sessionID): render(rendered, sessionID)
    case .renderingAbandoned(let id): if let request = line.rendering(of: id) { cancel(request) }
    case .privacyRequested(let kind, let turn): requestPrivacy(kind, turn)
    case .signedIn(let userID):
      account.state.userID = userID
      effects.append(.save)
    case .signedOut: signOut()
    case .userWhileOff(let userID): account.userWhileOff = .some(userID)
    case .signedInWith(let signature, let userID): sign(signature, for: userID)
    case .signature(let signature, let userID, let isAwaited): setSignature(signature, of: userID, isAwaited)
    case .credentialNotSaved(let previous): _ = account.setCredential(previous)
    case .decidesNow: expect(false)
    case .switchedOn:
      account.state.enabled = true
      if account.device == nil { becomeNewDevice() } else { effects.append(.save) }
    case .settledWhoUsesIt(let isAwaited): settleWhoUsesIt(isAwaited)
    case .switchedOff:
      stop()
      account.state.enabled = false
      effects.append(.save)
    case .wiped: wipe()
    case .timePassed(let kind): timePassed(kind)
    case .send(let sessionID): send(sessionID)
    case .tidy(let isAwaited): tidy(isAwaited)
    case .ended:
      for (turn, result) in flushes.takeAll(outbox) { effects.append(.end(turn, result)) }
      endPrivacy(.ended)
    }
    return effects
  }

  private mutating func timePassed(_ kind: Timers.Kind) {
    switch kind {
    case .flush: line.flush(through: outbox.lastSequence)
    case .retry: line.unblock()
    case .serverCheck: checkServer()
    // Handled after the command.
    default: break
    }
  }

  var now: Duration { settings.environment.monotonicNow() }
  var random: () -> Double { settings.environment.random }
  var log: Log { settings.log }

  // MARK: - Waiting events

  private mutating func add(_ record: Wire.EventRecord, bytes: Int) {
    let dropped = outbox.add(record, bytes: bytes)
    if !dropped.isEmpty {
      log.error(
        "The journal is full (\(outbox.limits.count) events or \(outbox.limits.bytes) bytes): \(dropped.count) old ones were dropped."
      )
      forget(dropped)
      flushes.noteDropped(dropped.count)
    }
    startFlushTimer()
  }

  /// Under the automatic policy, waiting events are sent when this timer fires.
  mutating func startFlushTimer() {
    guard settings.requestPolicy == .automatic else { return }
    effects.append(.bringForward(.flush, to: now + settings.flushInterval))
  }

  mutating func flushSoon() {
    if settings.requestPolicy == .automatic { line.flush(through: outbox.lastSequence) }
  }

  private mutating func flushNow() {
    guard state.enabled else { return }
    line.hurry()
    trust.users.hurry(at: now)
    line.flush(through: outbox.lastSequence)
  }

  mutating func forget(_ ids: [String]) {
    if !ids.isEmpty { effects.append(.forget(ids)) }
  }

  var terms: Outbox.Terms {
    Outbox.Terms(silenced: trust.users.silenced(at: now), separatesUsers: settings.sdkAuthentication)
  }

  // MARK: - Awaited definitions

  mutating func wantDefinitions() {
    if let late = sync.want() { cancel(late) }
  }

  /// Events wait for the definitions that are requested in this command. If they cannot be, the
  /// stored definitions decide immediately.
  private mutating func expectDefinitions() {
    expect(
      state.enabled && line.isOpen && endpoint != nil && device != nil
        && !trust.users.isSilenced(state.userID, at: now))
  }

  private mutating func expect(_ isExpected: Bool) {
    guard isExpected || isAnswerExpected else { return }
    isAnswerExpected = isExpected
    effects.append(.expect(isExpected))
  }

  private mutating func sessionStarted() {
    line.sessionStarted()
    trust.sessionStarted()
    wantDefinitions()
    expectDefinitions()
  }

  // MARK: - Requests

  private mutating func send(_ sessionID: String?) {
    if trust.isDeviceRefused, line.isIdle { replaceDevice() }
    if state.enabled, line.isOpen, !trust.isDeviceRefused, let endpoint, let device {
      if sync.isWanted, !trust.users.isSilenced(state.userID, at: now) {
        sendSync(to: endpoint, device, sessionID)
      }
      if !outbox.isBatchInFlight, let first = outbox.firstWaiting(terms), first <= line.flushThrough {
        sendEvents(to: endpoint, device)
      }
    }
    if !sync.isInFlight { expect(false) }
  }

  private mutating func sendSync(to endpoint: URL, _ device: Wire.Device, _ sessionID: String?) {
    if !isAnswerExpected { expectDefinitions() }
    var request = Line.Request(
      kind: .sync(userID: state.userID), device: account.deviceProof, user: userProof(of: state.userID))
    var events: [Wire.EventRecord] = []
    if settings.requestPolicy == .automatic, !syncsAlone, speaksForNext(state.userID),
      let batch = outbox.takeBatch(terms)
    {
      events = batch
      request.hasBatch = true
      line.flush(through: outbox.lastSequence)
    }
    let body = Wire.SyncRequest(
      device: device, userID: state.userID, sessionID: sessionID, definitionsTag: definitionsTag,
      sentAt: settings.environment.now(),
      events: events)
    sync.begin(request: start(request, Wire.encode(body), to: "sync", at: endpoint))
  }

  /// Whether a request about this user, from the current device, can carry the next batch.
  private func speaksForNext(_ userID: String?) -> Bool {
    outbox.nextSender(terms).map { terms.unites($0, Outbox.Sender(userID: userID)) } ?? false
  }

  private mutating func sendEvents(to endpoint: URL, _ device: Wire.Device) {
    guard let sender = outbox.nextSender(terms), let batch = outbox.takeBatch(terms) else { return }
    var (device, userID, proof) = (
      device, settings.sdkAuthentication ? sender.userID : state.userID, account.deviceProof
    )
    if let former = sender.formerDeviceID, former != device.id {
      (device, userID, proof) = (
        account.formerDevice(former), nil, account.formerDeviceProof(of: former)
      )
    }
    let request = Line.Request(
      kind: .events(userID: state.userID), device: proof,
      user: userProof(of: settings.sdkAuthentication ? sender.userID : nil),
      hasBatch: true)
    let body = Wire.EventsRequest(
      device: device, userID: userID, sentAt: settings.environment.now(), events: batch)
    _ = start(request, Wire.encode(body), to: "events", at: endpoint)
  }

  mutating func render(_ rendered: Rendered, _ sessionID: String?) {
    let id = rendered.presentation.id
    guard !trust.users.isSilenced(rendered.userID, at: now) else {
      log.info("A campaign is not rendered: the server rejected the user's signature.")
      return effects.append(.rendered(id, .unreachable(detail: "not_authenticated")))
    }
    guard line.isOpen, !trust.isDeviceRefused, let endpoint, let device else {
      log.info("A campaign is not rendered: the server is not available right now.")
      return effects.append(.rendered(id, .unreachable(detail: "not_asked")))
    }
    let request = Line.Request(
      kind: .render(presentationID: id), device: account.deviceProof, user: userProof(of: rendered.userID))
    let body = Wire.RenderRequest(
      device: device, userID: rendered.userID, sessionID: sessionID, presentation: rendered.presentation,
      event: rendered.event.map { Wire.EventRecord($0, sessionID: sessionID, userID: rendered.userID) },
      sentAt: settings.environment.now())
    _ = start(request, Wire.encode(body), to: "render", at: endpoint)
  }

  mutating func start(_ request: Line.Request, _ json: [UInt8], to route: String, at endpoint: URL) -> Int {
    if request.hasBatch { effects.append(.synchronize(isSent: true)) }
    if !hasAsked {
      hasAsked = true
      effects.append(.set(.serverCheck, at: now + Self.serverPatience))
    }
    let id = line.begin(request)
    effects.append(
      .start(
        id,
        TransportRequest(json, to: route, at: endpoint, key: settings.apiKey, request.device, request.user)))
    return id
  }

  private mutating func cancel(_ id: Int) {
    effects.append(.cancel(id))
    // Only a sync is cancelled together with its batch.
    if line.end(id)?.hasBatch ?? false { outbox.release() }
  }

  // MARK: - Ending

  /// A device without a network is not reported.
  private func checkServer() {
    guard state.enabled, !hasAnswer, line.isPathReachable != false, let endpoint else { return }
    let place = "\(endpoint.host ?? "?")\(endpoint.port.map { ":\($0)" } ?? "")"
    log.error(
      "No server responded at \(place) within 10 seconds, so there are no campaigns yet. Check that it is running and that this device can reach "
        + "the configured endpoint. Events are kept, and the client tries again.")
  }

  private mutating func tidy(_ isAwaited: @escaping (String) -> Bool) {
    let isNeeded = vouchingNeeded(isAwaited)
    trust.users.keep(isNeeded)
    effects.append(.set(.authentication, at: trust.users.nextAttempt(after: now)))
    let needed = settings.sdkAuthentication ? state.signatures.userIDs.filter(isNeeded) : []
    if account.state.signatures.keep(Set(needed.map { ExactText($0) })) {
      // Acknowledged events are removed from the disk first. A launch must not find them without
      // the signature.
      effects += [.synchronize(isSent: false), .save]
    }
    let ended = flushes.takeEnded(outbox, at: now) { [state, endpoint, outbox, terms, line] through in
      if !state.enabled { return .disabled }
      if endpoint == nil { return .noEndpoint }
      // All remaining events belong to users whose signatures the server rejects.
      return (outbox.oldest(terms) ?? .max) > through ? .notAuthenticated : line.obstacle
    }
    for (turn, result) in ended { effects.append(.end(turn, result)) }
    effects.append(.set(.flushLimit, at: flushes.deadline))
  }

  private mutating func stop() {
    effects.append(.cancelAll)
    endPrivacy(.disabled)
    trust.clear()
    _ = sync.stop()
    outbox.release()
    line.clear()
    isAnswerExpected = false
  }

  private mutating func wipe() {
    stop()
    outbox.removeAll()
    line.succeeded()
    account = Account(of: settings.device, sending: settings.deviceFacts)
    account.state.enabled = false
    definitionsTag = nil
  }
}
