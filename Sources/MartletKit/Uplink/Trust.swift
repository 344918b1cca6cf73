// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Whether the server accepts the sender: this device and its users.
///
/// A refused device is replaced when no requests are in progress. By then it is known what other
/// requests stored, so that it is not sent again for another device. A device is replaced once per
/// session, so that a server that refuses new devices too is not asked in a loop.
struct Trust: Sendable {
  typealias Reason = Wire.Open<Wire.UserSignature.Refusal>

  /// The device's proof in a request.
  struct DeviceProof: Equatable, Sendable {
    var deviceID: String?
    var credential: String?
  }

  private let settings: Settings
  /// The device must be replaced when no requests are in progress.
  private(set) var isDeviceRefused = false
  private var wasReplaced = false
  var users = UserProofs()

  init(_ settings: Settings) {
    self.settings = settings
  }

  private var now: Duration { settings.environment.monotonicNow() }
  private var log: Log { settings.log }

  // MARK: - The device

  /// Returns false if nothing may be sent until the next session. If the proof in the refused
  /// request was replaced by `current` meanwhile, the refusal does not affect the current device.
  mutating func deviceWasRefused(
    _ refusal: Wire.DeviceCredential.Refusal, _ proof: DeviceProof, current: DeviceProof
  ) -> Bool {
    guard !isDeviceRefused, proof == current else { return true }
    guard !wasReplaced else {
      log.error(
        "The server rejected a new device (\(refusal.rawValue)). Nothing is sent until the next session.")
      return false
    }
    isDeviceRefused = true
    log.error(
      "The server rejected this device (\(refusal.rawValue)), so the client continues as a new device. "
        + "Waiting events are kept. This happens when the device was revoked, or when its files come from another device."
    )
    return true
  }

  mutating func deviceWasReplaced() {
    (isDeviceRefused, wasReplaced) = (false, true)
  }

  // MARK: - Users

  /// Reads what an accepted answer to a request with this proof says about users, and returns
  /// errors for the app.
  mutating func update(
    _ settlement: Outbox.Settlement, _ refusal: Wire.SignatureRefusal?, _ proof: UserProofs.Proof,
    _ account: Account
  ) -> [Martlet.SDKAuthenticationError] {
    var errors = settlement.disbelieved.compactMap { refuse($0.key.text, $0.value, proof, account) }
    var believed = settlement.believed
    if let userID = proof.userID { believed.insert(ExactText(userID)) }
    believed.subtract(settlement.disbelieved.keys)
    if let refusal, settlement.disbelieved[ExactText(refusal.userID)] == nil {
      believed.remove(ExactText(refusal.userID))
      // If it is not optional, it concerned something unstorable that does not wait. The next
      // request for this user would be refused too.
      let error =
        refusal.isOptional ? tolerate(refusal, proof) : refuse(refusal.userID, refusal.reason, proof, account)
      errors += error.map { [$0] } ?? []
    }
    for user in believed { users.accepted(user.text) }
    return errors
  }

  /// The server rejected the signature. Returns nil if this is not new.
  mutating func refuse(
    _ userID: String, _ reason: Reason, _ proof: UserProofs.Proof, _ account: Account
  ) -> Martlet.SDKAuthenticationError? {
    let signature = userID.isExactly(proof.userID) ? proof.signature : nil
    let current = settings.sdkAuthentication ? account.state.signatures[userID] : nil
    guard
      users.refused(
        userID, signature: signature, current: current, at: now, random: settings.environment.random())
    else { return nil }
    let error = Martlet.SDKAuthenticationError(
      reason: reason, userId: userID, signature: signature, isOptional: false)
    log.error(
      settings.sdkAuthentication
        ? "The server rejected the user's signature: \(error.reason). This user's events wait on the device until "
          + "setSDKAuthenticationSignature(_:userId:) receives a valid signature from your backend."
        : "The server requires user signatures, but SDK authentication is off in the configuration: \(error.reason). This user's events "
          + "wait on the device. Set api.sdkAuthentication = true, and pass signatures from your backend.")
    return error
  }

  private mutating func tolerate(_ refusal: Wire.SignatureRefusal, _ proof: UserProofs.Proof) -> Martlet
    .SDKAuthenticationError?
  {
    let signature = refusal.userID.isExactly(proof.userID) ? proof.signature : nil
    guard users.tolerated(refusal.userID, signature: signature, reason: refusal.reason.rawValue) else {
      return nil
    }
    let error = Martlet.SDKAuthenticationError(
      reason: refusal.reason, userId: refusal.userID, signature: signature, isOptional: true)
    log.info("The server accepted the request without a valid user signature: \(error.reason).")
    return error
  }

  mutating func sessionStarted() {
    wasReplaced = false
    users.clear()
  }

  /// Called when all requests were cancelled.
  mutating func clear() {
    isDeviceRefused = false
    users.clear()
  }
}
