// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import MartletWire

/// The name of a device in lists, for sorting: model, platform, version, or the beginning of its id.
enum DeviceWords {
  static func of(_ device: Wire.Device) -> String {
    let system = [device.platform, device.osVersion].compactMap(\.self).joined(separator: " ")
    let words = [device.model ?? "", system].filter { !$0.isEmpty }.joined(separator: ", ")
    return words.isEmpty ? "device \(device.id.prefix(8).lowercased())" : words.lowercased()
  }

  /// For a file that is migrated to version 10.
  static func fill(_ db: Database) throws {
    while true {
      let rows = try Row.fetchAll(db, sql: "SELECT app, person_id, device_id, description FROM device WHERE words = '' LIMIT 10000")
      guard !rows.isEmpty else { return }
      for row in rows {
        let id: String = row["device_id"]
        let device = (try? Wire.decode(Wire.Device.self, from: Array((row["description"] as String).utf8))) ?? Wire.Device(id: id)
        try db.cachedStatement(sql: "UPDATE device SET words = ? WHERE app = ? AND person_id = ? AND device_id = ?")
          .execute(arguments: [of(device), row["app"] as Int64, row["person_id"] as Int64, id])
      }
    }
  }
}
