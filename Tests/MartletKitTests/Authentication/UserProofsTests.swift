// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

@Suite("Users whom the server does not believe")
struct UserProofsTests {
  /// Refused once at the beginning, with signature `s`; the pause is two seconds.
  private func refusedOnce() -> UserProofs {
    var proofs = UserProofs()
    #expect(proofs.refused("ada", signature: "s", current: "s", at: .zero, random: 1) == true)
    return proofs
  }

  @Test func `one who was refused is silent until the pause is over; nobody else is`() {
    let proofs = refusedOnce()
    #expect(proofs.silenced(at: .seconds(1)) == ["ada"])
    #expect(proofs.isSilenced("ada", at: .milliseconds(1_999)) && !proofs.isSilenced("ada", at: .seconds(2)))
    #expect(!proofs.isSilenced("ben", at: .zero) && !proofs.isSilenced(nil, at: .zero))
    #expect(proofs.nextAttempt(after: .zero) == .seconds(2))
    #expect(proofs.nextAttempt(after: .seconds(2)) == nil)
  }

  @Test
  func
    `a second request that was refused for the same signature is no news, nor is one for a signature that was replaced`()
  {
    var proofs = refusedOnce()
    #expect(proofs.refused("ada", signature: "s", current: "s", at: .seconds(1), random: 1) == false)
    #expect(proofs.refused("ada", signature: "old", current: "s", at: .seconds(3), random: 1) == false)
    #expect(!proofs.isSilenced("ada", at: .seconds(3)))
    #expect(proofs.refused("ada", signature: "s", current: "s", at: .seconds(3), random: 1) == true)
  }

  @Test
  func
    `after fifty refusals in a row only another signature or a session is an occasion; the app's own request is none`()
  {
    var proofs = UserProofs()
    var now = Duration.zero
    for number in 1...50 {
      #expect(proofs.refused("ada", signature: nil, current: nil, at: now, random: 1) == true)
      #expect((proofs.nextAttempt(after: now) != nil) == (number < 50))
      now += .seconds(400)
    }
    proofs.hurry(at: now)
    #expect(proofs.isSilenced("ada", at: now + .seconds(1_000_000)))
    var renewed = proofs
    renewed.signatureChanged(of: "ada", at: now)
    #expect(!renewed.isSilenced("ada", at: now))
    // The row goes on: it is that signature's only attempt.
    #expect(renewed.refused("ada", signature: "t", current: "t", at: now, random: 1) == true)
    #expect(renewed.isSilenced("ada", at: now + .seconds(1_000_000)))
    renewed.signatureChanged(of: "ada", at: now)
    #expect(renewed.nextAttempt(after: now) == now + .seconds(60))
    proofs.clear()
    #expect(!proofs.isSilenced("ada", at: now))
    // The row begins anew.
    #expect(proofs.refused("ada", signature: nil, current: nil, at: now, random: 1) == true)
    #expect(proofs.nextAttempt(after: now) == now + .seconds(2))
  }

  @Test func `the app's own request cuts a pause short and the row goes on; being accepted ends the row`() {
    var proofs = refusedOnce()
    proofs.hurry(at: .zero)
    #expect(!proofs.isSilenced("ada", at: .zero))
    #expect(proofs.refused("ada", signature: "s", current: "s", at: .zero, random: 1) == true)
    #expect(proofs.nextAttempt(after: .zero) == .seconds(4))
    proofs.accepted("ada")
    #expect(proofs.refused("ada", signature: "s", current: "s", at: .zero, random: 1) == true)
    #expect(proofs.nextAttempt(after: .zero) == .seconds(2))
  }

  @Test(
    arguments: [true, false])
  func
    `after three refusals in a row another signature, or the app's own request, shortens the pause only, to one that grows up to a minute`(
      isSignature: Bool
    )
  {
    var proofs = UserProofs()
    var now = Duration.zero
    var pauses: [Int64] = []
    for number in 0..<14 {
      let signature = "s\(isSignature ? number : 0)"
      #expect(proofs.refused("ada", signature: signature, current: signature, at: now, random: 1) == true)
      if isSignature { proofs.signatureChanged(of: "ada", at: now) } else { proofs.hurry(at: now) }
      let next = proofs.nextAttempt(after: now) ?? now
      pauses.append((next - now).components.seconds)
      now = next
    }
    #expect(pauses == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60])
    // One that is believed ends the row.
    proofs.accepted("ada")
    #expect(proofs.refused("ada", signature: "t", current: "t", at: now, random: 1) == true)
    proofs.signatureChanged(of: "ada", at: now)
    #expect(!proofs.isSilenced("ada", at: now))
  }

