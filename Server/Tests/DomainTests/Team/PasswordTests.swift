// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import StoreConformance
import Testing

@Suite struct PasswordTests {
  private static let email = EmailAddress("marlene@example.com")

  private static func problem(_ password: String) -> PasswordRules.Problem? {
    PasswordRules.problem(password, email: email, name: "Marlene Sample")
  }

  @Test(arguments: [
    "a quiet bird at dawn", "eleven owls", "zq8!kLm2#pRt", "ünüsüäl wörds", "marlene likes nineteen owls",
    "日本語のとても長い合言葉です",
  ])
  func `length is enough, whatever the characters`(password: String) {
    #expect(Self.problem(password) == (password.count < 12 ? .tooShort : nil))
  }

  @Test(arguments: [("elevenchars", true), ("twelve chars", false), ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", true)])
  func `a password has twelve characters at least, as people count them`(password: String, isTooShort: Bool) {
    #expect((Self.problem(password) == .tooShort) == isTooShort)
  }

  @Test(arguments: [
    "Password1234", "qwertyuiop123", "aaaaaaaaaaaa", "abcabcabcabc", "passpasspass", "123456789012",
    "098765432109", "abcdefghijklm",
    "correct horse battery staple", "PASSWORD12345",
  ])
  func `what everybody tries first is refused`(password: String) {
    #expect(Self.problem(password) == .common)
  }

  @Test(arguments: [
    "marlene@example.com", "marlenemarlene1", "Marlene Sample", "marlene12345", "MARLENE-2026!",
  ])
  func `the account itself is no secret`(password: String) {
    #expect(Self.problem(password) == .likeAccount || Self.problem(password) == .common)
  }

  @Test func `too long is refused, and the longest is not`() {
    let long = String(repeating: "a quiet bird. ", count: 20)
    #expect(Self.problem(String(long.prefix(PasswordRules.maximumLength))) == nil)
    #expect(Self.problem(String(long.prefix(PasswordRules.maximumLength + 1))) == .tooLong)
    #expect(
      Self.problem("a quiet bird" + String(repeating: "\u{301}", count: PasswordRules.maximumBytes))
        == .tooLong)
  }

  @Test func `a stored password is read as it was written`() throws {
    let hash = PasswordHash.sample(7)
    #expect(PasswordHash(text: hash.text) == hash)
    #expect(hash.text.hasPrefix("scrypt$15$8$3$"))
  }

  @Test(arguments: [
    "", "scrypt", "bcrypt$15$8$3$AAAA$AAAA", "scrypt$15$8$3$AAAA", "scrypt$64$8$3$AAAA$AAAA",
    "scrypt$15$0$3$AAAA$AAAA",
    "scrypt$15$8$99$AAAA$AAAA",
    "scrypt$15$8$3$$AAAA", "scrypt$15$8$3$AAAA$", "scrypt$15$8$3$!$AAAA", "scrypt$-1$8$3$AAAA$AAAA",
  ])
  func `what no version has written is no password`(text: String) {
    #expect(PasswordHash(text: text) == nil)
  }
}
