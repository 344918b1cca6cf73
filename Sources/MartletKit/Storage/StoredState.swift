// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What outlives a launch beside the journal: who the device and the user are, and whether the SDK is switched on.
struct StoredState: Hashable, Sendable {
  /// nil until the first start, and after a wipe.
  var deviceID: String?
  var userID: String?
  var enabled = true

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["version": 1, "enabled": .bool(enabled)]
    fields["device_id"] = deviceID.map { .string($0) }
    fields["user_id"] = userID.map { .string($0) }
    return .object(fields)
  }

  init() {}

  init(json: Wire.JSONValue) {
    deviceID = json["device_id"]?.string
    userID = json["user_id"]?.string
    if case .bool(let value)? = json["enabled"] { enabled = value }
  }
}
