// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// One line of the list of people.
public struct PersonSummary: Equatable, Sendable {
  /// In the form of `PersonID.of`: `u:` and the user id, or `d:` and the device id while nobody has
  /// signed in there.
  public var id: String
  public var firstSeen: Instant
  public var lastSeen: Instant
  /// The device seen last comes first; at most `PeopleLimits.devices`.
  public var devices: [PersonDevice]

  public init(id: String, firstSeen: Instant, lastSeen: Instant, devices: [PersonDevice] = []) {
    self.id = id
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.devices = devices
  }
}

/// What is known about a person.
public struct Person: Equatable, Sendable {
  public var summary: PersonSummary
  /// By key; without removed attributes.
  public var attributes: [PersonAttribute]
  /// Devices on which this person was anonymous before they signed in, oldest first. The history of
  /// those devices is now this person's.
  public var merged: [MergedDevice]

  public init(summary: PersonSummary, attributes: [PersonAttribute] = [], merged: [MergedDevice] = []) {
    self.summary = summary
    self.attributes = attributes
    self.merged = merged
  }

  public struct MergedDevice: Hashable, Sendable {
    public var deviceID: String
    /// When the person signed in there for the first time.
    public var at: Instant

    public init(deviceID: String, at: Instant) {
      self.deviceID = deviceID
      self.at = at
    }
  }
}

public struct PersonAttribute: Hashable, Sendable {
  public var key: String
  public var value: Wire.JSONValue
  /// When it was set.
  public var at: Instant
  /// False when it was set while the person was anonymous and has not been set by them since.
  public var isOwn: Bool

  public init(key: String, value: Wire.JSONValue, at: Instant, isOwn: Bool = true) {
    self.key = key
    self.value = value
    self.at = at
    self.isOwn = isOwn
  }
}

public struct PersonDevice: Equatable, Sendable {
  /// The device's latest description of itself.
  public var device: Wire.Device
  public var firstSeen: Instant
  public var lastSeen: Instant
  /// Reports every decision, whatever the app's sample, and is left out of reports.
  public var isTest: Bool
  /// A device of the Device Lab, which is always a test device.
  public var isLab: Bool
  /// Nothing is accepted under this id any more; the installation continues as a new device.
  public var isRevoked: Bool
  /// nil if its app does not use pushes, or if another person uses the device now.
  public var push: PushDevice?

  public init(
    device: Wire.Device, firstSeen: Instant, lastSeen: Instant, isTest: Bool = false, isLab: Bool = false,
    isRevoked: Bool = false,
    push: PushDevice? = nil
  ) {
    self.device = device
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.isTest = isTest
    self.isLab = isLab
    self.isRevoked = isRevoked
    self.push = push
  }
}

/// The order of a list of people. The raw values are used in addresses.
public enum PeopleSort: String, Hashable, Sendable, CaseIterable {
  /// Most recently seen first.
  case lastSeen = "last_seen"
  /// Most recent first sighting first.
  case firstSeen = "first_seen"
  /// By user id or device id, in the order of bytes.
  case name
  /// By the description of the device seen last: model, platform, version; case does not matter.
  /// People without a known device come last.
  case device
}

public enum PeopleLimits {
  /// The most people that one step of a search looks at; the next step continues after them.
  public static let searched = 10_000
  /// The most words of a search that are looked for one by one.
  public static let searchWords = 6
  /// Marks of people and devices. A search finds them only as a whole: part of a mark finds nobody.
  public static let searchedMarks = ["not signed in", "test device"]
  /// How many people, those seen last, provide the user ids that are suggested before anything is
  /// typed.
  public static let suggestedAmong = 100
  /// Lines of one page of people or of a timeline.
  public static let page = 1...200
  /// The most devices that are listed for one person, the newest.
  public static let devices = 50
  /// Characters of a search.
  public static let searchLength = 255
  /// Attributes of one person.
  public static let attributes = 255
  /// Bytes of the names and values, in compact form, of all attributes of one person.
  public static let attributeBytes = 65_536
  /// The most removed attributes of one person that are remembered, the newest.
  public static let removedAttributes = 255
  /// Test devices of an app.
  public static let testDevices = 500
}

/// Who asks for a person's attributes. This decides which of them may be returned.
public enum AttributeReader: Hashable, Sendable {
  /// Somebody who is known to be the person: everything.
  case person
  /// A device that says who uses it, and may be wrong: everything of this device's anonymous
  /// person; of anybody else, only attributes whose value came entirely from this device.
  case device(String)
}
