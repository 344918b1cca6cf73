// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// How much room what a device sends takes in the data file, at most. Limits of bytes count this.
public enum StorageCost {
  /// Every event takes this much besides its own bytes: its row, its places in indexes, its part of
  /// the counters.
  public static let event = 400
  /// What is stored of somebody who was never seen, besides names and the device's description:
  /// rows of the person and of their device, with their places in indexes. Nobody who is known
  /// takes it, so it is limited by how many new people there may be.
  public static let person = 1_000

  /// - Parameter bytes: Of the request, decompressed.
  public static func of(_ events: [Wire.EventRecord], bytes: Int, from device: Wire.Device) -> Int {
    guard !events.isEmpty else { return 0 }
    // Few long records fit in a page of the file, which can leave nearly half of it empty.
    var cost = bytes + events.count * event + max(0, bytes - events.count * 300)
    var users: Set<String> = []
    for event in events {
      cost += event.body.indexedBytes
      if let user = event.userID { users.insert(user) }
    }
    // Each person's row of the device has its description, and words of it for searches. Names of
    // people are in three places.
    let description = Wire.encode(device.described).count
    cost += max(1, users.count) * 2 * description + users.reduce(0) { $0 + 3 * $1.utf8.count }
    return cost + max(0, users.count - 1) * person
  }
}

extension Wire.EventRecord.Body {
  /// The bytes of the event that are stored again: in its person's profile, and in indexes.
  fileprivate var indexedBytes: Int {
    switch self {
    case .attribute(let key, let value): 4 * Self.room(for: key.utf8.count + value.encodedByteCount)
    case .attributeChange(let key, let change):
      4 * Self.room(for: key.utf8.count + change.value.encodedByteCount)
    case .impression(let presentation), .click(let presentation, _): 2 * presentation.campaignID.utf8.count
    case .userChanged(let previous): 2 * (previous?.utf8.count ?? 0)
    // Also in the tables of names and days.
    case .custom(let name, _): 8 * name.utf8.count
    default: 3 * (audienceName?.utf8.count ?? 0)
    }
  }

  /// What does not fit in a quarter of a page is continued on pages of its own.
  private static func room(for bytes: Int) -> Int {
    bytes <= 900 ? bytes : (bytes + 4_095) / 4_096 * 4_096 + 900
  }
}

extension Wire.Device {
  /// What is kept of the device with each person who uses it. Its push token is the device's alone,
  /// and what this version does not know is not kept.
  public var described: Wire.Device {
    var device = self
    (device.pushToken, device.pushEnvironment, device.unknown) = (nil, nil, [:])
    if device.pushAuthorization?.known == nil { device.pushAuthorization = nil }
    return device
  }
}
