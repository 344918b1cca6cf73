// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What calls on any thread must know at once, before the client has come to them: whether the SDK is on and whose messages may be shown.
///
/// The client decides; the gate only makes sure that nothing decided earlier is shown after a call that forbids it has returned.
struct Gate: Sendable {
  struct State: Sendable {
    var enabled = true
    /// The app has said so in this launch; what was stored does not count any more.
    var isEnabledSetByApp = false
    /// Grows with each wipe, each switch and each change of the user: what was decided in an earlier one is not shown any more, also when
    /// the same user comes back.
    var epoch = 0
    /// The epoch of the last wipe or switch.
    var switchEpoch = 0
    /// The epoch of the last wipe.
    var wipeEpoch = 0
    /// The client has read what was stored, and may have decided something.
    var isRestored = false
    /// The user as the client knows it.
    var userID: String?
    /// The user of the app's last call in this launch; nil: the app has not said.
    var requestedUserID: String??
    /// Events that wait for the client.
    var waitingEvents = 0
  }

  private let state = Locked(State())

  /// More waiting events than this are refused: memory is bounded also when the app logs faster than a disk can write.
  static let maximumWaitingEvents = 10_000

  var enabled: Bool { state.withLock { $0.enabled } }
  var userID: String? { state.withLock { $0.requestedUserID ?? $0.userID } }

  /// Returns the epoch that counts from now on; nil when nothing changes.
  func setEnabled(_ enabled: Bool) -> Int? {
    state.withLock { state in
      let isNews = !state.isEnabledSetByApp || state.enabled != enabled
      state.isEnabledSetByApp = true
      guard isNews else { return nil }
      if state.enabled != enabled {
        state.epoch += 1
        state.switchEpoch = state.epoch
      }
      state.enabled = enabled
      return state.epoch
    }
  }

  /// Returns the new epoch.
  func wipe() -> Int {
    state.withLock { state in
      state.isEnabledSetByApp = true
      state.enabled = false
      state.requestedUserID = .some(nil)
      state.epoch += 1
      state.switchEpoch = state.epoch
      state.wipeEpoch = state.epoch
      return state.epoch
    }
  }

  /// What was decided in `epoch` is of a person who was wiped since: nobody is told of it any more.
  func isWiped(since epoch: Int) -> Bool { state.withLock { epoch < $0.wipeEpoch } }

  /// Returns the epoch that counts from now on; nil when the same user stays, or nothing was decided yet.
  ///
  /// - Parameter userID: nil: nobody is signed in any more.
  func request(userID: String?) -> Int? {
    state.withLock { state in
      let isChange = state.requestedUserID.map { !$0.isExactly(userID) } ?? (state.isRestored && !state.userID.isExactly(userID))
      state.requestedUserID = .some(userID)
      guard isChange else { return nil }
      state.epoch += 1
      return state.epoch
    }
  }

  /// The client has read what was stored.
  func restore(enabled: Bool, userID: String?) {
    state.withLock { state in
      if !state.isEnabledSetByApp { state.enabled = enabled }
      state.userID = userID
      state.isRestored = true
    }
  }

  func set(userID: String?) {
    state.withLock { $0.userID = userID }
  }

  /// False: too many events wait for the client.
  func admitEvent() -> Bool {
    state.withLock { state in
      guard state.waitingEvents < Self.maximumWaitingEvents else { return false }
      state.waitingEvents += 1
      return true
    }
  }

  func eventWasTaken() {
    state.withLock { $0.waitingEvents -= 1 }
  }

  enum Refusal: Equatable, Sendable {
    case disabled, otherUser
  }

  /// Why a message that was decided in `epoch` for `userID` must not be shown now; nil: nothing stands against it.
  func refusal(userID: String?, epoch: Int) -> Refusal? {
    state.withLock { state in
      guard state.enabled, epoch >= state.switchEpoch else { return .disabled }
      return state.epoch == epoch && (state.requestedUserID ?? state.userID).isExactly(userID) ? nil : .otherUser
    }
  }
}
