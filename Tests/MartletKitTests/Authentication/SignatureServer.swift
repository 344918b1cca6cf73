// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire

/// A server in memory that judges signatures, through all clients of a device's life.
///
/// A signature is `kind.user.number`, the user as `inSignature` writes it; one of the kind `good`
/// vouches for its user.
final class SignatureServer: Transport {
  enum Mode: CaseIterable, Sendable { case off, optional, required }

  struct State: Sendable {
    var mode = Mode.required
    var stored: [Wire.EventRecord] = []
    var ids: Set<String> = []
    var requests = 0
    var refusals = 0
    var syncRefusals = 0
    /// What must never happen.
    var faults: [String] = []
    /// Events that were stored for a user, with what vouched for them while it was required.
    var vouched: [String: String] = [:]
  }

  private let state: Locked<State>

  init() { state = Locked(State()) }

  var now: State { state.withLock { $0 } }

  func set(_ mode: Mode) { state.withLock { $0.mode = mode } }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let signature = request.headers[Wire.UserSignature.header]
    return state.withLock { state in
      state.requests += 1
      if let sync = try? Wire.decode(Wire.SyncRequest.self, from: request.plainBody),
        request.url.path.hasSuffix("/sync")
      {
        Self.look(for: [sync.userID], signature, &state)
        if state.mode == .required, let userID = sync.userID, let reason = Self.refusal(of: userID, signature)
        {
          state.syncRefusals += 1
          return CountingServer.response(
            Wire.Problem(status: 401, code: reason.code, title: "Not this user."), status: 401)
        }
        let results = Self.store(sync.events, signature, &state)
        return CountingServer.response(
          Wire.SyncResponse(
            definitions: .init(tag: "t", campaigns: []), results: results,
            signatureRefusal: Self.doubt([sync.userID], signature, state)))
      }
      guard let events = try? Wire.decode(Wire.EventsRequest.self, from: request.plainBody) else {
        return TransportResponse(status: 404)
      }
      let results = Self.store(events.events, signature, &state)
      return CountingServer.response(
        Wire.EventsResponse(
          results: results, signatureRefusal: Self.doubt(events.events.map(\.userID), signature, state)))
    }
  }

  /// A user's id, with each byte that is not ASCII by its number.
  static func inSignature(_ userID: String) -> String {
    userID.utf8.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "%\($0)" }.joined()
  }

  private static func refusal(of userID: String, _ signature: String?) -> Wire.UserSignature.Refusal? {
    guard let parts = signature?.split(separator: ".") else { return .missing }
    guard parts.count == 3 else { return .malformed }
    guard parts[0] == "good" else { return parts[0] == "expired" ? .expired : .wrongSignature }
    return parts[1] == inSignature(userID) ? nil : .otherUser
  }

  private static func doubt(_ userIDs: [String?], _ signature: String?, _ state: State) -> Wire
    .SignatureRefusal?
  {
    guard state.mode != .off else { return nil }
    for case let userID? in userIDs {
      guard let reason = refusal(of: userID, signature) else { continue }
      return Wire.SignatureRefusal(
        userID: userID, reason: .known(reason), isOptional: state.mode == .optional)
    }
    return nil
  }

  /// Whom a request with a signature speaks for.
  private static func look(for userIDs: [String?], _ signature: String?, _ state: inout State) {
    guard let signature, let owner = signature.split(separator: ".").dropFirst().first.map(String.init) else {
      return
    }
    for case let userID? in userIDs where inSignature(userID) != owner {
      state.faults.append("\(userID) travelled with \(signature)")
    }
  }

  private static func store(_ events: [Wire.EventRecord], _ signature: String?, _ state: inout State) -> [Wire
    .EventResult]
  {
    look(for: events.map(\.userID), signature, &state)
    return events.map { event in
      if state.mode == .required, let userID = event.userID, let reason = refusal(of: userID, signature) {
        state.refusals += 1
        return Wire.EventResult(id: event.id, status: .known(.retry), code: reason.code, message: "No.")
      }
      guard state.ids.insert(event.id).inserted else {
        return Wire.EventResult(id: event.id, status: .known(.duplicate))
      }
      state.stored.append(event)
      if state.mode == .required, event.userID != nil, let signature { state.vouched[event.id] = signature }
      return Wire.EventResult(id: event.id, status: .known(.stored))
    }
  }
}
