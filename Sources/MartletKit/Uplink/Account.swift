// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Who speaks to the server: this installation, the person who uses it, and what vouches for both. Most of it is stored (`state`).
struct Account: Equatable, Sendable {
  private struct FormerPerson: Equatable, Sendable {
    var userID: String
    var deviceID: String
  }

  var state: StoredState
  private(set) var device: Wire.Device?
  /// Who signed in while the SDK was off, or that somebody left (nil inside); in memory only. It counts from when it is on.
  var userWhileOff: String??
  /// Given while the SDK was off; in memory only, as the user.
  private var signaturesWhileOff = UserSignatures()
  /// Who left last in this run, and the device that this was then: what is still said of them goes out under its name.
  private var signedOut: FormerPerson?

  init(_ state: StoredState = StoredState()) {
    self.state = state
    device = state.deviceID.map { DeviceFacts.device(id: $0) }
  }

  // MARK: - The device

  var deviceProof: Trust.DeviceProof { Trust.DeviceProof(deviceID: state.deviceID, credential: state.deviceCredential) }

  func formerDeviceProof(of deviceID: String) -> Trust.DeviceProof {
    Trust.DeviceProof(deviceID: deviceID, credential: state.formerCredentials[deviceID])
  }

  /// From now on this installation is a new device to the server: a new id, and no secret until the server gives one.
  ///
  /// Nothing else changes: who is signed in, what waits and what the engine knows stay.
  mutating func becomeNewDevice(id: String) {
    state.deviceID = id
    state.deviceCredential = nil
    device = DeviceFacts.device(id: id)
  }

  /// Returns the secret of before.
  mutating func setCredential(_ credential: String?) -> String? {
    defer { state.deviceCredential = credential }
    return state.deviceCredential
  }

  /// The device under whose name an event of this person goes out; nil: it belongs to the present one.
  func formerDeviceID(of userID: String?) -> String? {
    guard let signedOut, userID.isExactly(signedOut.userID), !userID.isExactly(state.userID) else { return nil }
    return signedOut.deviceID
  }

  // MARK: - The person

  /// By the app's last word.
  var presentUserID: String? { state.enabled ? state.userID : userWhileOff ?? state.userID }

  /// Nobody in particular, on a device that the server has never seen.
  ///
  /// - Parameter awaited: former devices under whose names something still goes out; others are forgotten.
  mutating func signOut(awaited: Set<String>, newDeviceID: String) {
    state.formerCredentials = state.formerCredentials.filter { awaited.contains($0.key) }
    if let deviceID = state.deviceID {
      if let userID = state.userID { signedOut = FormerPerson(userID: userID, deviceID: deviceID) }
      if let credential = state.deviceCredential { state.formerCredentials[deviceID] = credential }
    }
    state.userID = nil
    becomeNewDevice(id: newDeviceID)
  }

  // MARK: - Signatures

  /// Returns false when nothing that counts now changes.
  mutating func sign(_ signature: String, for userID: String) -> Bool {
    guard state.enabled else {
      signaturesWhileOff.set(signature, for: userID)
      return false
    }
    return state.signatures.set(signature, for: userID)
  }

  /// It is on, and the user of meanwhile has come. Those given while it was off.
  mutating func takeSignaturesWhileOff() -> [(userID: String, signature: String)] {
    defer { (userWhileOff, signaturesWhileOff) = (nil, UserSignatures()) }
    return signaturesWhileOff.userIDs.compactMap { userID in signaturesWhileOff[userID].map { (userID, $0) } }
  }

  /// Returns false when it is no news.
  mutating func follow(_ settings: Wire.DeviceSettings) -> Bool {
    defer { state.decisionSample = settings.decisionSample }
    return state.decisionSample != settings.decisionSample
  }
}
