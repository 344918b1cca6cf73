// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import JWTKit
import MartletCore
import MartletWire
import Testing

@testable import Identity

@Suite(
  "A token vouches for one user, while it lasts, when the app's own backend signed it",
  .timeLimit(.minutes(5)))
struct UserTokenTests {
  @Test func `a token of the right key is accepted, for every kind of key, beside others, in whatever order`()
    async throws
  {
    let forges = try await TokenForge.all
    let keys = forges.map(\.key)
    for forge in forges {
      for user in [
        "ana", "a", "Änne Müller", "u:1\u{301}", String(repeating: "x", count: 255), "\u{1F600}\"\\",
      ] {
        let token = try forge.token(TokenForge.payload(user))
        for keys in [[forge.key], keys, keys.reversed()] {
          #expect(await UserTokenJudge(keys).refusal(of: token, for: user) == nil, "\(forge.name)")
        }
      }
    }
  }

  @Test func `without the key that signed it a token is refused, whatever others there are`() async throws {
    let forges = try await TokenForge.all
    for (index, forge) in forges.enumerated() {
      let token = try forge.token(TokenForge.payload("ana"))
      let others = forges.enumerated().filter { $0.offset != index }.map(\.element.key)
      #expect(await UserTokenJudge(others).refusal(of: token, for: "ana") == .wrongSignature)
      #expect(await UserTokenJudge([]).refusal(of: token, for: "ana") == .wrongSignature)
    }
  }

