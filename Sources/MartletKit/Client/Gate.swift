// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What calls on any thread need immediately, before the client has processed them: whether the SDK
/// is on, and whose messages may be shown.
///
/// The client makes the decisions. The gate only ensures that no earlier decision is shown after a
/// call that forbids it has returned.
struct Gate: Sendable {
  struct State: Sendable {
    var enabled = true
    /// The app has set the switch in this launch, so the stored value no longer counts.
    var isEnabledSetByApp = false
    /// Increases with each wipe, switch and change of user. Messages of an earlier epoch are not
    /// shown, even if the same user comes back.
    var epoch = 0
    /// The epoch of the last wipe or switch.
    var switchEpoch = 0
    var wipeEpoch = 0
    /// Increases with each wipe and switch, and when a signed-in user leaves. An anonymous person
    /// who signs in is still the same.
    var person = 0
    /// The client has read the stored state, and may have made decisions.
    var isRestored = false
    /// The user as the client knows it.
    var userID: String?
    /// The user in the app's last call in this launch. nil if the app has made no such call.
    var requestedUserID: String??
    var waitingEvents = 0
    /// The registered device token.
    var deviceToken: [UInt8]?
    /// The person wants no notifications on this device.
    var isOptedOutOfPushes = false
    /// The app has set that in this launch, so the stored value no longer counts.
    var isOptOutSetByApp = false
    /// Whether the app shows banners, announcements and surveys.
    var showsItems = false
  }

  private let state = Locked(State())
  /// The id of the installation, as the client knows it.
  let deviceID = Announced<String?>()

  /// When this many events wait, further ones are refused. This bounds memory even if the app logs
  /// faster than the disk can write.
  static let maximumWaitingEvents = 10_000

  var enabled: Bool { state.withLock { $0.enabled } }
  var userID: String? { state.withLock { $0.requestedUserID ?? $0.userID } }
  /// Differs between two moments if links of the first must not open at the second.
  var person: Int { state.withLock { $0.person } }

  /// Returns the new epoch, or nil if nothing changes.
  func setEnabled(_ enabled: Bool) -> Int? {
    state.withLock { state in
      let isNews = !state.isEnabledSetByApp || state.enabled != enabled
      state.isEnabledSetByApp = true
      guard isNews else { return nil }
      if state.enabled != enabled {
        state.epoch += 1
        state.person += 1
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
      state.person += 1
      state.switchEpoch = state.epoch
      state.wipeEpoch = state.epoch
      state.deviceToken = nil
      (state.isOptedOutOfPushes, state.isOptOutSetByApp) = (false, true)
      return state.epoch
    }
  }

  /// Whether the person of this epoch was wiped since. If so, its decisions are no longer reported
  /// to anyone.
  func isWiped(since epoch: Int) -> Bool { state.withLock { epoch < $0.wipeEpoch } }

  /// Returns the new epoch, or nil if the user (nil: nobody) stays the same or nothing was decided
  /// yet.
  func request(userID: String?) -> Int? {
    state.withLock { state in
      let isChange =
        state.requestedUserID.map { !$0.isExactly(userID) }
        ?? (state.isRestored && !state.userID.isExactly(userID))
      let leaving = state.requestedUserID ?? state.userID
      state.requestedUserID = .some(userID)
      guard isChange else { return nil }
      state.epoch += 1
      if leaving != nil { state.person += 1 }
      return state.epoch
    }
  }

  var deviceToken: [UInt8]? { state.withLock { $0.deviceToken } }

  func set(deviceToken: [UInt8]?) {
    state.withLock { $0.deviceToken = deviceToken }
  }

  var isOptedOutOfPushes: Bool { state.withLock { $0.isOptedOutOfPushes } }

  func set(isOptedOutOfPushes isOptedOut: Bool) {
    state.withLock { ($0.isOptedOutOfPushes, $0.isOptOutSetByApp) = (isOptedOut, true) }
  }

  func restore(isOptedOutOfPushes isOptedOut: Bool) {
    state.withLock { state in
      if !state.isOptOutSetByApp { state.isOptedOutOfPushes = isOptedOut }
    }
  }

  var showsItems: Bool { state.withLock { $0.showsItems } }

  func set(showsItems: Bool) {
    state.withLock { $0.showsItems = showsItems }
  }

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

  /// Returns false if too many events wait for the client.
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

  /// Why a message that was decided in `epoch` for `userID` must not be shown now. nil if it may be
  /// shown.
  func refusal(userID: String?, epoch: Int) -> Refusal? {
    state.withLock { state in
      guard state.enabled, epoch >= state.switchEpoch else { return .disabled }
      return state.epoch == epoch && (state.requestedUserID ?? state.userID).isExactly(userID)
        ? nil : .otherUser
    }
  }
}
