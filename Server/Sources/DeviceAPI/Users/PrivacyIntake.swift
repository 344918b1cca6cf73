// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// Decides what becomes of a person's request for their data or its deletion, as a device sends it.
///
/// Everybody who has the app has the SDK key, so the key is no reason to believe anything. A
/// request for a user counts only if the app's backend vouches for them. A request of an anonymous
/// person counts only from the very device, which its secret proves: then what only this device did
/// is deleted at once. It never waits for the team, who could not check more, and whose list
/// anybody could fill with devices that do not exist. Nor can an anonymous person ask for a copy,
/// because the team would not know to whom to give it.
struct PrivacyIntake: Sendable {
  let store: any PrivacyRequestStore & PeopleStore
  let environment: MartletCore.Environment

  /// What is known about the sender of a request.
  struct Sender: Sendable {
    var app: AppID
    var proof: UserProof
    /// Whether the device's secret proves which device it is.
    var isProven: Bool
    /// Whether it has a secret that the server does not know, because it knows nothing about the
    /// device.
    var isForgotten: Bool
  }

  /// Throws if the sender may not ask for this, before anything is stored.
  func check(_ message: Wire.PrivacyRequest, from sender: Sender, _ policy: PrivacyRequestPolicy) async throws
  {
    guard policy.mode != .off else { throw Wire.Problem(refusing: .off) }
    guard let userID = message.userID else {
      guard message.kind.known != .export else { throw Wire.Problem(refusing: .notSignedIn) }
      if sender.isProven { return }
      // With the person, the deletion removed the device's secret. When it is repeated, there is
      // nothing that somebody else could ask for.
      let person = PersonID.of(userID: nil, deviceID: message.device.id)
      guard sender.isForgotten, try await store.person(person, app: sender.app) == nil else {
        throw Wire.Problem(refusing: .deviceNotProven)
      }
      return
    }
    // Also where signatures are optional: nobody may be deleted without one.
    if let doubt = sender.proof.doubt(about: userID) { throw Wire.Problem(refusing: doubt) }
    guard sender.proof.vouches(for: userID) else { throw Wire.Problem(refusing: .userNotVerified) }
  }

  /// Carries out a request that was checked.
  func carryOut(
    _ message: Wire.PrivacyRequest, from sender: Sender, _ policy: PrivacyRequestPolicy, at now: Instant
  ) async throws -> Wire.PrivacyResponse {
    // Checked with the other fields.
    guard let kind = message.kind.known else { throw Wire.Problem(refusing: .nothingStored) }
    let person = PersonID.of(userID: message.userID, deviceID: message.device.id)
    let done = Wire.PrivacyResponse(id: nil, kind: .known(kind), state: .known(.done), requestedAt: now)
    guard message.userID != nil else {
      return sender.isProven
        ? try await deleteAnonymous(message.device.id, sender.app, answer: done, at: now) : done
    }
    let request = PrivacyRequest(
      id: environment.makeID(), kind: kind, personID: person, requestedAt: now, dueAt: policy.dueAt(of: now))
    guard let stored = try await store.add(request, app: sender.app) else {
      guard kind == .deletion else { throw Wire.Problem(refusing: .nothingStored) }
      return done
    }
    guard stored.isOpen, kind == .deletion, policy.mode == .deleteAtOnce else {
      return Wire.PrivacyResponse(stored)
    }
    return Wire.PrivacyResponse(try await delete(stored, sender.app, at: now))
  }

  private func delete(_ request: PrivacyRequest, _ app: AppID, at now: Instant) async throws
    -> PrivacyRequest
  {
    do throws(StoreError) {
      return try await store.answerPrivacyRequest(
        request.id, with: .done(receipt: environment.makeID()), app: app, at: now)
    } catch {
      // The team was faster.
      guard case .conflict = error else { throw error }
      return try await store.privacyRequest(request.id, app: app) ?? request
    }
  }

  private func deleteAnonymous(
    _ deviceID: String, _ app: AppID, answer: Wire.PrivacyResponse, at now: Instant
  ) async throws -> Wire.PrivacyResponse {
    var response = answer
    switch try await store.deleteAnonymousPerson(
      onDevice: deviceID, app: app, receipt: environment.makeID(), at: now)
    {
    case .deleted(let receipt): response.receiptID = receipt.id
    case .nothingStored: break
    case .belongsToUser: throw Wire.Problem(refusing: .belongsToUser)
    }
    return response
  }
}

extension Wire.PrivacyResponse {
  fileprivate init(_ request: PrivacyRequest) {
    let state: State =
      switch request.state {
      case .open: .open
      case .declined: .declined
      // Of somebody who was deleted, nothing is left to do.
      case .done, .lapsed: .done
      }
    self.init(
      id: request.id, kind: .known(request.kind), state: .known(state), requestedAt: request.requestedAt,
      dueAt: request.isOpen ? request.dueAt : nil, receiptID: request.receiptID)
  }
}

extension Wire.Problem {
  fileprivate init(refusing refusal: Wire.PrivacyRequest.Refusal) {
    let (status, title, remedy): (Int, String, String) =
      switch refusal {
      case .off:
        (
          403, "This app does not accept privacy requests from devices.",
          "Allow them in Settings, Privacy, or send the request to the app's team."
        )
      case .userNotVerified:
        (
          403, "The server does not verify users, so it cannot know who asks.",
          "Turn on SDK authentication in Settings, Privacy, and sign user ids in your backend."
        )
      case .notSignedIn:
        (
          403, "Nobody is signed in, so the team would not know to whom to give the data.",
          "Sign the user in first."
        )
      case .deviceNotProven:
        (
          403, "The request has no credential, so it may come from another device.",
          "Sync first, and send the credential that the sync returns."
        )
      case .belongsToUser:
        (
          409, "What this device did belongs to a person who signed in on it.",
          "Send the request while that user is signed in."
        )
      case .nothingStored: (404, "Nothing is stored about this person.", "There is nothing to do.")
      }
    self.init(status: status, code: refusal.rawValue, title: title, remedy: remedy)
  }
}
