// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
public import MartletWire
import ServerTestSupport

/// Random settings and changes of attributes on three devices, on two of which somebody signs in,
/// and what a naive fold makes of them.
public struct AttributeWorld: Sendable {
  /// Distinct events, the sign-ins among them.
  public var sent: [World.Sent]

  public init(events: Int, keys: Int, seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    sent = (0..<events).map { index in
      let device = "device-\(Int.random(in: 0..<3, using: &chance))"
      let user = ["ana", "ben", nil, nil].randomElement(using: &chance) ?? nil
      // Few instants, so that many are the same and ids decide, whose order is not that in which
      // they were made.
      let at = Sample.now - .seconds(Int.random(in: 0..<40, using: &chance))
      let body = Self.body(of: "k\(Int.random(in: 0..<keys, using: &chance))", &chance)
      let id = "\(String(UInt32.random(in: 0...(.max), using: &chance), radix: 36))-\(index)"
      return World.Sent(device: device, event: Sample.event(id, at: at, user: user, body))
    }
    for (device, user) in World.firstUsers {
      sent.append(
        World.Sent(
          device: device, event: Sample.event("in-\(device)", user: user, .userChanged(previousUserID: nil))))
    }
  }

  private static func body(of key: String, _ chance: inout SeededGenerator) -> Wire.EventRecord.Body {
    let number = Wire.JSONValue.int(Int64.random(in: -3...9, using: &chance))
    let letter = Wire.JSONValue.string(["a", "b", "c"].randomElement(using: &chance) ?? "a")
    func change(_ operation: Wire.AttributeChange.Operation, _ value: Wire.JSONValue) -> Wire.EventRecord.Body
    {
      .attributeChange(key: key, Wire.AttributeChange(.known(operation), value))
    }
    return switch Int.random(in: 0..<16, using: &chance) {
    case 0: .attribute(key: key, value: number)
    case 1: .attribute(key: key, value: [letter, "d"])
    case 2: .attribute(key: key, value: ["x": number, "y": ["z": letter]])
    case 3: .attribute(key: key, value: .null)
    case 4...6: change(.increment, number)
    case 7: change(.increment, 0.5)
    case 8...10: change(.add, letter)
    case 11, 12: change(.remove, letter)
    case 13: change(.merge, ["x": letter, "y": ["z": .null, "w": number]])
    case 14: change(.merge, ["x": .null])
    default: .attributeChange(key: key, Wire.AttributeChange(.unknown("multiply"), number))
    }
  }

  /// By person and key what all of these come to, in the order that `docs/wire.md` gives.
  public static func attributes(after arrived: [World.Sent]) -> [String: [String: Wire.JSONValue]] {
    var signedIn: [String: String] = [:]
    for one in arrived {
      if case .userChanged = one.event.body { signedIn[one.device] = one.event.userID }
    }
    let inOrder = arrived.sorted { one, other in
      if (one.event.userID == nil) != (other.event.userID == nil) { return one.event.userID == nil }
      return (one.event.at, one.event.id) < (other.event.at, other.event.id)
    }
    var people: [String: [String: Wire.JSONValue]] = [:]
    for one in inOrder {
      let person = PersonID.of(userID: one.event.userID ?? signedIn[one.device], deviceID: one.device)
      switch one.event.body {
      case .attribute(let key, let value): people[person, default: [:]][key] = value
      case .attributeChange(let key, let change):
        people[person, default: [:]][key] = change.applied(to: people[person]?[key] ?? .null)
      default: break
      }
    }
    return people.mapValues { $0.filter { $0.value != .null } }
  }
}
