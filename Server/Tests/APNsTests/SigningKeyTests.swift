// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Crypto
import Foundation
import JWTKit
import Testing

@Suite("Signing keys")
struct SigningKeyTests {
  private static let p256 = P256.Signing.PrivateKey()

  private static func key(_ pem: String, keyID: String = "ABC1234567", teamID: String = "DEF8901234")
    throws(SigningKey.Problem)
    -> SigningKey
  {
    try SigningKey(p8: pem, keyID: keyID, teamID: teamID)
  }

  /// Without its last lines.
  private static let cut = p256.pemRepresentation.split(separator: "\n").enumerated().filter {
    $0.offset != 2
  }.map { String($0.element) }
    .joined(separator: "\n")

  @Test func `a .p8 file as Apple provides it is a key, with and without the last line break`() throws {
    let pem = Self.p256.pemRepresentation
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----"))
    #expect(try Self.key(pem).publicKeyPEM == Self.p256.publicKey.pemRepresentation)
    #expect(try Self.key("\n\(pem)\r\n").publicKeyPEM == Self.p256.publicKey.pemRepresentation)
  }

  @Test(
    arguments: [
      (String(repeating: "a", count: 5_000), SigningKey.Problem.tooLong),
      ("", .notPEM),
      ("AuthKey_ABC1234567.p8", .notPEM),
      ("-----BEGIN SOMETHING-----\nAAAA\n-----END SOMETHING-----", .notPEM),
      (p256.publicKey.pemRepresentation, .publicKey),
      ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", .certificate),
      ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----", .encrypted),
      ("-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----", .olderForm),
      ("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----", .otherKind),
      (P384.Signing.PrivateKey().pemRepresentation, .otherKind),
      (P521.Signing.PrivateKey().pemRepresentation, .otherKind),
      (cut, .damaged),
      ("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", .damaged),
    ])
  func `what is wrong with a key is said by name`(text: String, problem: SigningKey.Problem) {
    #expect(throws: problem) { try Self.key(text) }
  }

  @Test(arguments: ["", "ABC123456", "ABC12345678", "abc1234567", "ABC-123456"])
  func `key id and team id have 10 capital letters and digits`(id: String) {
    #expect(throws: SigningKey.Problem.keyID) { try Self.key(Self.p256.pemRepresentation, keyID: id) }
    #expect(throws: SigningKey.Problem.teamID) { try Self.key(Self.p256.pemRepresentation, teamID: id) }
  }

  @Test func `each problem has words of its own that say what to do`() {
    let words = SigningKey.Problem.allCases.map(\.words)
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { $0.hasPrefix("The ") && $0.hasSuffix(".") })
  }

  @Test func `no description of a key or a push contains what is secret`() throws {
    let key = try Self.key(Self.p256.pemRepresentation)
    let push = try Push(
      id: APNsID(delivery: "d-1"), deviceToken: "abcdef", topic: "com.example.app",
      payload: Array("secret text".utf8))
    var text = "\(key) \(String(reflecting: key)) \(push) \(String(reflecting: push))"
    dump(key, to: &text)
    dump(push, to: &text)
    for secret in ["abcdef", "secret", "BEGIN", "payload", "115, 101, 99"] {
      #expect(!text.contains(secret), "\(secret) in \(text)")
    }
    #expect(text.contains("ABC1234567"))
  }
}
