// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Client {
  func becomeActive(at: Instant) {
    isActive = true
    stage.yield(.phase(isActive: true))
    guard state.enabled else { return tell(push: .phase(isActive: true)) }
    tell(line: .resumed)
    follow(sessions.handle(.becameActive, at: at, makeID: environment.makeID))
    tell(push: .phase(isActive: true))
    tell(reach: .phase(isActive: true))
    stage.yield(.userBecameEligible)
  }

  func enterBackground(at: Instant) {
    isActive = false
    stage.yield(.phase(isActive: false))
    tell(push: .phase(isActive: false))
    guard state.enabled else { return }
    tell(reach: .phase(isActive: false))
    follow(sessions.handle(.enteredBackground, at: at, makeID: environment.makeID))
    // The system may end the process without further notice.
    synchronize()
    if storage != nil { assets.save() }
    tell(line: .paused)
  }

  private func follow(_ effects: [SessionMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .ended(let id, let at, let length):
        record(
          .sessionEnd(lengthMilliseconds: length.wholeMilliseconds), at: at,
          of: Owner(userID: state.userID, sessionID: id))
        streams.sessions.send(.ended(id), epoch: epoch)
        tell(line: .paused)
      case .started(let id, let at):
        streams.sessions.send(.started(id), epoch: epoch)
        tell(line: .sessionStarted)
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
    tell(line: .decidesNow)

    // An anonymous person who signs in is still the same.
    if previous != nil { tell(push: .userLeft) }
    if let userID { tell(line: .signedIn(userID: userID)) }
    gate.set(userID: userID)
    log.attempt("remove the definitions") { try storage?.write(nil) }
    tell(desk: .holds(nil))
    // The final records of a leaving user belong to their device. A launch that finds the old state
    // never learned that they left.
    drive(.userChanged(userID: userID), at: environment.now())
    if let userID, previous == nil { tell(desk: .identified(as: userID)) }
    stage.yield(.dismiss(.changeUser))
    if userID == nil {
      tell(line: .signedOut)
    } else {
      record(.userChanged(previousUserID: previous), at: at)
    }
    tell(line: .resumed)
    tell(line: .wanted)
    follow(effects)
  }

  /// While the SDK is off, it shows nothing of its own, but messages that the app built may be
  /// visible.
  func noteUserWhileOff(_ userID: String?) {
    guard !userID.isExactly(uplink.presentUserID) else { return }
    tell(line: .userWhileOff(userID))
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
      tell(line: .switchedOn)
      // Before anything can be shown, so that a user who signed in meanwhile sees no message of the
      // previous one.
      if let userID = uplink.userWhileOff, !userID.isExactly(state.userID) { become(userID, at: at) }
      tell(line: .settledWhoUsesIt(isAwaited: isAwaited))
      tell(push: .switched(isOn: true))
      tell(reach: .ready(isReachReady))
      if isActive { becomeActive(at: at) }
    } else {
      follow(sessions.handle(.stopped, at: at, makeID: environment.makeID))
      // Waiting events are decided now, not when the SDK is turned on again.
      tell(line: .decidesNow)
      let live = engine.livePresentations.map(\.id)
      for id in live { drive(.outcomeReported(decisionID: id, .discarded(.disabled)), at: environment.now()) }
      drive(.switchedOff, at: environment.now())
      tell(desk: .switchedOff(also: live))
      follow { $0.stop() }
      synchronize()
      closeRecording()
      tell(push: .switched(isOn: false))
      tell(line: .switchedOff)
    }
  }

  /// Keeps nothing except that the SDK is off.
  func wipe(epoch: Int, at: Instant) {
    self.epoch = epoch
    tell(desk: .wiped)
    tell(line: .wiped)
    tell(push: .wiped)
    _ = sessions.handle(.stopped, at: at, makeID: environment.makeID)
    // The app receives these outcomes, but they are not stored, because nothing of the person may
    // remain.
    for effect in engine.handle(.wiped, at: at) {
      switch effect {
      case .record(let outcome): tell(outcome)
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
    { [desk] in desk.isAwaited($0) }
  }
}
