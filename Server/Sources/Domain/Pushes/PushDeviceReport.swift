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
  public func change(of stored: StoredPushDevice) -> Change? {
    let named = stored.person
    guard var known = stored.device, var owner = stored.owner else {
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

/// What is stored about the pushes of a device, and about the person whom a request names. People
/// are the numbers of their rows.
public struct StoredPushDevice: Hashable, Sendable {
  /// nil: nothing is stored.
  public var device: PushDevice?
  /// Whose device it is.
  public var owner: Int64?
  /// Whom the request names; nil for nobody, or somebody who is not stored.
  public var person: Int64?

  public init(device: PushDevice? = nil, owner: Int64? = nil, person: Int64? = nil) {
    (self.device, self.owner, self.person) = (device, owner, person)
  }

  /// The same for a request that names nobody.
  public var namingNobody: StoredPushDevice { StoredPushDevice(device: device, owner: owner) }
}
