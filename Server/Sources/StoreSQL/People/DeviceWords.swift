// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The name of a device in lists, for sorting: model, platform, version, or the beginning of its
/// id.
enum DeviceWords {
  static func of(_ device: Wire.Device) -> String {
    let system = [device.platform, device.osVersion].compactMap(\.self).joined(separator: " ")
    let words = [device.model ?? "", system].filter { !$0.isEmpty }.joined(separator: ", ")
    let name = words.isEmpty ? "device \(device.id.prefix(8))" : words
    // Entries of an index have little room.
    return String(String.UnicodeScalarView(name.lowercased().unicodeScalars.prefix(Wire.Limits.nameLength)))
  }
}
