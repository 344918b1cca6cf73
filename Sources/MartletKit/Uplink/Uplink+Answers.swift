// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// How the server's answers change the state, including rejected devices and signatures.
extension Uplink {
  mutating func handle(_ answer: Command.Answer, to id: Int) {
    if case .response = answer, !hasAnswer {
      hasAnswer = true
      effects.append(.set(.serverCheck, at: nil))
    }
    // The request is no longer in progress: this is a late answer, for another user or session, or
    // from before a wipe.
    guard let request = line.end(id) else { return }
    switch Reply(answer, to: request.kind, now: settings.environment.now(), log) {
    case .synced(let answer): synced(answer, request)
    case .stored(let answer): stored(answer, request)
    case .rendered(let rendering): rendered(rendering, request)
    case .privacyAnswered(let result): answerPrivacy(result, request)
    case .deviceRefused(let refusal): deviceWasRefused(refusal, request)
    case .usersRefused(let reason): usersWereRefused(reason, request)
    case .failed(let failure): fail(failure, request)
    }
  }

  private mutating func synced(_ answer: Wire.SyncResponse, _ request: Line.Request) {
    updateTrust(settle(answer.results, request), answer.signatureRefusal, request)
    sync.answered()
    syncsAlone = false
    if let settings = answer.settings, account.follow(settings) { effects.append(.save) }
    if let credential = answer.deviceCredential, request.device.deviceID == state.deviceID {
      keep(credential)
    }
    guard let definitions = answer.definitions, case .sync(let userID) = request.kind else {
      return effects.append(.confirmed(answer.deliveries))
    }
    isAnswerExpected = false
    effects.append(.received(StoredDefinitions(userID: userID, definitions: definitions), answer.deliveries))
  }

  private mutating func stored(_ answer: Wire.EventsResponse, _ request: Line.Request) {
    updateTrust(settle(answer.results, request), answer.signatureRefusal, request)
    // Every answer names the definitions that this device should hold, so that paused or edited
    // campaigns stop now and not at the next session.
    guard let tag = answer.definitionsTag, case .events(let userID) = request.kind,
      userID.isExactly(state.userID), !sync.isPending,
      recall.wantsSync(held: definitionsTag, named: tag, at: now)
    else { return }
    wantDefinitions()
  }

  private mutating func rendered(_ rendering: Rendering, _ request: Line.Request) {
    if case .render(let id) = request.kind { effects.append(.rendered(id, rendering)) }
  }

  private mutating func reached() {
    line.succeeded()
    effects.append(.reached)
  }

  /// Results only count if the whole answer could be read.
  private mutating func settle(_ results: [Wire.EventResult], _ request: Line.Request) -> Outbox.Settlement {
    guard request.hasBatch else {
      reached()
      return Outbox.Settlement()
    }
    let settlement = outbox.settle(results)
    forget(settlement.acknowledged)
    flushes.noteDropped(settlement.rejected.count)
    for result in settlement.rejected {
      log.error(
        "The server rejected an event: \(result.field.map { $0 + ": " } ?? "")\(result.message ?? result.code ?? "no reason given")"
      )
    }
    if settlement.acknowledged.isEmpty, settlement.isUnsettled {
      // The server answered but settled nothing. An immediate retry would loop.
      _ = close(after: .noAnswer, because: .serverBusy)
    } else {
      reached()
    }
    return settlement
  }

  /// Nothing of the request was stored: its events wait again, and its question is repeated.
  private mutating func putBack(_ request: Line.Request) {
    if request.hasBatch { outbox.release() }
    if case .sync = request.kind { sync.failed() }
  }

  private mutating func fail(_ failure: RetryPolicy.Failure, _ request: Line.Request) {
    guard close(after: failure) == .split else { return putBack(request) }
    guard case .sync = request.kind else { return splitBatch(failure) }
    // Send the question and the events separately, to find out which was refused. The next session
    // repeats a refused question.
    syncsAlone = request.hasBatch
    if request.hasBatch { putBack(request) } else { sync.answered() }
  }

  /// Finds the event that makes the server refuse whole batches. It is dropped only if the server
  /// explained the refusal, and no other event is tried before a pause, so that a server that
  /// refuses everything does not empty the journal.
  private mutating func splitBatch(_ failure: RetryPolicy.Failure) {
    guard case .culprit(let id) = outbox.splitBatch() else { return }
    guard case .status(_, _, isExplained: true) = failure else {
      return line.close(.untilNextSession, .init(failure))
    }
    log.error("The server rejects an event even on its own. It is dropped.")
    outbox.drop(id)
    forget([id])
    flushes.noteDropped(1)
    _ = close(after: .noAnswer, because: .init(failure))
  }

  private mutating func close(
    after failure: RetryPolicy.Failure, because reason: Martlet.FlushResult.Reason? = nil
  ) -> RetryPolicy.Advice {
    let advice = line.failed(failure, because: reason, random: random())
    if case .wait(let delay, _) = advice { effects.append(.set(.retry, at: now + delay)) }
    return advice
  }

  // MARK: - The device

  mutating func becomeNewDevice() {
    account.becomeNewDevice(id: settings.environment.makeID())
    effects.append(.save)
  }

  /// Called when the server refused the device and no requests are in progress any more.
  mutating func replaceDevice() {
    becomeNewDevice()
    trust.deviceWasReplaced()
    // A new device must register and receive a secret.
    wantDefinitions()
  }

