// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@Suite struct StoredUserTests {
  private func userID(of text: String) -> String? {
    Array(text.utf8).withUnsafeBufferPointer { Wire.EventRecord.userID(ofStored: $0) }
  }

  @Test(
    arguments: [nil, "ana", "ana \"the\\ \u{1F600}", ""],
    [
      Wire.EventRecord.Body.sessionStart,
      .custom(name: "user_id", properties: ["user_id": "bob", "list": [1, ["deep": "}\""]]]),
      .attribute(key: "user_id", value: ["user_id": "bob"]), .userChanged(previousUserID: "bob"),
      .unknown(kind: "new", fields: ["before": ["user_id": "bob"]]),
    ])
  func `the user of a stored record is found without reading the record`(
    userID user: String?, body: Wire.EventRecord.Body
  ) {
    let record = Wire.EventRecord(
      id: "e", at: .init(milliseconds: 7), sessionID: "s", userID: user, body: body)
    #expect(userID(of: String(decoding: Wire.encode(record), as: UTF8.self)) == user)
  }

  @Test(arguments: [
    #"{"properties":{"user_id":"no","a":["user_id","no"]},"kind":"custom","user_id":"ana"}"#,
    #" { "kind" : "custom" , "\u0075ser_id" : "ana" }"#,
    #"{"kind":"user_id","name":"user_id\"","user_id":"ana"}"#,
  ])
  func `fields can come in any order, with spaces and escapes`(text: String) {
    #expect(userID(of: text) == "ana")
  }

  @Test(arguments: [
    "", "[]", "7", "{", #"{"user_id""#, #"{"user_id":"#, #"{"user_id":7}"#, #"{"user_id":null}"#,
    #"{"user_id":"an"#,
  ])
  func `what is no record has no user, and nothing is read behind its end`(text: String) {
    #expect(userID(of: text) == nil)
  }
}
