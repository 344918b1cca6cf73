// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("What a request may do that carries a device's secret, or none")
struct DeviceCredentialsTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)
  private static let old = now - DeviceCredentials.maximumAge
  private static func secret(_ byte: UInt8, issuedAt: Instant = now, used: Bool)
    -> DeviceCredentials.Credential
  {
    .init(hash: [byte], issuedAt: issuedAt, usedAt: used ? issuedAt : nil)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stored: [DeviceCredentials.Credential]
    var isRevoked = false
    /// nil: none is carried.
    var carried: UInt8?
    var verdict: DeviceCredentials.Verdict
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a new device is taken and gets one", stored: [], verdict: .admitted(wantsOne: true)),
    Case(
      testDescription:
        "one of a device that nobody knows counts as none: the server's data may be an older copy",
      stored: [], carried: 9,
      verdict: .admitted(wantsOne: true)),
    Case(
      testDescription: "while none was used the device may come without, and gets one more",
      stored: [secret(1, used: false)],
      verdict: .admitted(wantsOne: true)),
    Case(
      testDescription: "the first use of any of them is told",
      stored: [secret(1, used: false), secret(2, used: false)], carried: 2,
      verdict: .firstUse(hash: [2])),
    Case(
      testDescription: "used: it passes", stored: [secret(1, used: true)], carried: 1,
      verdict: .admitted(wantsOne: false)),
    Case(
      testDescription: "used and old: it passes and is replaced",
      stored: [secret(1, issuedAt: old, used: true)], carried: 1,
      verdict: .admitted(wantsOne: true)),
    Case(
      testDescription: "the old one is valid until the new one is used",
      stored: [secret(1, issuedAt: old, used: true), secret(2, used: false)],
      carried: 1, verdict: .admitted(wantsOne: true)),
    Case(
      testDescription: "the new one's first use replaces the old one",
      stored: [secret(1, issuedAt: old, used: true), secret(2, used: false)], carried: 2,
      verdict: .firstUse(hash: [2])),
    Case(
      testDescription: "used: none is refused", stored: [secret(1, used: true)], verdict: .refused(.missing)),
    Case(
      testDescription: "used: a wrong one is refused", stored: [secret(1, used: true)], carried: 2,
      verdict: .refused(.unknown)),
    Case(
      testDescription: "revoked: none is refused", stored: [], isRevoked: true, verdict: .refused(.revoked)),
    Case(
      testDescription: "revoked: the right one is refused", stored: [secret(1, used: true)], isRevoked: true,
      carried: 1,
      verdict: .refused(.revoked)),
  ]

  @Test(arguments: cases)
  func check(_ example: Case) {
    let device = DeviceCredentials(credentials: example.stored, revokedAt: example.isRevoked ? Self.now : nil)
    #expect(
      device.check(example.carried.map { carried in { $0 == [carried] } }, at: Self.now) == example.verdict)
  }
}
