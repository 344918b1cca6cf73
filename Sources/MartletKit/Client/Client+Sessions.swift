// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Client {
  func becomeActive(at: Instant) {
    isActive = true
    stage.yield(.phase(isActive: true))
    guard state.enabled else { return handle(push: .phase(isActive: true)) }
    handle(line: .resumed)
    follow(sessions.handle(.becameActive, at: at, makeID: environment.makeID))
    handle(push: .phase(isActive: true))
    handle(reach: .phase(isActive: true))
    stage.yield(.userBecameEligible)
  }

  func enterBackground(at: Instant) {
    isActive = false
    stage.yield(.phase(isActive: false))
    handle(push: .phase(isActive: false))
    guard state.enabled else { return }
    handle(reach: .phase(isActive: false))
    follow(sessions.handle(.enteredBackground, at: at, makeID: environment.makeID))
    // The system may end the process without further notice.
    synchronize(.durable)
    if storage != nil { assets.save() }
    handle(line: .paused)
  }

  private func follow(_ effects: [SessionMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .ended(let id, let at, let length):
        record(
          .sessionEnd(lengthMilliseconds: length.wholeMilliseconds), at: at,
          of: Owner(userID: state.userID, sessionID: id))
        streams.sessions.send(.ended(id), epoch: epoch)
        handle(line: .paused)
      case .started(let id, let at):
        streams.sessions.send(.started(id), epoch: epoch)
        handle(line: .sessionStarted)
        drive(.sessionStarted, at: environment.now())
        log(.sessionStart, at: at)
      }
    }
  }

  /// Does nothing if nobody is signed in. Otherwise the session ends, the person's decided messages
  /// go, and a new anonymous person begins.
  func logOut(at: Instant) {
    guard state.userID != nil else { return }
    become(nil, at: at)
  }

  /// Does nothing if the user is the same, because the signature was already taken. Otherwise the
  /// previous user's session and messages end.
  func changeUser(to userID: String, at: Instant) {
    guard !state.userID.isExactly(userID) else { return }
    become(userID, at: at)
  }

  /// - Parameter userID: nil for a new anonymous person.
  func become(_ userID: String?, at: Instant) {
    let previous = state.userID
    var effects = sessions.handle(.userChanged, at: at, makeID: environment.makeID)
    if case .ended? = effects.first { follow([effects.removeFirst()]) }
    // The leaving user logged the waiting events, so they are decided for that user.
    handle(line: .decidesNow)

    // An anonymous person who signs in is still the same.
    if previous != nil { handle(push: .userLeft) }
    if let userID { handle(line: .signedIn(userID: userID)) }
    gate.set(userID: userID)
    log.attempt("remove the definitions") { try storage?.write(nil) }
    handle(display: .holds(nil))
    // The final records of a leaving user belong to their device. A launch that finds the old state
    // never learned that they left.
    drive(.userChanged(userID: userID), at: environment.now())
    if let userID, previous == nil { handle(display: .identified(as: userID)) }
    stage.yield(.dismiss(.changeUser))
    if userID == nil {
      handle(line: .signedOut)
    } else {
      record(.userChanged(previousUserID: previous), at: at)
    }
    handle(line: .resumed)
    handle(line: .wanted)
    follow(effects)
  }

  /// While the SDK is off, it shows nothing of its own, but messages that the app built may be
  /// visible.
  func noteUserWhileOff(_ userID: String?) {
    guard !userID.isExactly(uplink.presentUserID) else { return }
    handle(line: .userWhileOff(userID))
    stage.yield(.dismiss(.changeUser))
  }

  func setEnabled(_ enabled: Bool, epoch: Int, at: Instant) {
    self.epoch = epoch
    guard enabled != state.enabled else { return }
    if enabled {
      if mustErase { erase() }
      if mustErase {
        log.error(
          "The wiped data could not be erased. Nothing is stored until the next launch, which first tries again."
        )
        storage = nil
      }
      handle(line: .switchedOn)
      // Before anything can be shown, so that a user who signed in meanwhile sees no message of the
      // previous one.
      if let userID = uplink.userWhileOff, !userID.isExactly(state.userID) { become(userID, at: at) }
      handle(line: .settledWhoUsesIt(isAwaited: isAwaited))
      handle(push: .switched(isOn: true))
      handle(reach: .ready(isReachReady))
      if isActive { becomeActive(at: at) }
    } else {
      follow(sessions.handle(.stopped, at: at, makeID: environment.makeID))
      // Waiting events are decided now, not when the SDK is turned on again.
      handle(line: .decidesNow)
      let live = engine.livePresentations.map(\.id)
      for id in live { drive(.outcomeReported(decisionID: id, .discarded(.disabled)), at: environment.now()) }
      drive(.switchedOff, at: environment.now())
      handle(display: .switchedOff(also: live))
      follow { $0.stop() }
      synchronize(.durable)
      closeRecording()
      handle(push: .switched(isOn: false))
      handle(line: .switchedOff)
    }
  }

  /// Keeps nothing except that the SDK is off.
  func wipe(epoch: Int, at: Instant) {
    self.epoch = epoch
    handle(display: .wiped)
    handle(line: .wiped)
    handle(push: .wiped)
    _ = sessions.handle(.stopped, at: at, makeID: environment.makeID)
    // The app receives these outcomes, but they are not stored, because nothing of the person may
    // remain.
    for effect in engine.handle(.wiped, at: at) {
      switch effect {
      case .record(let outcome): publish(outcome)
      case .reach(let effect): carryOut(effect)
      default: break
      }
    }
    gate.set(userID: nil)
    definitionFrames = []
    follow { $0.stop() + $0.wipe() }
    // First store that everything must be erased: a launch that finds this erases again, whatever
    // remained when the process ended. A full disk may only have room for it after the erasure.
    let isSaved = save()
    erase()
    if !isSaved { save() }
  }

  var isAwaited: (String) -> Bool {
    { [display] in display.isAwaited($0) }
  }
}
