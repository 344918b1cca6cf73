// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Who this installation is to the server: an id, and the secret that goes with it.
extension Client {
  /// From now on this installation is a new device to the server: a new id, and no secret until the server gives one.
  ///
  /// Nothing else changes: who is signed in, what waits and what the engine knows stay.
  func becomeNewDevice() {
    state.deviceID = environment.makeID()
    state.deviceCredential = nil
    device = state.deviceID.map { DeviceFacts.device(id: $0) }
    save()
  }

  var proof: DeviceProofs.Proof { DeviceProofs.Proof(deviceID: state.deviceID, credential: state.deviceCredential) }

  /// The server gave this device a secret, its first or one that follows.
  func keep(_ credential: String) {
    guard Wire.DeviceCredential.isValid(credential) else {
      return log.error("The server sent a credential that cannot be used in a header. It is ignored.")
    }
    let previous = state.deviceCredential
    state.deviceCredential = credential
    // The server gives up the one before when the new one is used: then the next launch must find the new one.
    if !save(), previous != nil { state.deviceCredential = previous }
  }

  /// nil: the answer says nothing against the device.
  static func deviceRefusal(in response: TransportResponse) -> Wire.DeviceCredential.Refusal? {
    guard response.status == 401, let problem = try? Wire.decode(Wire.Problem.self, from: response.body) else { return nil }
    return Wire.DeviceCredential.Refusal(rawValue: problem.code)
  }

  /// Nothing of the request was stored; what it carried waits again.
  func deviceWasRefused(
    _ refusal: Wire.DeviceCredential.Refusal, _ answer: Command.Answer, request: Int, _ kind: Line.Kind, proof: DeviceProofs.Proof?
  ) {
    let hadBatch = batchRequest == request
    let former = hadBatch ? outbox.formerDeviceInFlight : nil
    if hadBatch {
      batchRequest = nil
      outbox.release()
    }
    switch kind {
    case .sync: sync.failed()
    case .events: break
    case .render(let id): takeRendering(answer, of: id)
    }
    if let former, former == proof?.deviceID, former != state.deviceID { return disownFormerDevice(former) }
    let wasRefused = proofs.isRefused
    switch proofs.refused(proof, current: self.proof) {
    case .sendAgain: break
    case .replaceDevice where wasRefused: break
    case .replaceDevice:
      log.error(
        "The server rejected this device (\(refusal.rawValue)), so the client continues as a new device. "
          + "Waiting events are kept. This happens when the device was revoked, or when its files come from another device.")
    case .stop:
      log.error("The server rejected a new device (\(refusal.rawValue)). Nothing is sent until the next session.")
      line.close(.untilNextSession)
    }
  }

  /// The server refused the device, and nothing is under way any more.
  func replaceDevice() {
    becomeNewDevice()
    proofs.replaced()
    // A device that is new has to be made known, and gets its secret.
    wantDefinitions()
  }
}
