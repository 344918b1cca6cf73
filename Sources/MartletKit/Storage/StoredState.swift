// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The state that outlives a launch, besides the journal: the device, the user, and whether the SDK
/// is on.
struct StoredState: Equatable, Sendable {
  /// nil before the first start and after a wipe.
  var deviceID: String?
  /// The secret with which this device authenticates to the server. nil until the server issues
  /// one.
  var deviceCredential: String?
  /// The secrets of devices that this installation was before a sign-out, for as long as events
  /// wait that are sent under their ids.
  var formerCredentials: [String: String] = [:]
  var userID: String?
  /// The signatures of users with current or possible future events
  /// (`Configuration.API.sdkAuthentication`).
  var signatures = UserSignatures()
  var enabled = true
  /// The share of decisions to report, as set by the server (`Wire.DeviceSettings`). nil for all of
  /// them.
  var decisionSample: Double?
  var push = PushFacts()
  /// True after a wipe: no data of a person may be on the disk.
  var isWiped: Bool { !enabled && deviceID == nil }

  /// What nobody could give back if the files were removed. The rest is about data that is removed
  /// with it, or comes again from the app and the server.
  var essentials: StoredState {
    var essentials = StoredState()
    (essentials.deviceID, essentials.deviceCredential) = (deviceID, deviceCredential)
    (essentials.userID, essentials.enabled, essentials.push.isOptedOut) = (userID, enabled, push.isOptedOut)
    return essentials
  }

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["version": 1, "enabled": .bool(enabled)]
    fields["device_id"] = deviceID.map { .string($0) }
    fields["device_credential"] = deviceCredential.map { .string($0) }
    if !formerCredentials.isEmpty {
      fields["former_credentials"] = .object(formerCredentials.mapValues { .string($0) })
    }
    fields["user_id"] = userID.map { .string($0) }
    if !signatures.isEmpty { fields["user_signatures"] = signatures.json }
    fields["decision_sample"] = decisionSample.map { .double($0) }
    if push != PushFacts() { fields["push"] = push.json }
    return .object(fields)
  }

  init() {}

  /// Throws if the JSON does not say whether the SDK is on, because consent must not be assumed.
  init(json: Wire.JSONValue) throws(Unreadable) {
    guard case .bool(let enabled)? = json["enabled"] else { throw Unreadable() }
    self.enabled = enabled
    deviceID = json["device_id"]?.string
    deviceCredential = json["device_credential"]?.string
    if case .object(let former)? = json["former_credentials"] {
      formerCredentials = former.compactMapValues(\.string)
    }
    userID = json["user_id"]?.string
    signatures = UserSignatures(json: json["user_signatures"])
    push = PushFacts(json: json["push"])
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

/// The definitions of the last sync, and their user.
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

  /// nil if the JSON cannot be read. The next sync fetches the definitions again.
  init?(json: Wire.JSONValue) {
    guard let stored = json["definitions"], let definitions = try? Wire.Definitions(json: stored) else {
      return nil
    }
    self.init(userID: json["user_id"]?.string, definitions: definitions)
  }
}
