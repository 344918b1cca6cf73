// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// User ids that are almost certainly a mistake: an app or a program wrote down a value that is
/// missing. Everybody with such an id is one person.
public enum DoubtfulUserID {
  /// What languages and formats write for nothing.
  private static let words = [
    "null", "(null)", "<null>", "nil", "undefined", "None", "NaN", "0", "{}", "[]", "\"\"", "''",
    "[object Object]", "Optional(nil)",
    "00000000-0000-0000-0000-000000000000",
  ]
  private static let lowercase = Set(words.map { $0.lowercased() })

  /// The spellings that are looked for among people: as they are, and in lower and upper case.
  public static let spellings = Set(
    words + words.map { $0.lowercased() } + words.map { $0.uppercased() } + ["Null", "Undefined", "Nil"]
  )
  .sorted()

  /// Whether an id is one of them, in upper or lower case, or only blanks.
  public static func contains(_ id: String) -> Bool {
    // Nearly all ids are longer than any of them, or begin otherwise.
    id.utf8.count <= 36 && (id.isBlank || lowercase.contains(id.lowercased()))
  }
}

/// People with such an id.
public struct DoubtfulUser: Hashable, Sendable {
  public var userID: String
  /// At most `PeopleLimits.devices`.
  public var devices: Int

  public init(userID: String, devices: Int) {
    self.userID = userID
    self.devices = devices
  }
}
