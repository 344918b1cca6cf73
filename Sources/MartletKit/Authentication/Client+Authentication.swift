// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Who vouches for the users of this device, and what happens when the server does not believe it.
extension Client {
  /// What may be sent now, and what together.
  var terms: Outbox.Terms {
    Outbox.Terms(silenced: userProofs.silenced(at: environment.monotonicNow()), separatesUsers: settings.sdkAuthentication)
  }

  /// What a request that speaks for this user carries.
  func userProof(of userID: String?) -> UserProofs.Proof {
    UserProofs.Proof(userID: userID, signature: settings.sdkAuthentication ? state.signatures[userID] : nil)
  }

  // MARK: - Signatures of the app

  func take(_ signature: String, of userID: String) {
    guard settings.sdkAuthentication else {
      guard !hasSaidSignatureIsUnused else { return }
      hasSaidSignatureIsUnused = true
      return log.error(
        "The signature is not sent, because SDK authentication is off in the configuration. Set api.sdkAuthentication = true before "
          + "you create the client, or pass no signature.")
    }
    guard state.enabled else {
      signaturesWhileOff.set(signature, for: userID)
      return
    }
    guard state.signatures.set(signature, for: userID) else { return }
    userProofs.signatureChanged(of: userID, at: environment.monotonicNow())
    save()
  }

  /// - Parameter userID: nil: of the person who is signed in.
  func setSignature(_ signature: String, of userID: String?) {
    let present = state.enabled ? state.userID : userWhileOff ?? state.userID
    guard let owner = userID ?? present else {
      return log.error(
        "The signature is not kept, because nobody is signed in. Pass it with changeUser(userId:sdkAuthSignature:).")
    }
    guard owner.isExactly(present) || isVouchingNeeded(for: owner) else {
      return log.info("The signature is not kept: its user is not signed in and has no waiting events.")
    }
    take(signature, of: owner)
  }

  /// The SDK is on again, and it is settled who uses it.
  func takeSignaturesWhileOff() {
    for userID in signaturesWhileOff.userIDs where isVouchingNeeded(for: userID) {
      if let signature = signaturesWhileOff[userID] { take(signature, of: userID) }
    }
    signaturesWhileOff = UserSignatures()
  }

  /// Something is said of this user, or may still be.
  private func isVouchingNeeded(for userID: String) -> Bool {
    userID.isExactly(state.userID) || outbox.holdsEvents(of: userID)
      || presentations.mayBeReported(of: userID, at: environment.monotonicNow())
  }

  /// After each command: signatures of users of whom nothing is left to say go.
  func tidySignatures() {
    let now = environment.monotonicNow()
    userProofs.keep(isVouchingNeeded)
    if let next = userProofs.nextAttempt(after: now) { timers.set(.authentication, at: next) } else { timers.clear(.authentication) }
    guard !state.signatures.isEmpty else { return }
    let needed = settings.sdkAuthentication ? Set(state.signatures.userIDs.filter(isVouchingNeeded).map { ExactText($0) }) : []
    guard state.signatures.keep(needed) else { return }
    // What was acknowledged is forgotten on the disk first: a launch must not find it without the signature.
    synchronize()
    save()
  }

  // MARK: - The server's word

  /// nil: the answer says nothing against a user.
  static func signatureRefusal(in response: TransportResponse) -> Wire.Open<Wire.UserSignature.Refusal>? {
    guard response.status == 401, let problem = try? Wire.decode(Wire.Problem.self, from: response.body) else { return nil }
    return Wire.UserSignature.reason(code: problem.code)
  }

  /// A whole request was refused: nothing of it was stored, and what it carried waits again. Returns false when it spoke for nobody.
  func userWasRefused(
    _ reason: Wire.Open<Wire.UserSignature.Refusal>, _ answer: Command.Answer, request: Int, _ kind: Line.Kind, proof: UserProofs.Proof?
  ) -> Bool {
    let hadBatch = batchRequest == request
    // A request without separate users spoke for all of them.
    let users = proof?.userID.map { [ExactText($0)] } ?? (hadBatch ? outbox.usersInFlight : [])
    guard !users.isEmpty else { return false }
    if hadBatch {
      batchRequest = nil
      outbox.release()
    }
    switch kind {
    case .sync: sync.failed()
    case .events: break
    case .render(let id): takeRendering(answer, of: id)
    }
    for user in users { refuse(user.text, reason, proof: proof) }
    return true
  }

  /// What an answer that was accepted says of users.
  ///
  /// - Parameters:
  ///   - settlement: of the batch that the request carried.
  ///   - proof: of the request.
  func judgeUsers(_ settlement: Outbox.Settlement, _ refusal: Wire.SignatureRefusal?, proof: UserProofs.Proof?) {
    for (user, reason) in settlement.disbelieved { refuse(user.text, reason, proof: proof) }
    var believed = settlement.believed
    if let userID = proof?.userID { believed.insert(ExactText(userID)) }
    believed.subtract(settlement.disbelieved.keys)
    if let refusal, settlement.disbelieved[ExactText(refusal.userID)] == nil {
      believed.remove(ExactText(refusal.userID))
      if refusal.isOptional {
        tolerate(refusal, proof: proof)
      } else {
        // Whatever it was about cannot be stored by anybody and does not wait: the next thing that is said of them would.
        refuse(refusal.userID, refusal.reason, proof: proof)
      }
    }
    for user in believed { userProofs.accepted(user.text) }
  }

  private func refuse(_ userID: String, _ reason: Wire.Open<Wire.UserSignature.Refusal>, proof: UserProofs.Proof?) {
    let signature = userID.isExactly(proof?.userID) ? proof?.signature : nil
    guard
      userProofs.refused(
        userID, signature: signature, current: userProof(of: userID).signature, at: environment.monotonicNow(), random: environment.random()
      )
    else { return }
    let error = Martlet.SDKAuthenticationError(reason: reason, userId: userID, signature: signature, isOptional: false)
    log.error(
      settings.sdkAuthentication
        ? "The server rejected the user's signature: \(error.reason). This user's events wait on the device until "
          + "setSDKAuthenticationSignature(_:userId:) receives a valid signature from your backend."
        : "The server requires user signatures, but SDK authentication is off in the configuration: \(error.reason). This user's events "
          + "wait on the device. Set api.sdkAuthentication = true, and pass signatures from your backend.")
    stage.yield(.authenticationFailed(error, epoch: epoch))
  }

  private func tolerate(_ refusal: Wire.SignatureRefusal, proof: UserProofs.Proof?) {
    let signature = refusal.userID.isExactly(proof?.userID) ? proof?.signature : nil
    guard userProofs.tolerated(refusal.userID, signature: signature, reason: refusal.reason.rawValue) else { return }
    let error = Martlet.SDKAuthenticationError(
      reason: refusal.reason, userId: refusal.userID, signature: signature, isOptional: refusal.isOptional)
    log.info("The server accepted the request without a valid user signature: \(error.reason).")
    stage.yield(.authenticationFailed(error, epoch: epoch))
  }
}
