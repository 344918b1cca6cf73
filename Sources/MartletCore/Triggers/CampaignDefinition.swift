// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Names a campaign on a server; opaque.
public struct CampaignID: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  public var rawValue: String

  /// Any text names a campaign; the server's ids are 1…64 characters of `[0-9A-Za-z-]`.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    self.rawValue = value
  }

  public var description: String { rawValue }

  public static func < (lhs: CampaignID, rhs: CampaignID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// What the engine needs to know of a campaign to decide. What is shown is the client's business, not the engine's.
public struct CampaignDefinition: Hashable, Sendable {
  public var id: CampaignID
  /// Grows with each edit on the server; reports say which version was shown.
  public var version: Int
  public var priority: Priority
  /// Breaks ties of equal priority, see `comesBefore(_:)`.
  public var createdAt: Instant
  /// When it shows.
  public var schedule: Schedule
  /// Any of these makes the campaign a candidate.
  public var triggers: [Trigger]
  /// Time from the trigger to the display: zero, the default, to `maximumDelay`.
  public var delay: Duration
  /// Any of these, while the delay runs, takes the message back; the person stays eligible.
  public var exceptions: [Trigger]
  public var reEligibility: ReEligibility
  /// Of this campaign alone; those over several campaigns come with the definitions.
  public var caps: [FrequencyCap]
  /// What shared caps count it under.
  public var tags: [String]
  /// The server writes the message at display, and may withdraw it.
  public var isRenderedAtDisplay: Bool

  /// 30 days.
  public static let maximumDelay = Duration.seconds(30 * 86_400)

  public init(
    id: CampaignID,
    version: Int = 1,
    priority: Priority = .medium,
    createdAt: Instant,
    schedule: Schedule = Schedule(),
    triggers: [Trigger],
    delay: Duration = .zero,
    exceptions: [Trigger] = [],
    reEligibility: ReEligibility = .always,
    caps: [FrequencyCap] = [],
    tags: [String] = [],
    isRenderedAtDisplay: Bool = false
  ) {
    self.id = id
    self.version = version
    self.priority = priority
    self.createdAt = createdAt
    self.schedule = schedule
    self.triggers = triggers
    self.delay = delay
    self.exceptions = exceptions
    self.reEligibility = reEligibility
    self.caps = caps
    self.tags = tags
    self.isRenderedAtDisplay = isRenderedAtDisplay
  }

  /// True when this campaign is shown rather than the other, if both match: of higher priority, else newer, else of smaller id.
  ///
  /// A strict order of campaigns whose ids differ, so that the same one wins in whatever order they arrived.
  public func comesBefore(_ other: CampaignDefinition) -> Bool {
    rank.comesBefore(other.rank)
  }

  /// What `comesBefore(_:)` asks, apart from all else: definitions are sorted by it without being moved.
  struct Rank {
    var priority: Priority
    var createdAt: Instant
    var id: CampaignID

    func comesBefore(_ other: Rank) -> Bool {
      if priority != other.priority { return priority > other.priority }
      if createdAt != other.createdAt { return createdAt > other.createdAt }
      return id < other.id
    }
  }

  var rank: Rank { Rank(priority: priority, createdAt: createdAt, id: id) }
}

/// When a campaign shows. Every limit that is given counts; the narrowest decides. Checked at the trigger and again at display.
public struct Schedule: Hashable, Sendable {
  /// nil: at once.
  public var startsAt: Instant?
  /// The first instant at which it no longer shows; nil: never ends.
  public var endsAt: Instant?
  /// The same by the clock on the device's wall.
  public var startsAtLocally: LocalTime?
  public var endsAtLocally: LocalTime?
  /// How long it shows to a person after the device first received it for them with an expiry, which may be a later version than the first;
  /// positive. An edit that changes the length counts from the same moment.
  public var expiresAfter: Duration?
  /// How long after its trigger a message may be displayed at the latest, a delay included; positive.
  public var displaysWithin: Duration?
  /// When of a day it does not show. A delay that ends in one of them lasts until it is over.
  public var quietHours: [QuietHours]

  public init(
    startsAt: Instant? = nil, endsAt: Instant? = nil, startsAtLocally: LocalTime? = nil, endsAtLocally: LocalTime? = nil,
    expiresAfter: Duration? = nil, displaysWithin: Duration? = nil, quietHours: [QuietHours] = []
  ) {
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.startsAtLocally = startsAtLocally
    self.endsAtLocally = endsAtLocally
    self.expiresAfter = expiresAfter
    self.displaysWithin = displaysWithin
    self.quietHours = quietHours
  }
}

/// Which of several matching campaigns is shown: the bucket decides, then the order inside it.
public struct Priority: Hashable, Comparable, Sendable {
  /// The coarse rank; a higher one wins whatever the order.
  public enum Bucket: Int, Hashable, Sendable, CaseIterable {
    case low = 0
    case medium = 1
    case high = 2
  }

  public var bucket: Bucket
  /// Higher comes first inside a bucket. Any value; 0 unless the author sorts.
  public var order: Int

  public init(bucket: Bucket, order: Int = 0) {
    self.bucket = bucket
    self.order = order
  }

  /// The lowest bucket, order 0.
  public static let low = Priority(bucket: .low)
  /// The middle bucket, order 0.
  public static let medium = Priority(bucket: .medium)
  /// The highest bucket, order 0.
  public static let high = Priority(bucket: .high)

  /// `a < b` means that `b` is shown rather than `a`.
  public static func < (lhs: Priority, rhs: Priority) -> Bool {
    (lhs.bucket.rawValue, lhs.order) < (rhs.bucket.rawValue, rhs.order)
  }
}
