// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite("Users of stored records")
struct RecordUsersTests {
  private static let users = [nil, "ana", "bob", "a", "", "a\"b", "ana\\", "\u{1F600}", "an\u{1}a"]
  /// Texts that look like the end of a record.
  private static let texts = users.map { ",\"user_id\":\"\($0 ?? "")\"}" } + ["\",\"user_id\":\"ana", ""]

  @Test func `in any order of users, each record has its own, whatever its other texts look like`() {
    var found = RecordUsers()
    for turn in 0..<3_000 {
      let user = Self.users[(turn * turn / 7 + turn / 3) % Self.users.count]
      let text = Self.texts[turn % Self.texts.count]
      let record = Wire.EventRecord(
        id: "e", at: Instant(milliseconds: 1), sessionID: turn % 2 == 0 ? "s" : nil, userID: user,
        body: turn % 5 == 0
          ? .attribute(key: "user_id", value: .string(text))
          : .custom(name: text, properties: ["user_id": .string(text)])
      )
      let bytes = Wire.encode(record)
      #expect(
        bytes.withUnsafeBufferPointer { found.user(of: $0) } == user,
        "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test
  func `a record that a device wrote in its own way, with escapes and spaces, has the user that it names`() {
    var found = RecordUsers()
    for (text, user) in [
      (#"{"kind":"custom","user_id":"ana"}"#, "ana"), (#"{"kind":"custom","user_id":"\u0061na"}"#, "ana"),
      (#"{"kind":"custom","user_id":"ana\\u0061"}"#, "ana\\u0061"),
      (#"{"kind":"custom","user_id":"ana\u0061"}"#, "anaa"),
      (#"{"user_id":"bob","kind":"custom"}"#, "bob"), (#"{"kind":"custom" , "user_id" : "ana" } "#, "ana"),
    ] {
      #expect(Array(text.utf8).withUnsafeBufferPointer { found.user(of: $0) } == user, "\(text)")
    }
  }
}
