// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The kind of an event and, for custom events, its name.
public struct EventTopic: Hashable, Sendable, Comparable {
  public var kind: String
  /// Empty for all other kinds, and for custom events of devices that are not counted by name
  /// (`EventNames`).
  private let exactName: ExactText

  public var name: String { exactName.text }

  public init(kind: String, name: String = "") {
    self.kind = kind
    exactName = ExactText(name)
  }

  public static func < (one: Self, other: Self) -> Bool { (one.kind, one.name) < (other.kind, other.name) }
}

/// How often events of a topic happened on each day of a period, without test devices.
public struct EventVolume: Hashable, Sendable {
  public var topic: EventTopic
  /// One for each day, oldest first.
  public var days: [Int]

  public init(topic: EventTopic, days: [Int]) {
    self.topic = topic
    self.days = days
  }

  public var total: Int { days.reduce(0, +) }
}
