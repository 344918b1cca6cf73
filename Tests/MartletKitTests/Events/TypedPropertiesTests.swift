// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Properties and attributes with types.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TypedPropertiesTests {
  private func properties(_ log: (Martlet) -> Void) async -> [String: Wire.JSONValue] {
    let server = ScriptedServer()
    let bench = Bench(transport: server) { $0.api.requestPolicy = .manual }
    log(bench.martlet)
    _ = await bench.martlet.flush()
    guard case .custom(_, let properties)? = server.storedEvents.last?.body else { return [:] }
    return properties
  }

  @Test func `literals are typed, and become what the same dictionary without types becomes`() async {
    let typed = await properties {
      $0.logCustomEvent(
        name: "a",
        properties: [
          "total": 42.5, "currency": "EUR", "count": 3, "new": true, "tags": ["x", 1], "in": ["a": nil],
        ])
    }
    let dictionary: [String: Any] = [
      "total": 42.5, "currency": "EUR", "count": 3, "new": true, "tags": ["x", 1] as [Any],
      "in": ["a": NSNull()],
    ]
    #expect(await properties { $0.logCustomEvent(name: "a", properties: dictionary) } == typed)
    #expect(
      typed["total"] == .double(42.5) && typed["currency"] == .string("EUR") && typed["count"] == .int(3))
  }

  @Test func `values that are no literals have a form each; what has no typed form goes the old way`() async {
    let (total, name) = (4.5, "shoe")
    let typed: Martlet.Properties = ["total": .double(total), "name": .string(name), "text": "a \(name)"]
    #expect(
      await properties { $0.logCustomEvent(name: "a", properties: typed) } == [
        "total": .double(4.5), "name": .string("shoe"), "text": .string("a shoe"),
      ])
    #expect(
      await properties {
        $0.logCustomEvent(name: "a", properties: ["at": Date(timeIntervalSince1970: 1), "n": total])
      }.count == 2)
    #expect(await properties { $0.logCustomEvent(name: "a", properties: nil) }.isEmpty)
    #expect(await properties { $0.logCustomEvent(name: "a") }.isEmpty)
    #expect(await properties { $0.logCustomEvent(name: "a", properties: [:]) }.isEmpty)
  }

  @Test func `the rules are those of dictionaries: what breaks one is left out`() async {
    let deep = (0..<12).reduce(Value.int(1)) { inner, _ in .array([inner]) }
    let kept = await properties {
      $0.logCustomEvent(name: "a", properties: ["nan": .double(.nan), "$key": 1, "deep": deep, "good": 1])
    }
    #expect(kept["good"] == .int(1) && kept["nan"] == nil && kept["$key"] == nil)
  }

  @Test func `attributes take lists of numbers, every number type, addresses and UUIDs`() async throws {
    let server = ScriptedServer()
    let bench = Bench(transport: server) { $0.api.requestPolicy = .manual }
    let id = UUID(uuidString: "0F0F0F0F-0000-4000-8000-000000000001")
    let user = bench.martlet.user
    user.setCustomAttribute(key: "ints", array: [1, 2])
    user.setCustomAttribute(key: "doubles", array: [1, 2.5])
    user.setCustomAttribute(key: "bytes", array: [1, 2] as [UInt8])
    user.setCustomAttribute(key: "floats", array: [0.5] as [Float])
    user.setCustomAttribute(key: "none", array: [])
    user.setCustomAttribute(key: "float", value: Float(0.5))
    user.setCustomAttribute(key: "uint8", value: UInt8(7))
    user.setCustomAttribute(key: "int64", value: Int64(-7))
    user.setCustomAttribute(key: "url", value: try #require(URL(string: "https://a.example/b")))
    user.setCustomAttribute(key: "uuid", value: try #require(id))
    user.setCustomAttribute(key: "literal", value: 5)
    user.setCustomAttribute(key: "nan", value: Float.nan)
    #expect(await bench.martlet.flush().isComplete)
    let set = server.storedEvents.compactMap { event -> (String, Wire.JSONValue)? in
      if case .attribute(let key, let value) = event.body { (key, value) } else { nil }
    }
    let expected: [String: Wire.JSONValue] = [
      "ints": [1, 2], "doubles": [1.0, 2.5], "bytes": [1, 2], "floats": [0.5], "none": [], "float": 0.5,
      "uint8": 7, "int64": -7,
      "url": "https://a.example/b", "uuid": "0F0F0F0F-0000-4000-8000-000000000001", "literal": 5,
    ]
    #expect(Dictionary(set) { $1 } == expected)
    #expect(bench.log.contains("The attribute nan"))
  }
}
