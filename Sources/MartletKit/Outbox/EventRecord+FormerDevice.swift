// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Wire.EventRecord {
  private static let deviceKey = "device_id"

  /// The device that logged it, if this installation goes by another name since; nil: the present one. In the journal only: on the wire the
  /// request says which device speaks.
  var formerDeviceID: String? {
    get { unknown[Self.deviceKey]?.string }
    set { unknown[Self.deviceKey] = newValue.map { .string($0) } }
  }

  /// True for what says something of the person whom nobody knows on the device that logged it, and so belongs to no other device.
  var concernsAnonymousPerson: Bool {
    if case .userChanged(previousUserID: nil) = body { return true }
    return userID == nil
  }

  /// As it is sent.
  var forWire: Wire.EventRecord {
    guard formerDeviceID != nil else { return self }
    var record = self
    record.formerDeviceID = nil
    return record
  }
}
