// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The requests about a person's data that callers wait for. Each ends once: with the server's
/// answer, or when requests end.
struct AwaitedPrivacy: Sendable {
  private var turns: [Int: PrivacyTurn] = [:]
  private var last = 0

  /// Returns the number under which the answer is awaited.
  mutating func add(_ turn: PrivacyTurn) -> Int {
    last += 1
    turns[last] = turn
    return last
  }

  mutating func take(_ number: Int) -> PrivacyTurn? { turns.removeValue(forKey: number) }

  mutating func takeAll() -> [PrivacyTurn] {
    defer { turns = [:] }
    return turns.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Uplink {
  /// One attempt, after the client's own pause if there is one: the person waits for the result.
  mutating func requestPrivacy(_ kind: Wire.PrivacyRequest.Kind, _ turn: PrivacyTurn) {
    guard state.enabled else { return end(turn, .disabled) }
    guard let endpoint else { return end(turn, .noEndpoint) }
    guard let device else { return end(turn, .storageUnavailable) }
    line.hurry()
    if let obstacle = line.obstacle {
      return effects.append(.endPrivacy(turn, .failure(Martlet.PrivacyRequestError(because: obstacle))))
    }
    // A refused device is replaced as soon as its other requests have ended.
    guard !trust.isDeviceRefused else { return end(turn, .serverBusy) }
    let request = Line.Request(
      kind: .privacy(kind, awaited: privacy.add(turn)), device: account.deviceProof,
      user: userProof(of: state.userID))
    let body = Wire.PrivacyRequest(
      device: device, userID: state.userID, kind: .known(kind), sentAt: settings.environment.now())
    _ = start(request, Wire.encode(body), to: "privacy", at: endpoint)
  }

  /// Does nothing if the answer is to another kind of request.
  mutating func answerPrivacy(
    _ result: Result<Wire.PrivacyResponse, Martlet.PrivacyRequestError>, _ request: Line.Request
  ) {
    guard case .privacy(let kind, let number) = request.kind, let turn = privacy.take(number) else { return }
    effects.append(.endPrivacy(turn, result.map { Martlet.PrivacyRequest($0, to: kind) }))
  }

  mutating func endPrivacy(_ reason: Martlet.PrivacyRequestError.Reason) {
    for turn in privacy.takeAll() { end(turn, reason) }
  }

  private mutating func end(_ turn: PrivacyTurn, _ reason: Martlet.PrivacyRequestError.Reason) {
    effects.append(.endPrivacy(turn, .failure(Martlet.PrivacyRequestError(reason))))
  }
}
