// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// Events of one device, as they came in one request.
public struct IngestBatch: Equatable, Sendable {
  public var appID: AppID
  /// nil when a program sent the events and not a device; each then names its user.
  public var device: Wire.Device?
  public var receivedAt: Instant
  public var events: [Wire.EventRecord]
  /// The events as `Wire.encode` writes them, if somebody has encoded them already; else empty.
  public var encoded: [[UInt8]]
  public var sender: Sender
  public var role: DeviceRole

  public init(
    appID: AppID, device: Wire.Device?, receivedAt: Instant, events: [Wire.EventRecord],
    encoded: [[UInt8]] = [],
    sender: Sender = .program, role: DeviceRole = .own
  ) {
    self.appID = appID
    self.device = device
    self.receivedAt = receivedAt
    self.events = events
    self.encoded = encoded
    self.sender = sender
    self.role = role
  }

  /// The key with which a batch was sent, and what it may do.
  public struct Sender: Hashable, Sendable {
    /// The key's id.
    public var keyID: String
    /// How many people the key may create; nil for any number.
    public var newPeople: RateLimit?

    public init(keyID: String, newPeople: RateLimit? = nil) {
      self.keyID = keyID
      self.newPeople = newPeople
    }

    /// A sender without limits.
    public static let program = Sender(keyID: "")
  }
}

/// Names a person inside an app: the user id, or, while anonymous, the device.
public enum PersonID {
  public static func of(userID: String?, deviceID: String) -> String {
    userID.map { "u:" + $0 } ?? "d:" + deviceID
  }

  /// Whether it names somebody who signed in.
  public static func isUser(_ personID: String) -> Bool { personID.hasPrefix("u:") }
}

/// The purpose of a device. What test devices do is stored like everything else but counted
/// separately from what people do.
public enum DeviceRole: Hashable, Sendable {
  /// A person's own device.
  case own
  /// A person's device that is marked for testing.
  case test
  /// A device of the Device Lab, identified by the lab's own key, which nobody outside the server's
  /// process has.
  case lab

  /// Reports leave out a test device, and a test device reports every decision.
  public var isTest: Bool { self != .own }
}
