// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The sender of all requests: this installation, the person who uses it, and the secrets of both.
/// Most of it is stored in `state`.
struct Account: Equatable, Sendable {
  private struct FormerPerson: Equatable, Sendable {
    var userID: String
    var deviceID: String
  }

  var state: StoredState
  private(set) var device: Wire.Device?
  /// The user who signed in while the SDK was off, or nil inside for a sign-out. It is only in
  /// memory, and applies when the SDK is turned on.
  var userWhileOff: String??
  /// Signatures that were passed while the SDK was off. Only in memory, like the user.
  private var signaturesWhileOff = UserSignatures()
  /// The person who signed out last in this run, and the device id at that time. Later records of
  /// this person are sent under this id.
  private var signedOut: FormerPerson?

  /// nil: what the system says at that time.
  private let given: DeviceFacts?
  /// What the server learns about the device.
  private let sent: Set<Martlet.Configuration.DeviceFact>

  init(
    _ state: StoredState = StoredState(), of given: DeviceFacts?,
    sending sent: Set<Martlet.Configuration.DeviceFact>
  ) {
    (self.state, self.given, self.sent) = (state, given, sent)
    describeDevice()
  }

  // MARK: - The device

  var facts: DeviceFacts { given ?? DeviceFacts() }

  /// A former device has no token, because this installation is another device for the server now.
  func formerDevice(_ id: String) -> Wire.Device { facts.device(id: id, sending: sent) }

  var deviceProof: Trust.DeviceProof {
    Trust.DeviceProof(deviceID: state.deviceID, credential: state.deviceCredential)
  }

  func formerDeviceProof(of deviceID: String) -> Trust.DeviceProof {
    Trust.DeviceProof(deviceID: deviceID, credential: state.formerCredentials[deviceID])
  }

  /// Makes this installation a new device for the server, with a new id and no secret until the
  /// server issues one.
  ///
  /// The signed-in user, the waiting events and the engine's state do not change.
  mutating func becomeNewDevice(id: String) {
    state.deviceID = id
    state.deviceCredential = nil
    describeDevice()
  }

  mutating func setPush(_ facts: PushFacts) {
    state.push = facts
    describeDevice()
  }

  private mutating func describeDevice() {
    device = state.deviceID.map { facts.device(id: $0, sending: sent, state.push) }
  }

  /// Returns the previous secret.
  mutating func setCredential(_ credential: String?) -> String? {
    defer { state.deviceCredential = credential }
    return state.deviceCredential
  }

  /// The device id under which an event of this person is sent. nil for the current device.
  func formerDeviceID(of userID: String?) -> String? {
    guard let signedOut, userID.isExactly(signedOut.userID), !userID.isExactly(state.userID) else {
      return nil
    }
    return signedOut.deviceID
  }

  // MARK: - The user

  /// The user according to the app's last call.
  var presentUserID: String? { state.enabled ? state.userID : userWhileOff ?? state.userID }

  /// Switches to an anonymous person on a device that the server has never seen. `awaited`: the
  /// former devices that still have events.
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

  /// Returns false if nothing changes for now.
  mutating func sign(_ signature: String, for userID: String) -> Bool {
    guard state.enabled else {
      signaturesWhileOff.set(signature, for: userID)
      return false
    }
    return state.signatures.set(signature, for: userID)
  }

  /// Called when the SDK is on and a user who signed in meanwhile has been applied. Returns the
  /// signatures that were passed while it was off.
  mutating func takeSignaturesWhileOff() -> [(userID: String, signature: String)] {
    defer { (userWhileOff, signaturesWhileOff) = (nil, UserSignatures()) }
    return signaturesWhileOff.userIDs.compactMap { userID in signaturesWhileOff[userID].map { (userID, $0) } }
  }

  /// Returns false if the settings did not change.
  mutating func follow(_ settings: Wire.DeviceSettings) -> Bool {
    defer { state.decisionSample = settings.decisionSample }
    return state.decisionSample != settings.decisionSample
  }
}
