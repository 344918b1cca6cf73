// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// Connects the machines: every input goes through `drive` or `tell`, which also carry out all of
/// its effects.
extension Client {
  // MARK: - The engine

  /// Inputs that arrive while effects are carried out wait until this is done, so that many
  /// messages in a row cause no recursion.
  ///
  /// `frames`: the received definitions, in the format of the recording. `record`: the record that
  /// is written to the journal next. A launch that does not find it there writes it.
  func drive(
    _ input: DeliveryEngine.Input, at now: Instant, definitions frames: [UInt8] = [],
    with record: Wire.EventRecord? = nil
  ) {
    guard !isDriving else { return toldMeanwhile.append((input, now, record)) }
    isDriving = true
    defer { isDriving = false }
    step(input, at: now, frames, record)
    while !toldMeanwhile.isEmpty {
      let told = toldMeanwhile
      toldMeanwhile = []
      for (input, now, record) in told { step(input, at: now, [], record) }
    }
  }

  private func step(
    _ input: DeliveryEngine.Input, at now: Instant, _ frames: [UInt8], _ record: Wire.EventRecord?
  ) {
    beginRecordingIfNeeded(at: now)
    let endInterval = settings.intervals?.begin(.decide)
    let effects = engine.handle(input, at: now)
    endInterval?()
    // Record it first, so that it is known after a crash.
    write(frames, input, at: now, effects, record)
    for effect in effects { carryOut(effect) }
    handle(display: .decided)
  }

  private func carryOut(_ effect: DeliveryEngine.Effect) {
    switch effect {
    case .present(let presentation):
      handle(
        display: .present(
          presentation, tags: engine.tags(of: presentation.campaign),
          isCleared: engine.isCleared(presentation.id),
          sessionID: sessions.current?.id))
    case .clear(let id): handle(display: .cleared(id: id))
    case .expose(let presentation): handle(display: .exposed(presentation))
    case .hold(let id, let remaining): handle(display: .held(id: id, remaining))
    case .withdraw(let id, let outcome): handle(display: .withdrawn(id: id, outcome))
    case .record(let outcome): handle(display: .recorded(outcome, present: currentOwner))
    case .decided(let decision):
      streams.decisions.send(decision, epoch: epoch)
      stage.yield(.decided(decision, epoch: epoch))
      if isReported(decision) { record(.decision(Wire.DecisionRecord(decision)), at: decision.at) }
    case .memberChanged(let kind): log(kind, at: environment.now())
    case .reach(let effect): carryOut(effect)
    case .screenFreed: stage.yield(.userBecameEligible)
    case .noMatchingTrigger(let event):
      stage.yield(.noMatchingTrigger(Martlet.TriggerEvent(event.kind), epoch: epoch))
    case .undecided(_, let reason): log.info("An event is undecided: \(reason.words).")
    case .rejected(let campaign, let diagnostics):
      for diagnostic in diagnostics { log.error("Campaign \(campaign) cannot run: \(diagnostic)") }
    }
  }

  func isReported(_ decision: Decision) -> Bool {
    !decision.candidates.isEmpty
      && Wire.DeviceSettings.reports(decisionID: decision.id, sample: state.decisionSample)
  }

  /// The engine uses wall time, but timers use monotonic time. Set again after every command, so
  /// that any activity detects a changed clock.
  func armDeliveryTimer() {
    if state.enabled, environment.now() < engine.clock { drive(.timePassed, at: environment.now()) }
    guard state.enabled, let deadline = engine.nextDeadline else { return timers.set(.delivery, at: nil) }
    // At least 1 ms, so that the client does not loop whatever the clocks do.
    let wait = max(deadline.duration(since: environment.now()), .milliseconds(1))
    timers.set(.delivery, at: environment.monotonicNow() + wait)
  }

  // MARK: - The uplink

  func handle(line input: Uplink.Input) {
    for effect in uplink.handle(input) { carryOut(effect) }
  }

  private func carryOut(_ effect: Uplink.Effect) {
    switch effect {
    case .start(let id, let request):
      requests[id] = Task { [transport, mailbox, intervals = settings.intervals] in
        let endInterval = request.interval.flatMap { intervals?.begin($0) }
        let answer: Command.Answer
        do {
          answer = .response(try await transport.send(request))
        } catch {
          answer = .none((error as? URLError).map { "URLError \($0.code.rawValue)" } ?? "\(type(of: error))")
        }
        endInterval?()
        mailbox.post(.answer(request: id, answer))
      }
    case .cancel(let id): requests.removeValue(forKey: id)?.cancel()
    case .cancelAll:
      for task in requests.values { task.cancel() }
      requests = [:]
      timers.clearAll()
    case .set(let timer, let deadline): timers.set(timer, at: deadline)
    case .bringForward(let timer, let deadline): timers.bringForward(timer, to: deadline)
    case .save: save()
    case .saveCredential(let previous):
      // The server revokes the previous secret when the new one is used, so the new one must be
      // stored for the next launch.
      if !save(), let previous { handle(line: .credentialNotSaved(previous: previous)) }
    case .forget(let ids): forget(ids)
    case .rewriteJournal:
      log.attempt("write to the journal") { try storage?.journal.rewrite(with: uplink.records) }
    case .synchronize(let isSent):
      if isSent { closeStep() }
      synchronize(.inOrder)
    case .expect(let isExpected): drive(isExpected ? .syncStarted : .syncEnded, at: environment.now())
    case .received(let stored, let deliveries):
      log.attempt("save the definitions") { try storage?.write(stored) }
      let prepared = PreparedDefinitions(stored, deviceID: state.deviceID, log)
      endTapped(in: prepared)
      handle(display: .adopts(prepared))
      finishLoading(isCurrent: true)
      deliver(deliveries)
      // Last, because the system may stop the app after the answer.
      handle(push: .synced(.newData))
    case .confirmed(let deliveries):
      handle(display: .confirmed)
      finishLoading(isCurrent: true)
      deliver(deliveries)
      handle(push: .synced(.noData))
    case .reached: renderings.resume()
    case .rendered(let id, let rendering):
      if !takeRendering(rendering, of: id) { handle(display: .rendered(id: id, rendering)) }
    case .authenticationFailed(let error): stage.yield(.authenticationFailed(error, epoch: epoch))
    case .end(let turn, let result): turn.end(result)
    case .endPrivacy(let turn, let result): turn.end(result)
    }
  }

