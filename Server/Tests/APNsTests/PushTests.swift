// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import MartletCore
import Testing

@Suite("Pushes")
struct PushTests {
  private static func push(
    deviceToken: String = "ab12", topic: String = "com.example.app", kind: Push.Kind = .alert,
    collapseID: String? = nil, bytes: Int = 2
  ) throws(Push.Problem) -> Push {
    try Push(
      id: APNsID(delivery: "d-1"), deviceToken: deviceToken, topic: topic, kind: kind, collapseID: collapseID,
      payload: [UInt8](repeating: 0x20, count: bytes))
  }

  @Test func `what APNs would reject is not created`() {
    for token in ["", "a", "abc", "xy", "ab 1", String(repeating: "a", count: 202)] {
      #expect(throws: Push.Problem.deviceToken) { try Self.push(deviceToken: token) }
    }
    for topic in ["", "com example", "com.exämple", String(repeating: "a", count: 256)] {
      #expect(throws: Push.Problem.topic) { try Self.push(topic: topic) }
    }
    for id in ["", "a\nb", String(repeating: "a", count: 65)] {
      #expect(throws: Push.Problem.collapseID) { try Self.push(collapseID: id) }
    }
    #expect(throws: Push.Problem.payloadEmpty) { try Self.push(bytes: 0) }
    #expect(throws: Push.Problem.payloadTooLarge(4_097)) { try Self.push(bytes: 4_097) }
    #expect(throws: Never.self) {
      try Self.push(deviceToken: String(repeating: "a", count: 200), bytes: 4_096)
    }
  }

  @Test func `background pushes have the priority that APNs accepts, whatever was asked for`() throws {
    #expect(try Self.push(kind: .background).priority == .considerate)
    #expect(try Self.push().priority == .immediate)
  }

  @Test func `the collapse id is the id of the push, unless the author chose one`() throws {
    #expect(try Self.push().collapseID == APNsID(delivery: "d-1").text)
    #expect(try Self.push(collapseID: "score").collapseID == "score")
  }

  @Test func `a UUID stays itself in lower case, and any other delivery id always becomes the same UUID`() {
    #expect(
      APNsID(delivery: "0F8FAD5B-D9CB-469F-A165-70867728950E").text == "0f8fad5b-d9cb-469f-a165-70867728950e")
    let id = APNsID(delivery: "run-7/u:ada/phone")
    #expect(id == APNsID(delivery: "run-7/u:ada/phone"))
    #expect(id != APNsID(delivery: "run-7/u:ada/tablet"))
    #expect(APNsID(uuid: id.text) == id)
    // Version 8, and the variant of RFC 9562.
    #expect(Array(id.text)[14] == "8" && "89ab".contains(Array(id.text)[19]))
    for text in [
      "", "0f8fad5b", "0f8fad5b-d9cb-469f-a165-70867728950g", "0f8fad5bd9cb-469f-a165-70867728950e-",
    ] {
      #expect(APNsID(uuid: text) == nil)
    }
  }
}
