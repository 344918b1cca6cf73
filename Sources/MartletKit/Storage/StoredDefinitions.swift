// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

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
