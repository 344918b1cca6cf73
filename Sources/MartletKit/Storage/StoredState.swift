// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What outlives a launch beside the journal: who the device and the user are, and whether the SDK is switched on.
struct StoredState: Equatable, Sendable {
  /// nil until the first start, and after a wipe.
  var deviceID: String?
  /// The secret by which the server knows this device again; nil until it gave one.
  var deviceCredential: String?
  /// The secrets of devices that this installation was before somebody logged out, while events wait that go out under their names.
  var formerCredentials: [String: String] = [:]
  var userID: String?
  /// What vouches for users of whom something is or may still be said (`Configuration.API.sdkAuthentication`).
  var signatures = UserSignatures()
  var enabled = true
  /// The server's wish (`Wire.DeviceSettings`); nil: every decision.
  var decisionSample: Double?
  /// True after a wipe: nothing of a person may be on the disk.
  var isWiped: Bool { !enabled && deviceID == nil }

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["version": 1, "enabled": .bool(enabled)]
    fields["device_id"] = deviceID.map { .string($0) }
    fields["device_credential"] = deviceCredential.map { .string($0) }
    if !formerCredentials.isEmpty { fields["former_credentials"] = .object(formerCredentials.mapValues { .string($0) }) }
    fields["user_id"] = userID.map { .string($0) }
    if !signatures.isEmpty { fields["user_signatures"] = signatures.json }
    fields["decision_sample"] = decisionSample.map { .double($0) }
    return .object(fields)
  }

  init() {}

  /// Throws when it does not say whether the SDK is on: nobody may be taken for one who agreed.
  init(json: Wire.JSONValue) throws(Unreadable) {
    guard case .bool(let enabled)? = json["enabled"] else { throw Unreadable() }
    self.enabled = enabled
    deviceID = json["device_id"]?.string
    deviceCredential = json["device_credential"]?.string
    if case .object(let former)? = json["former_credentials"] { formerCredentials = former.compactMapValues(\.string) }
    userID = json["user_id"]?.string
    signatures = UserSignatures(json: json["user_signatures"])
    switch json["decision_sample"] {
    case .double(let sample): decisionSample = sample
    case .int(let sample): decisionSample = Double(sample)
    default: break
    }
  }

  struct Unreadable: Error, Equatable, CustomStringConvertible {
    var description: String { "the state has no boolean \"enabled\"" }
  }
}

/// The definitions of the last sync, and whose they are.
struct StoredDefinitions: Equatable, Sendable {
  var userID: String?
  var definitions: Wire.Definitions

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["version": 1, "definitions": definitions.json]
    fields["user_id"] = userID.map { .string($0) }
    return .object(fields)
  }

  init(userID: String?, definitions: Wire.Definitions) {
    self.userID = userID
    self.definitions = definitions
  }

  /// nil when it cannot be read: the next sync brings it anew.
  init?(json: Wire.JSONValue) {
    guard let stored = json["definitions"], let definitions = try? Wire.Definitions(json: stored) else { return nil }
    self.init(userID: json["user_id"]?.string, definitions: definitions)
  }
}
