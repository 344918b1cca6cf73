// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which passwords are strong enough. Length decides, not kinds of characters: those only make
/// people choose what is easy to guess.
public enum PasswordRules {
  /// Characters.
  public static let minimumLength = 12
  /// Characters. Longer ones cost time and protect nothing more.
  public static let maximumLength = 200
  /// Bytes, because a character can consist of any number of marks.
  public static let maximumBytes = 1_024

  public enum Problem: Hashable, Sendable {
    case tooShort
    case tooLong
    /// Among the first that somebody would try.
    case common
    /// Says little more than the account itself.
    case likeAccount

    /// A sentence for the person who chose it.
    public var words: String {
      switch self {
      case .tooShort: "Use at least \(minimumLength) characters. A few words in a row work well."
      case .tooLong: "Use at most \(maximumLength) characters."
      case .common: "Many people use this password, so it is guessed first. Choose another one."
      case .likeAccount: "Do not use your name or e-mail address as your password."
      }
    }
  }

  /// The form in which a password is checked and derived: the same however a keyboard composes its
  /// characters.
  public static func canonical(_ password: String) -> String {
    password.precomposedStringWithCompatibilityMapping
  }

  /// nil for a password that is strong enough.
  public static func problem(_ password: String, email: EmailAddress?, name: String) -> Problem? {
    let password = canonical(password).lowercased()
    guard password.count >= minimumLength else { return .tooShort }
    guard password.count <= maximumLength, password.utf8.count <= maximumBytes else { return .tooLong }
    if common.contains(password) || repeats(password) || climbs(password) { return .common }
    let parts = [
      email?.key ?? "", email?.key.split(separator: "@").first.map(String.init) ?? "", name.lowercased(),
    ]
    // What is left without the account must be long enough to be a secret of its own.
    let rest = parts.filter { $0.count >= 4 }.reduce(password) { $0.replacing($1, with: "") }
    return rest != password && rest.count < 8 ? .likeAccount : nil
  }

  /// `aaaaaaaaaaaa`, `abcabcabcabc`, `passpasspass`
  private static func repeats(_ password: String) -> Bool {
    let characters = Array(password)
    return (1...6).contains { length in
      characters.indices.allSatisfy { characters[$0] == characters[$0 % length] }
    }
  }

  /// `123456789012`, `abcdefghijkl`, `987654321098`
  private static func climbs(_ password: String) -> Bool {
    let values = password.unicodeScalars.map { Int($0.value) }
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    return [1, -1].contains { step in steps.count { $0 != step } <= 2 }
  }

  /// The most used passwords of at least twelve characters, in small letters.
  private static let common: Set<String> = [
    "password1234", "password12345", "password123456", "password@123", "password123!", "passwordpassword",
    "p@ssw0rd1234", "passw0rd1234",
    "mypassword123", "qwertyuiop12", "qwertyuiop123", "qwertyuiopasdf", "qwertyuiopasdfghjkl", "qwertyuiop[]",
    "qwertyuiop123456",
    "qwerty123456", "qwerty1234567", "qwerty12345678", "qwertyqwerty", "1q2w3e4r5t6y", "1q2w3e4r5t6y7u",
    "1q2w3e4r5t6y7u8i", "1qaz2wsx3edc",
    "1qaz2wsx3edc4rfv", "zaq12wsxcde3", "q1w2e3r4t5y6", "asdfghjkl123", "asdfghjkl1234", "zxcvbnm12345",
    "zxcvbnm123456",
    "administrator", "administrator1", "admin1234567", "admin12345678", "adminadmin12", "adminadmin123",
    "iloveyou1234", "iloveyou12345",
    "iloveyouforever", "iloveyousomuch", "letmein12345", "letmein123456", "letmeinplease", "welcome12345",
    "welcome123456",
    "welcometomartlet",
    "changeme1234", "changeme12345", "changemeplease", "trustno1trustno1", "correcthorsebatterystaple",
    "correct horse battery staple",
    "football1234", "baseball1234", "princess1234", "sunshine1234", "dragon123456", "monkey123456",
    "master123456", "michael12345",
    "superman1234", "batman123456", "starwars1234", "internet1234", "computer1234", "whatever1234",
    "abcd12345678", "abc123456789",
    "abcdefg12345", "a123456789012", "a1b2c3d4e5f6", "aa1234567890", "test12345678", "testtest1234",
    "secret123456", "supersecret123",
    "summer202020", "123456789abc", "123456789qwe", "1234567890qwerty", "0123456789ab", "1234qwerasdf",
    "1234qwerasdfzxcv", "qwerasdfzxcv",
    "123qweasdzxc", "qweasdzxc123", "1qazxsw23edc", "unknownunknown", "marketing1234", "martlet12345",
    "martletmartlet",
  ]
}