  @Test func `a pause that is short by chance is not made longer`() {
    var proofs = UserProofs()
    for number in 0..<10 {
      _ = proofs.refused("ada", signature: "s", current: "s", at: .seconds(number), random: 0)
    }
    proofs.signatureChanged(of: "ada", at: .seconds(9))
    #expect(proofs.nextAttempt(after: .seconds(9)) == .seconds(10))
  }

  @Test func `two normal forms of one text are two users`() {
    var proofs = UserProofs()
    #expect(proofs.refused("an\u{E9}", signature: nil, current: nil, at: .zero, random: 1) == true)
    #expect(proofs.isSilenced("an\u{E9}", at: .zero) && !proofs.isSilenced("ane\u{301}", at: .zero))
    var signatures = UserSignatures()
    signatures.set("one", for: "an\u{E9}")
    signatures.set("other", for: "ane\u{301}")
    #expect(signatures["an\u{E9}"] == "one" && signatures["ane\u{301}"] == "other")
    #expect(UserSignatures(json: signatures.json) == signatures)
    signatures.keep(["ane\u{301}"])
    #expect(signatures["an\u{E9}"] == nil && signatures["ane\u{301}"] == "other")
  }

  @Test func `what is tolerated is news once for each signature and reason, until the next session`() {
    var proofs = UserProofs()
    #expect(proofs.tolerated("ada", signature: "s", reason: "expired") == true)
    proofs.accepted("ada")
    #expect(proofs.tolerated("ada", signature: "s", reason: "expired") == false)
    #expect(proofs.tolerated("ada", signature: "s", reason: "other_user") == true)
    #expect(proofs.tolerated("ada", signature: "t", reason: "other_user") == true)
    #expect(!proofs.isSilenced("ada", at: .zero))
    proofs.clear()
    #expect(proofs.tolerated("ada", signature: "t", reason: "other_user") == true)
  }

  @Test
  func
    `every reason has a code of its own that never changes, and its words; a later one has none and is kept`()
  {
    let errors = Wire.UserSignature.Refusal.allCases.map {
      Martlet.SDKAuthenticationError(reason: .known($0), userId: "ada", signature: nil, isOptional: false)
    }
    #expect(errors.map(\.code) == Array(1...9))
    #expect(errors.allSatisfy { !$0.reason.description.contains("_") })
    #expect(errors[5].reason == .expired && errors[7].reason == .otherUser)
    let later = Martlet.SDKAuthenticationError(
      reason: .unknown("too_odd"), userId: "ada", signature: nil, isOptional: false)
    #expect(later.code == 0 && later.reason.rawValue == "too_odd" && later.reason.description == "too odd")
    #expect(Wire.UserSignature.reason(code: "sdk_authentication_too_odd") == .unknown("too_odd"))
    #expect(Wire.UserSignature.reason(code: "device_revoked") == nil)
  }
}

@Suite("Signatures by user")
struct UserSignaturesTests {
  @Test func `one for each user, the last that was given; written and read back`() {
    var signatures = UserSignatures()
    #expect(signatures.set("a1", for: "ada") == true)
    #expect(signatures.set("b1", for: "ben") == true)
    #expect(signatures.set("a2", for: "ada") == true)
    #expect(signatures.set("a2", for: "ada") == false)
    #expect(
      signatures["ada"] == "a2" && signatures["ben"] == "b1" && signatures["cy"] == nil
        && signatures[nil] == nil)
    #expect(UserSignatures(json: signatures.json) == signatures)
    #expect(signatures.keep(["ben"]) == true)
    #expect(signatures.keep(["ben"]) == false)
    #expect(signatures.userIDs == ["ben"])
  }

  @Test func `they are bounded: of more users than there is room for, the one longest ago is left without`() {
    var signatures = UserSignatures()
    for number in 0..<(UserSignatures.limit + 5) { signatures.set("s", for: "\(number)") }
    #expect(signatures.userIDs == (5..<(UserSignatures.limit + 5)).map(String.init))
  }

  @Test(
    arguments: [
      Wire.JSONValue.null, .array([.object(["user_id": "ada"])]),
      .array([.object(["user_id": "ada", "signature": "a b"])]),
      .array([.object(["user_id": 7, "signature": "s"])]), .object([:]),
    ])
  func `what is no signature is left out when it is read`(json: Wire.JSONValue) {
    #expect(UserSignatures(json: json).isEmpty)
  }
}
