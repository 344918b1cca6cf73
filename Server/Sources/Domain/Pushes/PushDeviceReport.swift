// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// What one request of a device says about pushes.
public struct PushDeviceReport: Sendable {
  private let device: Wire.Device
  private let sentAt: Instant
  private let trust: DeviceTrust
  private let isLab: Bool
  private let now: Instant

  /// What is stored of a device from now on, and who uses it.
  public struct Change: Hashable, Sendable {
    public var device: PushDevice
    public var person: Int64
  }

  /// - Parameters:
  ///   - sentAt: When the device sent it, by its clock.
  ///   - trust: How far it is believed about who uses the device.
  public init(_ device: Wire.Device, sentAt: Instant, trust: DeviceTrust, isLab: Bool, at now: Instant) {
    (self.device, self.sentAt, self.trust, self.isLab, self.now) = (device, sentAt, trust, isLab, now)
  }

  /// nil if what is stored says it already.
  ///
  /// - Parameters:
  ///   - stored: nil if nothing is stored of the device.
  ///   - named: Whom the request names; nil for nobody, or somebody who is not stored.
  public func change(of stored: (row: PushDevice, person: Int64)?, named: Int64?) -> Change? {
    guard var (known, owner) = stored else {
      guard let named, var new = PushDevice(device, isLab: isLab, at: now) else { return nil }
      (new.saidAt, new.trust) = (sentAt, trust)
      return Change(device: new, person: named)
    }
    guard !known.isOvertaken(sentAt: sentAt) else { return nil }
    let isOther = named.map { $0 != owner } ?? false
    // Nobody was vouched for as a person who is not stored.
    let trust = named == nil ? min(trust, .device) : trust
    let believed = isOther ? trust : max(trust, known.trust)
    guard known.report(device, isLab: isLab, at: now) || isOther || believed != known.trust else {
      return nil
    }
    (known.saidAt, known.trust) = (sentAt, believed)
    owner = named ?? owner
    return Change(device: known, person: owner)
  }
}
