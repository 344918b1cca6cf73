// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Back to nobody in particular.
extension Client {
  /// Nobody was signed in: nothing happens. Else the session ends, what was decided for the person goes, and a new anonymous person begins.
  func logOut(at: Instant) {
    guard state.userID != nil else { return }
    become(nil, at: at)
  }

  /// From here on this installation is a device that the server has never seen, so that nothing of the next person can come to the one before.
  ///
  /// What waits was logged by the device of before and goes out under its name, in requests of its own, also after a relaunch.
  func startAsNewDevice() {
    // Of those before, only what is still needed.
    let waiting = outbox.formerDeviceIDs
    state.formerCredentials = state.formerCredentials.filter { waiting.contains($0.key) }
    if let deviceID = state.deviceID {
      if let userID = state.userID { signedOut = (userID, deviceID) }
      outbox.stamp(deviceID: deviceID)
      if let credential = state.deviceCredential { state.formerCredentials[deviceID] = credential }
      attempt("write to the journal") { try storage?.journal.rewrite(with: outbox.entries.map(\.record)) }
      if settings.requestPolicy == .automatic { line.flush(through: outbox.lastSequence) }
    }
    state.userID = nil
    becomeNewDevice()
  }

  /// The server does not take a former device for what it was. What its events say of somebody by name goes out under the present device's name;
  /// what is bound to a person whom nobody knew (`Outbox.disown`) would become the next one's, or make the next one somebody else's, and goes.
  func disownFormerDevice(_ deviceID: String) {
    let dropped = outbox.disown(deviceID: deviceID)
    state.formerCredentials[deviceID] = nil
    save()
    attempt("write to the journal") { try storage?.journal.rewrite(with: outbox.entries.map(\.record)) }
    noteDropped(dropped.count)
    guard !dropped.isEmpty else { return }
    log.error(
      "The server no longer knows the device from before the sign-out. \(dropped.count) events were dropped: anonymous events and the sign-in "
        + "they belonged to."
    )
  }

  /// The device under whose name an event goes out; nil: it belongs to the present one.
  func formerDeviceID(of owner: Owner) -> String? {
    guard let signedOut, owner.userID.isExactly(signedOut.userID), !owner.userID.isExactly(state.userID) else { return nil }
    return signedOut.deviceID
  }
}
