// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What a device is called in lists, for their order: model, platform, version, or the beginning of its id.
public enum DeviceWords {
  public static func of(_ device: Wire.Device) -> String {
    let system = [device.platform, device.osVersion].compactMap(\.self).joined(separator: " ")
    let words = [device.model ?? "", system].filter { !$0.isEmpty }.joined(separator: ", ")
    return words.isEmpty ? "device \(device.id.prefix(8).lowercased())" : words.lowercased()
  }
}
