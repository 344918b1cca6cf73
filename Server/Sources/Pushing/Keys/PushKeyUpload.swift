// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
public import Domain
public import MartletWire

/// A key as somebody uploads it.
public struct PushKeyUpload: Sendable {
  public var keyID: String
  public var teamID: String
  public var topic: String
  /// nil for both.
  public var environment: Wire.PushEnvironment?
  /// The text of the file `AuthKey_….p8`.
  public var privateKey: String

  public init(
    keyID: String, teamID: String, topic: String, environment: Wire.PushEnvironment? = nil, privateKey: String
  ) {
    self.keyID = keyID
    self.teamID = teamID
    self.topic = topic
    self.environment = environment
    self.privateKey = privateKey
  }

  /// Everything that is wrong, by field.
  public var diagnostics: [Diagnostic] {
    var found: [Diagnostic] = []
    func error(_ field: String, _ code: String, _ words: String) {
      found.append(Diagnostic(field: field, code: code, message: words))
    }
    do throws(SigningKey.Problem) {
      _ = try SigningKey(p8: privateKey, keyID: "AAAAAAAAAA", teamID: "AAAAAAAAAA")
    } catch {
      found.append(Diagnostic(field: "private_key", code: "private_key_invalid", message: error.words))
    }
    if !SigningKey.isAppleID(keyID) { error("key_id", "key_id_invalid", SigningKey.Problem.keyID.words) }
    if !SigningKey.isAppleID(teamID) { error("team_id", "team_id_invalid", SigningKey.Problem.teamID.words) }
    let isTopic =
      (1...155).contains(topic.utf8.count)
      && topic.utf8.allSatisfy { $0 == 0x2D || $0 == 0x2E || $0.isLetterOrDigit }
    if !isTopic {
      error(
        "topic", "topic_invalid",
        "The topic must be the app’s bundle id, such as com.example.app: letters, digits, dots and hyphens.")
    }
    return found
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

extension PushKeyUpload: CustomStringConvertible, CustomReflectable {
  public var description: String { "PushKeyUpload \(keyID)" }
  /// Without the key: `dump` and errors of tests print it.
  public var customMirror: Mirror {
    Mirror(self, children: ["keyID": keyID, "teamID": teamID, "topic": topic])
  }
}
