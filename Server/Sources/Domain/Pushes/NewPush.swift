// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A row that a run gets for one device. If nothing can be sent to the device, it ends at once.
public struct NewPush: Hashable, Sendable {
  public var deviceID: String
  public var person: Int64
  public var occurrence: Int
  public var at: Instant
  /// nil if it has ended.
  public var dueAt: Instant?
  public var outcome: PushOutcome?
  public var detail: String?
  /// Empty once it has ended.
  public var values: [String: Wire.JSONValue]
  public var areOwnValues: Bool

  /// - Parameter isForTrying: As in `PushDevice.obstacle`.
  public init(
    to device: PushDevice, of person: Int64, occurrence: Int = 0, at now: Instant, dueAt: Instant,
    isSilent: Bool,
    isForTrying: Bool = false, values: [String: Wire.JSONValue] = [:], areOwnValues: Bool = false
  ) {
    let end = device.obstacle(isSilent: isSilent, isForTrying: isForTrying)?.outcome
    (deviceID, self.person, self.occurrence, at) = (device.deviceID, person, occurrence, now)
    (self.dueAt, outcome, detail) = (end == nil ? dueAt : nil, end?.outcome, end?.detail)
    (self.values, self.areOwnValues) = (end == nil ? values : [:], areOwnValues)
  }
}

extension PushRun {
  /// A device of the audience that has no row yet.
  public struct Member: Sendable {
    public var device: PushDevice
    public var person: Int64
    /// The user as whom the device is in the audience; empty if it is not for users.
    public var userID: String
    /// What texts can name for that user.
    public var values: [String: Wire.JSONValue]

    public init(
      _ device: PushDevice, of person: Int64, userID: String = "", values: [String: Wire.JSONValue] = [:]
    ) {
      (self.device, self.person, self.userID, self.values) = (device, person, userID, values)
    }
  }

  /// The rows of the next devices of the audience.
  ///
  /// - Parameter limit: How many devices were asked for. If there are fewer, the audience is
  ///   complete.
  public mutating func rows(for members: [Member], limit: Int, at now: Instant) -> [NewPush] {
    let isSilent = push.isSilent
    if case .device = audience { completeAudience() } else if members.count < limit { completeAudience() }
    return members.map { member in
      NewPush(
        to: member.device, of: member.person, at: now, dueAt: now, isSilent: isSilent,
        isForTrying: audience.isForTrying,
        values: member.values)
    }
  }
}