  /// Stores the secret that the server issued to this device, the first or a later one.
  private mutating func keep(_ credential: String) {
    guard Wire.DeviceCredential.isValid(credential) else {
      return log.error("The server sent a credential that cannot be used in a header. It is ignored.")
    }
    effects.append(.saveCredential(previous: account.setCredential(credential)))
  }

  private mutating func deviceWasRefused(_ refusal: Wire.DeviceCredential.Refusal, _ request: Line.Request) {
    let former = request.hasBatch ? outbox.formerDeviceInFlight : nil
    putBack(request)
    rendered(.refused(401), request)
    answerPrivacy(.failure(.init(.notAuthenticated)), request)
    if let former, former == request.device.deviceID, former != state.deviceID { return disown(former) }
    if !trust.deviceWasRefused(refusal, request.device, current: account.deviceProof) {
      line.close(.untilNextSession, .refused)
    }
  }

  /// The server no longer accepts a former device. Its events of named users are sent under the
  /// current device. Events of an anonymous person (see `Outbox.disown`) are dropped, because they
  /// would be attributed to the next person, or merge the next person with another.
  private mutating func disown(_ formerDeviceID: String) {
    let dropped = outbox.disown(deviceID: formerDeviceID)
    account.state.formerCredentials[formerDeviceID] = nil
    effects += [.save, .rewriteJournal]
    flushes.noteDropped(dropped.count)
    guard !dropped.isEmpty else { return }
    log.error(
      "The server no longer accepts the device id from before the sign-out. \(dropped.count) events were dropped: anonymous events and the "
        + "sign-in that they belonged to.")
  }

  // MARK: - Users

  /// Makes this installation a device that the server has never seen, so that no data of the next
  /// person reaches the previous one.
  ///
  /// Waiting events belong to the previous device. They are sent under its id in separate requests,
  /// also after a relaunch.
  mutating func signOut() {
    let awaited = outbox.formerDeviceIDs
    if let deviceID = state.deviceID {
      outbox.stamp(deviceID: deviceID)
      effects.append(.rewriteJournal)
      flushSoon()
    }
    account.signOut(awaited: awaited, newDeviceID: settings.environment.makeID())
    effects.append(.save)
  }

  func userProof(of userID: String?) -> UserProofs.Proof {
    UserProofs.Proof(
      userID: userID, signature: settings.sdkAuthentication ? account.state.signatures[userID] : nil)
  }

  private mutating func updateTrust(
    _ settlement: Outbox.Settlement, _ refusal: Wire.SignatureRefusal?, _ request: Line.Request
  ) {
    effects += trust.update(settlement, refusal, request.user, account).map { .authenticationFailed($0) }
  }

  private mutating func usersWereRefused(_ reason: Trust.Reason, _ request: Line.Request) {
    // The server asks for a signature here also where other requests need none, so those go on.
    if case .privacy = request.kind { return answerPrivacy(.failure(.init(.notAuthenticated)), request) }
    // If users are not separated, a request is for all of them.
    let users = request.user.userID.map { [ExactText($0)] } ?? (request.hasBatch ? outbox.usersInFlight : [])
    guard !users.isEmpty else {
      // One message without a valid signature is no reason to close the line.
      if case .render = request.kind { return rendered(.refused(401), request) }
      return fail(.status(401, retryAfter: nil, isExplained: true), request)
    }
    putBack(request)
    rendered(.refused(401), request)
    for user in users {
      effects +=
        trust.refuse(user.text, reason, request.user, account).map { [.authenticationFailed($0)] } ?? []
    }
  }

  mutating func setSignature(_ signature: String, of userID: String?, _ isAwaited: @escaping (String) -> Bool)
  {
    guard let owner = userID ?? presentUserID else {
      return log.error(
        "The signature is not kept, because nobody is signed in. Pass it with changeUser(userId:sdkAuthSignature:)."
      )
    }
    guard owner.isExactly(presentUserID) || vouchingNeeded(isAwaited)(owner) else {
      return log.info("The signature is not kept: its user is not signed in and has no waiting events.")
    }
    sign(signature, for: owner)
  }

  mutating func sign(_ signature: String, for userID: String) {
    guard settings.sdkAuthentication else {
      guard !hasSaidSignatureIsUnused else { return }
      hasSaidSignatureIsUnused = true
      return log.error(
        "The signature is not sent, because SDK authentication is off in the configuration. Set api.sdkAuthentication = true before "
          + "you create the client, or pass no signature.")
    }
    guard account.sign(signature, for: userID) else { return }
    trust.users.signatureChanged(of: userID, at: now)
    effects.append(.save)
  }

  /// Whether a user's signature is needed: events of the user exist, or may still arrive.
  func vouchingNeeded(_ isAwaited: @escaping (String) -> Bool) -> (String) -> Bool {
    { [outbox, present = state.userID] in $0.isExactly(present) || outbox.holdsEvents(of: $0) || isAwaited($0)
    }
  }

  mutating func settleWhoUsesIt(_ isAwaited: @escaping (String) -> Bool) {
    let isNeeded = vouchingNeeded(isAwaited)
    for (userID, signature) in account.takeSignaturesWhileOff() where isNeeded(userID) {
      sign(signature, for: userID)
    }
    if !outbox.isEmpty { startFlushTimer() }
  }
}
