// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// One thing that happened to a person.
public struct TimelineEntry: Equatable, Sendable {
  public var id: String
  public var kind: String
  /// Empty when a program sent it and not a device.
  public var deviceID: String
  /// The time according to the device's clock.
  public var at: Instant
  /// The instant by which the entry is counted and ordered. Differs from `at` when the device's
  /// clock was far off.
  public var countedAt: Instant
  public var receivedAt: Instant
  /// nil for a decision whose record is no longer kept.
  public var record: Wire.EventRecord?
  /// Comes from a test device, so reports leave it out.
  public var isTest: Bool

  public init(
    id: String, kind: String, deviceID: String, at: Instant, countedAt: Instant, receivedAt: Instant,
    record: Wire.EventRecord?,
    isTest: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.deviceID = deviceID
    self.at = at
    self.countedAt = countedAt
    self.receivedAt = receivedAt
    self.record = record
    self.isTest = isTest
  }
}

/// A part of a list, with what is needed to ask for the next part.
public struct ListPage<Element: Equatable & Sendable>: Equatable, Sendable {
  public var elements: [Element]
  /// Opaque; nil for the last part.
  public var next: String?

  public init(elements: [Element], next: String? = nil) {
    self.elements = elements
    self.next = next
  }
}

/// A device's decision as the server keeps it, for explanations.
public struct StoredDecision: Equatable, Sendable {
  public var at: Instant
  public var personID: String
  public var record: Wire.DecisionRecord

  public init(at: Instant, personID: String, record: Wire.DecisionRecord) {
    self.at = at
    self.personID = personID
    self.record = record
  }
}
