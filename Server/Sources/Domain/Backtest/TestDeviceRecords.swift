// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// What the engines on a person's test devices decided, and what became of it, as the devices
/// recorded it.
public struct TestDeviceRecords: Sendable {
  /// A decision or an outcome.
  public struct Entry: Sendable {
    public let deviceID: String
    /// The instant at which it counts.
    public let at: Instant
    public let receivedAt: Instant
    public let record: Wire.EventRecord

    public init(deviceID: String, at: Instant, receivedAt: Instant, record: Wire.EventRecord) {
      self.deviceID = deviceID
      self.at = at
      self.receivedAt = receivedAt
      self.record = record
    }
  }

  /// The person's devices that are marked as test devices.
  public var devices: Set<String>
  /// Oldest first.
  public var entries: [Entry]
  /// There may be older ones than this, which were not read because there are too many.
  public var since: Instant

  public init(devices: Set<String> = [], entries: [Entry] = [], since: Instant = Instant(milliseconds: .min))
  {
    self.devices = devices
    self.entries = entries
    self.since = since
  }
}
