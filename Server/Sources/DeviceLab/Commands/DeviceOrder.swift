// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What a new device is to be.
struct DeviceOrder: Hashable, Sendable {
  var model = DeviceModel.smallPhone
  /// Seconds between two triggered messages (D7); fixed for the life of the device, as it is for an app.
  var minimumInterval = 30

  init() {}

  /// Throws 422 that names every field that is wrong. Everything may be left out.
  init(json: Wire.JSONValue) throws {
    var fields = try FieldReader(json)
    if fields.has("model") { model = fields.choice("model", default: .smallPhone) }
    minimumInterval = fields.integer("minimum_interval", in: 0...3_600, default: 30)
    try fields.finish()
  }
}
