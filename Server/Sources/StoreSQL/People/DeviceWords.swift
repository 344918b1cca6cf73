// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The name of a device in lists, for sorting: model, platform, version, or the beginning of its
/// id.
enum DeviceWords {
  static func of(_ device: Wire.Device) -> String {
    let system = [device.platform, device.osVersion].compactMap(\.self).joined(separator: " ")
    let words = [device.model ?? "", system].filter { !$0.isEmpty }.joined(separator: ", ")
    return words.isEmpty ? "device \(device.id.prefix(8).lowercased())" : words.lowercased()
  }
}