  @Test(arguments: ["RS256", "ES256"])
  func `no text but the token itself passes: each byte changed, left out or doubled is refused`(kind: String)
    async throws
  {
    let forge = kind == "RS256" ? try await TokenForge.rsa.value : try await TokenForge.p256.value
    let token = Array(try forge.token(TokenForge.payload("ana", ",\"iat\":1790000000")).utf8)
    let judge = forge.judge
    #expect(await judge.refusal(of: String(decoding: token, as: UTF8.self), for: "ana") == nil)
    var tried = 0
    for index in token.indices {
      var changed: [[UInt8]] = []
      // The neighbours in the alphabet differ in the last bits, of which the end of a part may have
      // unused ones.
      for other in [
        token[index] ^ 1, token[index] ^ 2, token[index] &+ 1, token[index] &- 1, UInt8(ascii: "."),
        UInt8(ascii: "="), 0x20,
      ]
      where other != token[index] {
        var copy = token
        copy[index] = other
        changed.append(copy)
      }
      changed.append(Array(token[..<index] + token[(index + 1)...]))
      changed.append(Array(token[..<index] + [token[index]] + token[index...]))
      for copy in changed where copy != token {
        tried += 1
        #expect(
          await judge.refusal(of: String(decoding: copy, as: UTF8.self), for: "ana") != nil, "byte \(index)")
      }
    }
    for end in ["=", "==", ".", "\n", " ", "A"] {
      #expect(
        await judge.refusal(of: String(decoding: token, as: UTF8.self) + end, for: "ana") == .malformed
          || end == "A")
      #expect(await judge.refusal(of: String(decoding: token, as: UTF8.self) + end, for: "ana") != nil)
    }
    #expect(tried > token.count * 6)
  }

  @Test
  func
    `the algorithm is the key's and never the header's alone: none, a public key as a secret, and swapped names are refused`()
    async throws
  {
    let (rsa, p256) = (try await TokenForge.rsa.value, try await TokenForge.p256.value)
    let payload = TokenForge.payload("ana")
    let both = UserTokenJudge([rsa.key, p256.key])
    for forge in [rsa, p256] {
      let other = forge.name == "RS256" ? "ES256" : "RS256"
      // Signed right, named wrong.
      let swapped = try forge.token(payload, header: "{\"alg\":\"\(other)\"}")
      for judge in [forge.judge, both] {
        #expect(await judge.refusal(of: swapped, for: "ana") == .wrongSignature)
      }
      for secret in [forge.publicPEM, forge.publicPEM.trimmingCharacters(in: .newlines)] {
        let hmac = try await JWTKeyCollection().add(
          hmac: HMACKey(from: Data(secret.utf8)), digestAlgorithm: .sha256
        ).getKey()
        for (name, refusal) in [
          ("HS256", Wire.UserSignature.Refusal.wrongAlgorithm), (forge.name, .wrongSignature),
        ] {
          let forged = try forge.token(payload, header: "{\"alg\":\"\(name)\"}", signedBy: hmac)
          #expect(await both.refusal(of: forged, for: "ana") == refusal)
        }
      }
      for name in ["none", "None", "", "HS256", "PS256", "RS512", "ES384", "EdDSA", "rs256", "ES256 "] {
        let named = try forge.token(payload, header: "{\"alg\":\"\(name)\"}")
        #expect(await both.refusal(of: named, for: "ana") == .wrongAlgorithm, "\(name)")
      }
      let parts = try forge.token(payload, header: "{\"alg\":\"none\"}").split(separator: ".")
      #expect(await both.refusal(of: parts[0] + "." + parts[1] + ".", for: "ana") == .malformed)
    }
  }

  @Test
  func
    `a key's id in the header is a hint that may be wrong or missing, and an extension that is not understood is refused`()
    async throws
  {
    let forge = try await TokenForge.p256.value
    let judge = UserTokenJudge([try await TokenForge.otherP256.value.key, forge.key])
    for header in [
      #"{"alg":"ES256"}"#, #"{"alg":"ES256","kid":"nobody","typ":"JWT","x":[1]}"#,
      #"{"kid":"","alg":"ES256"}"#,
    ] {
      #expect(
        await judge.refusal(of: try forge.token(TokenForge.payload("ana"), header: header), for: "ana")
          == nil, "\(header)")
    }
    for header in [
      #"{"alg":"ES256","crit":["b64"],"b64":false}"#, #"{"alg":"ES256","crit":[]}"#, #"{"typ":"JWT"}"#,
      #"{"alg":1}"#, #"{"alg":null}"#,
      #"["ES256"]"#, "ES256", "{", #"{"alg":"none","alg":"ES256"}"#,
    ] {
      #expect(
        await judge.refusal(of: try forge.token(TokenForge.payload("ana"), header: header), for: "ana")
          == .malformed, "\(header)")
    }
  }

  @Test func `it lasts until exp and from nbf and iat on, by clocks that may be a minute apart`() async throws
  {
    let forge = try await TokenForge.p256.value
    let judge = forge.judge
    let now = TokenForge.now
    let seconds = now.milliseconds / 1_000
    func refusal(_ claims: String, after milliseconds: Int64 = 0) async throws -> Wire.UserSignature.Refusal?
    {
      await judge.refusal(
        of: try forge.token("{\"sub\":\"ana\"\(claims)}"), for: "ana",
        at: Instant(milliseconds: now.milliseconds + milliseconds))
    }
    #expect(try await refusal("") == .noExpiry)
    #expect(try await refusal(",\"exp\":null") == .noExpiry)
    #expect(try await refusal(",\"exp\":1700000000000") == .expiryInMilliseconds)
    #expect(try await refusal(",\"exp\":\(seconds)", after: 59_999) == nil)
    #expect(try await refusal(",\"exp\":\(seconds)", after: 60_000) == .expired)
    #expect(try await refusal(",\"exp\":\(seconds).5", after: 60_400) == nil)
    #expect(try await refusal(",\"exp\":0") == .expired)
    #expect(try await refusal(",\"exp\":-1e300") == .expired)
    #expect(try await refusal(",\"exp\":99999999999", after: 9_000_000_000_000) == nil)
    #expect(try await refusal(",\"exp\":1e300") == .expiryInMilliseconds)
    for claim in ["nbf", "iat"] {
      #expect(try await refusal(",\"exp\":\(seconds + 900),\"\(claim)\":\(seconds + 60)") == nil)
      #expect(try await refusal(",\"exp\":\(seconds + 900),\"\(claim)\":\(seconds + 61)") == .notYetValid)
      #expect(
        try await refusal(",\"exp\":\(seconds + 900),\"\(claim)\":\(seconds + 61)", after: 1_000) == nil)
    }
    // Over is over, whatever else is wrong.
    #expect(try await refusal(",\"exp\":1,\"nbf\":\(seconds + 900)") == .expired)
    for wrong in [
      ",\"exp\":\"\(seconds + 900)\"", ",\"exp\":true", ",\"exp\":\(seconds + 900),\"nbf\":\"now\"",
      ",\"exp\":[1]",
    ] {
      #expect(try await refusal(wrong) == .malformed, "\(wrong)")
    }
  }

  @Test func `it vouches for its own user only, byte for byte`() async throws {
    let forge = try await TokenForge.p256.value
    let judge = forge.judge
    for (sub, user) in [
      ("ana", "ben"), ("ana", "Ana"), ("ana", "ana "), ("ana", ""), ("", "ana"), ("\u{E9}", "e\u{301}"),
      ("e\u{301}", "\u{E9}"),
      ("1", "01"),
      ("ana", "ana\u{0}"),
    ] {
      #expect(
        await judge.refusal(of: try forge.token(TokenForge.payload(sub)), for: user) == .otherUser,
        "\(sub) \(user)")
    }
    let exp = TokenForge.now.milliseconds / 1_000 + 900
    #expect(await judge.refusal(of: try forge.token("{\"exp\":\(exp)}"), for: "ana") == .otherUser)
    for sub in ["1", "null", "[\"ana\"]", "{\"id\":\"ana\"}"] {
      let refusal = await judge.refusal(of: try forge.token("{\"exp\":\(exp),\"sub\":\(sub)}"), for: "1")
      #expect(refusal == .malformed || (sub == "null" && refusal == .otherUser), "\(sub)")
    }
  }

  @Test func `what is no token is refused without a look at keys, and none at all is missing`() async throws {
    let forge = try await TokenForge.p256.value
    let judge = forge.judge
    let token = try forge.token(TokenForge.payload("ana"))
    #expect(await judge.refusal(of: nil, for: "ana") == .missing)
    for text in [
      "", ".", "..", "...", "a.b.c", "é", token + "." + token, token.replacing(".", with: ","), " " + token,
      String(repeating: "a", count: 9_000), token + String(repeating: "A", count: 8_192),
      "eyJhbGciOiJFUzI1NiJ9.e30.",
      // Another form of a token: JSON.
      #"{"payload":"e30","signatures":[]}"#,
    ] {
      #expect(await judge.refusal(of: text, for: "ana") == .malformed, "\(text.prefix(40))")
    }
    // Two users in one token: which one counts would be up to the reader.
    let ambiguous = [
      "{\"sub\":\"ana\",\"sub\":\"ben\",\"exp\":9000000000}", "\u{FEFF}{\"sub\":\"ana\",\"exp\":9000000000}",
    ]
    for payload in ["", "[]", "ana", "{", "{\"sub\":}", String(repeating: "[", count: 600)] + ambiguous {
      let refusal = await judge.refusal(of: try forge.token(payload), for: "ana")
      #expect(refusal == .malformed, "\(payload.prefix(10))")
      // Nothing is said of what a token holds that nobody vouches for.
      if !payload.isEmpty {
        let unknown = try await TokenForge.otherP256.value.judge
        #expect(await unknown.refusal(of: try forge.token(payload), for: "ana") == .wrongSignature)
      }
    }
  }

  @Test func `the bytes of a token are bounded, and one of the longest size that is allowed is read`()
    async throws
  {
    let forge = try await TokenForge.p256.value
    // A part of three bytes is four long.
    let most = Wire.UserSignature.maximumLength * 3 / 4
    for (length, isFit) in [(100, true), (most - 200, true), (most + 1, false)] {
      let token = try forge.token(
        TokenForge.payload("ana", ",\"x\":\"\(String(repeating: "x", count: length))\""))
      #expect((token.utf8.count <= Wire.UserSignature.maximumLength) == isFit)
      #expect(await forge.judge.refusal(of: token, for: "ana") == (isFit ? nil : .malformed))
    }
  }
}
