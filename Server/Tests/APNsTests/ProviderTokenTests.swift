// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import JWTKit
import MartletCore
import Testing

@testable import APNs
@testable import PushEndpoint

@Suite("Provider tokens")
struct ProviderTokenTests {
  private let start = SenderTime(wall: Instant(milliseconds: 1_767_225_600_000), monotonic: .zero)

  private func time(_ minutes: Int, wallMinutes: Int? = nil) -> SenderTime {
    SenderTime(wall: start.wall + .seconds(60 * (wallMinutes ?? minutes)), monotonic: .seconds(60 * minutes))
  }

  private func state() -> ProviderTokenState {
    var state = ProviderTokenState()
    _ = state.token(at: start)
    state.signed(ProviderToken(text: "first", issuedAt: start.wall, signedAt: start.monotonic))
    return state
  }

  @Test func `the first push asks for a token once and waits for it`() {
    var state = ProviderTokenState()
    #expect(state.token(at: start) == (nil, true))
    #expect(state.token(at: start) == (nil, false))
    state.signed(ProviderToken(text: "first", issuedAt: start.wall, signedAt: start.monotonic))
    #expect(state.token(at: start).token?.text == "first")
  }

  @Test(arguments: 0...70)
  func `a token serves for 50 minutes, and while the next one is signed for an hour`(minute: Int) {
    var state = state()
    let (token, mustSign) = state.token(at: time(minute))
    #expect(mustSign == (minute >= 50))
    #expect((token != nil) == (minute < 60))
    #expect(state.token(at: time(minute)).mustSign == false, "once")
  }

  @Test func `a machine that slept renews by the clock that went on`() {
    var state = state()
    #expect(state.token(at: time(1, wallMinutes: 55)).mustSign)
    var other = self.state()
    #expect(other.token(at: time(55, wallMinutes: -10)).mustSign)
  }

  @Test(arguments: 0...49)
  func `a token that APNs calls expired is renewed if it is 20 minutes old, and not a minute earlier`(
    minute: Int
  ) {
    var state = state()
    let expiry = state.expired("first", at: time(minute))
    #expect(expiry == (minute >= 20 ? .sendAgain : .clocksDiffer))
    #expect(state.token(at: time(minute)).mustSign == (minute >= 20))
  }

  @Test func `an answer about a former token does not renew the current one`() {
    var state = state()
    #expect(state.expired("before", at: time(30)) == .sendAgain)
    #expect(state.token(at: time(30)).token?.text == "first")
  }

  @Test func `a signature that failed is asked for again`() {
    var state = ProviderTokenState()
    #expect(state.token(at: start).mustSign)
    state.failed()
    #expect(state.token(at: start).mustSign)
  }

  @Test func `the token names key and team, and another library accepts its signature`() async throws {
    let secret = P256.Signing.PrivateKey()
    let key = try SigningKey(p8: secret.pemRepresentation, keyID: "ABC1234567", teamID: "DEF8901234")
    let text = try await key.token(issuedAt: 1_767_225_600)
    let registered = try RegisteredKey(
      keyID: "ABC1234567", teamID: "DEF8901234", publicKeyPEM: key.publicKeyPEM)
    var rules = ProviderTokenRules([registered])
    var first: String?
    #expect(rules.refusal(of: "bearer \(text)", firstKeyID: &first, at: start.wall) == nil)
    #expect(first == "ABC1234567")

    let stranger = try RegisteredKey(
      keyID: "ABC1234567", teamID: "DEF8901234",
      publicKeyPEM: P256.Signing.PrivateKey().publicKey.pemRepresentation)
    var others = ProviderTokenRules([stranger])
    #expect(others.refusal(of: "bearer \(text)", firstKeyID: &first, at: start.wall) == .invalidProviderToken)
    var team = ProviderTokenRules([
      try RegisteredKey(keyID: "ABC1234567", teamID: "DEF8901235", publicKeyPEM: key.publicKeyPEM)
    ])
    #expect(team.refusal(of: "bearer \(text)", firstKeyID: &first, at: start.wall) == .invalidProviderToken)
  }
}
