// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletWire
import Testing

@testable import Identity

@Suite(
  "What is no public key that is safe to use is refused, with the field and the remedy",
  .timeLimit(.minutes(5)))
struct PublicKeyTests {
  private static func problem(_ pem: String) -> PublicKey.Problem? {
    do throws(PublicKey.Problem) {
      _ = try PublicKey(pem: pem)
      return nil
    } catch {
      return error
    }
  }

  @Test
  func
    `keys that openssl makes are read, with the fingerprint that openssl says, in either form of RSA keys and with other line ends`()
    throws
  {
    for (key, algorithm) in [
      (try OpenSSL.privateKey(rsaBits: 2_048), PublicKey.Algorithm.rs256),
      (try OpenSSL.privateKey(curve: "P-256"), .es256),
    ] {
      let pem = try OpenSSL.publicKey(of: key)
      let known = try PublicKey(pem: pem)
      #expect(known.algorithm == algorithm)
      var forms = [pem, "\n \(pem)\r\n", pem.replacing("\n", with: "\r\n"), known.pem]
      if algorithm == .rs256 { forms.append(try OpenSSL.publicKey(of: key, ["rsa", "-RSAPublicKey_out"])) }
      for form in forms {
        let again = try PublicKey(pem: form)
        #expect(again.fingerprint == known.fingerprint)
        #expect(again.pem == known.pem)
      }
      let der = try OpenSSL.run(["pkey", "-pubout", "-outform", "DER"], data: Data(key.utf8))
      let digest = String(decoding: try OpenSSL.run(["dgst", "-sha256", "-r"], data: der), as: UTF8.self)
      #expect(digest.hasPrefix(known.fingerprint + " "))
    }
  }

  @Test func `a private key is recognised before all else, in every form, and beside its public one`() throws
  {
    let rsa = try OpenSSL.privateKey(rsaBits: 2_048)
    let p256 = try OpenSSL.privateKey(curve: "P-256")
    for pem in [
      rsa, p256, try OpenSSL.publicKey(of: p256, ["ec"]),
      try OpenSSL.publicKey(of: rsa, ["rsa", "-traditional"]),
      try OpenSSL.publicKey(of: p256) + p256, String(repeating: " ", count: 5_000) + p256,
      p256.replacing("\n", with: ""),
    ] {
      #expect(Self.problem(pem) == .privateKey)
    }
  }

  @Test func `short and long keys, other kinds, certificates and what is no key are told apart`() throws {
    func made(_ arguments: [String]) throws -> String {
      try OpenSSL.publicKey(of: OpenSSL.run(["genpkey"] + arguments))
    }
    #expect(Self.problem(try made(["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"])) == .tooShort)
    #expect(Self.problem(try made(["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1536"])) == .tooShort)
    #expect(
      Self.problem(try made(["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"])) == .unknownKind)
    #expect(
      Self.problem(try made(["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"])) == .unknownKind)
    #expect(Self.problem(try made(["-algorithm", "ED25519"])) == .unknownKind)
    #expect(Self.problem("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----") == .certificate)
    let good = try OpenSSL.publicKey(of: OpenSSL.privateKey(curve: "P-256"))
    let lines = good.split(separator: "\n")
    #expect(Self.problem(lines.dropFirst().joined(separator: "\n")) == .notPEM)
    #expect(Self.problem("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI ana@example.com") == .notPEM)
    #expect(Self.problem("") == .notPEM)
    #expect(Self.problem(good + good) == .unknownKind)
    #expect(Self.problem("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----") == .unknownKind)
    #expect(Self.problem(good + String(repeating: "x", count: 4_096)) == .tooLong)
    // Behind what says of which kind it is, which is the same for all.
    for index in stride(from: 64, to: good.utf8.count - 28, by: 7) {
      var bytes = Array(good.utf8)
      bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      // A point that is not on the curve, or another key: never the same.
      #expect(
        (try? PublicKey(pem: String(decoding: bytes, as: UTF8.self)))?.fingerprint
          != (try PublicKey(pem: good)).fingerprint,
        "byte \(index) of \(good)")
    }
  }

  @Test func `the settings name what is wrong with a key by its place`() throws {
    let good = try OpenSSL.publicKey(of: OpenSSL.privateKey(curve: "P-256"))
    func found(_ mode: UserAuthentication.Mode, _ pems: [String], name: String = "Backend") -> [String] {
      AppSettings(
        userAuthentication: UserAuthentication(
          mode: mode, keys: pems.map { UserAuthentication.Key(name: name, pem: $0) })
      ).problems.map { "\($0.field) \($0.code)" }
    }
    let place = "sdk_authentication.keys"
    #expect(found(.off, []) == [])
    #expect(found(.required, [good]) == [])
    #expect(found(.optional, []) == ["sdk_authentication.mode key_needed"])
    #expect(found(.required, []) == ["sdk_authentication.mode key_needed"])
    #expect(
      found(.off, [good, try OpenSSL.privateKey(curve: "P-256")]) == ["\(place)[1].public_key private_key"])
    #expect(found(.off, [good, good]) == ["\(place)[1].public_key key_twice"])
    #expect(found(.off, ["x"]) == ["\(place)[0].public_key not_pem"])
    #expect(found(.off, [good], name: " ") == ["\(place)[0].name name_invalid"])
    #expect(found(.off, [good], name: String(repeating: "x", count: 81)) == ["\(place)[0].name name_invalid"])
    #expect(found(.off, Array(repeating: "x", count: 6)).contains("\(place) too_many"))
    let problems = AppSettings(userAuthentication: UserAuthentication(keys: [.init(name: "n", pem: "x")]))
      .problems
    #expect(problems.allSatisfy { $0.remedy?.isEmpty == false })
  }
}