  // MARK: - Display

  func handle(display input: DisplayMachine.Input) {
    for effect in display.handle(input) { carryOut(effect) }
  }

  private func carryOut(_ effect: DisplayMachine.Effect) {
    switch effect {
    case .stage(let action): stage.yield(action)
    case .present(let presentation, let message, let wire):
      let local = wire.flatMap { claim($0, for: presentation.id) }
      stage.yield(
        .present(presentation, local.map(message.usingLocalImages) ?? message, epoch: epoch, local: local))
    case .drive(let input): drive(input, at: environment.now())
    case .report(let outcome, let id, let at):
      drive(.outcomeReported(decisionID: id, outcome), at: at)
      // Otherwise this happens when its outcome is recorded.
      if outcome.isFinal, outcome != .shown, !engine.isLive(id) { handle(display: .over(id: id)) }
    case .count(let input, let body, let at, let owner):
      let seen = makeRecord(body, at: at, of: owner)
      drive(input, at: at, with: seen)
      record(seen)
    case .record(let body, let at, let owner, let detail):
      record(body, at: at, of: owner, detail: detail)
      noteScreen(body, at: at)
    case .publish(let outcome): publish(outcome)
    case .render(let presentation, let owner):
      handle(line: .render(Uplink.Rendered(presentation), sessionID: (owner ?? currentOwner).sessionID))
    case .abandonRendering(let id): handle(line: .renderingAbandoned(presentationID: id))
    case .plan(let prepared):
      handle(line: .holds(definitions: prepared?.stored.definitions.tag))
      follow(
        prepared.map { prepared in { $0.adopt(prepared.runnable, needs: prepared.needs) } } ?? {
          $0.adopt(AssetPlan())
        })
    case .adopt(let prepared):
      drive(
        .definitionsReceived(prepared.runnable, caps: prepared.caps), at: environment.now(),
        definitions: storage == nil ? [] : prepared.frames)
      let audiences = prepared.stored.definitions.audiences
      if !audiences.isEmpty || engine.knowsAudiences {
        drive(.membershipReceived(audiences), at: environment.now())
      }
    case .fetch(let message, let id):
      if storage == nil {
        handle(display: .ready(id: id, Martlet.LocalAssets()))
      } else {
        follow { $0.prepare(AssetNeeds(message), for: id) }
      }
    case .release(let id): follow { $0.release(id) }
    }
  }

  func publish(_ outcome: OutcomeRecord) {
    streams.outcomes.send(outcome, epoch: epoch)
    stage.yield(.recorded(outcome, epoch: epoch))
  }

  // MARK: - Assets

  /// The assets of a message that can be displayed immediately. nil if the message must be prepared
  /// first.
  private func claim(_ message: Wire.Message, for id: String) -> Martlet.LocalAssets? {
    // Without a disk, assets cannot be stored. They load while the message is drawn.
    guard storage != nil else { return Martlet.LocalAssets() }
    guard let local = assets.claim(AssetNeeds(message), for: id) else { return nil }
    if !local.isEmpty { handle(display: .claimed(id: id)) }
    return local
  }

  /// Does nothing without a disk.
  func follow(_ call: (Assets) -> [Assets.Effect]) {
    guard storage != nil else { return }
    for effect in call(assets) {
      switch effect {
      case .start(let download):
        downloads[download.id] = Task { [transport, mailbox, now = environment.now] in
          mailbox.post(.asset(download.id, await download.run(by: transport, now: now)))
        }
      case .cancel(let download): downloads.removeValue(forKey: download)?.cancel()
      case .ready(let id, let local):
        if !finish(reachTask: id, .success(local)) { handle(display: .ready(id: id, local)) }
      case .failed(let id, let failure, let address):
        if !finish(reachTask: id, .failure(failure)) {
          handle(display: .assetMissing(id: id, failure, address))
        }
      }
    }
  }
}

extension Martlet.TriggerEvent {
  init(_ kind: Event.Kind) {
    switch kind {
    case .sessionStart: self = .sessionStart
    case .custom(let name, let properties): self = .customEvent(name: name, properties: properties.dictionary)
    case .purchase(let purchase):
      self = .purchase(productId: purchase.productID, properties: purchase.properties.dictionary)
    default: self = .other
    }
  }
}
