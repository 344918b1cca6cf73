// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The opaque id of a campaign on a server.
public struct CampaignID: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral
{
  public var rawValue: String

  /// Creates an id from any string. The server's ids have 1 to 64 characters of `[0-9A-Za-z-]`.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public init(stringLiteral value: String) { self.rawValue = value }

  public var description: String { rawValue }

  public static func < (lhs: CampaignID, rhs: CampaignID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// What the engine needs to decide about a campaign. It does not include the message.
public struct CampaignDefinition: Equatable, Sendable {
  public var id: CampaignID
  /// Increases with each edit on the server. Reports have the version that was shown.
  public var version: Int
  public var priority: Priority
  /// Breaks ties between campaigns of equal priority (see `comesBefore(_:)`).
  public var createdAt: Instant
  /// When the campaign is shown.
  public var schedule: Schedule
  /// Any of these makes the campaign a candidate.
  public var triggers: [Trigger]
  /// The time from the trigger to the display: from zero, the default, to `maximumDelay`.
  public var delay: Duration
  /// Any of these cancels the message during its delay. The person can still see it another time.
  public var exceptions: [Trigger]
  public var reEligibility: ReEligibility
  /// The caps of this campaign. Caps for several campaigns come with the definitions.
  public var caps: [FrequencyCap]
  /// The tags under which shared caps count it.
  public var tags: [String]
  /// True if the server renders what the campaign shows at display, and can withdraw it.
  public var isRenderedAtDisplay: Bool
  /// For a campaign with a banner, content or data. nil: it has a message.
  public var reach: ReachTraits?
  /// The arm of the campaign's experiment that the person is in. nil: there is no experiment, or it
  /// does not count the person.
  public var arm: ExperimentArm?

  /// 30 days.
  public static let maximumDelay = Duration.seconds(30 * 86_400)

  public init(
    id: CampaignID, version: Int = 1, priority: Priority = .medium, createdAt: Instant,
    schedule: Schedule = Schedule(),
    triggers: [Trigger], delay: Duration = .zero, exceptions: [Trigger] = [],
    reEligibility: ReEligibility = .always,
    caps: [FrequencyCap] = [], tags: [String] = [], isRenderedAtDisplay: Bool = false,
    reach: ReachTraits? = nil,
    arm: ExperimentArm? = nil
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
    self.reach = reach
    self.arm = arm
  }

  /// Whether its own limits count its impressions.
  public var limitsImpressions: Bool { reEligibility != .always || !caps.isEmpty }

  /// The fields whose values are out of range, each with what to do about it.
  var rangeProblems: [(field: String, message: String)] {
    var problems: [(String, String)] = []
    if delay < .zero || delay > Self.maximumDelay {
      problems.append(("delay_ms", "The delay must be 0 to 30 days; choose another."))
    }
    if case .after(let length) = reEligibility,
      length < ReEligibility.shortest || length > ReEligibility.longest
    {
      problems.append(
        ("re_eligibility.after_ms", "The time must be one second to 720 days; choose another."))
    }
    let lengths = [
      ("expires_after_ms", schedule.expiresAfter), ("display_within_ms", schedule.displaysWithin),
    ]
    for case (let field, let length?) in lengths where length <= .zero {
      problems.append((field, "The time must be positive; choose another, or none."))
    }
    for (index, cap) in caps.enumerated() where !(1...FrequencyCap.maximumLimit).contains(cap.limit) {
      problems.append(
        ("caps[\(index)].limit", "The limit must be 1 to \(FrequencyCap.maximumLimit); choose another."))
    }
    return problems
  }

  /// Whether the minimum interval and the caps for all campaigns apply to it.
  var isPaced: Bool { reach?.isPaced ?? true }

  /// True if this campaign ranks higher than the other: by priority, then newer, then smaller id.
  ///
  /// This is a strict order of campaigns with different ids, so the result does not depend on the
  /// order in which they arrive.
  public func comesBefore(_ other: CampaignDefinition) -> Bool { rank.comesBefore(other.rank) }

  /// The values that `comesBefore(_:)` compares. Sorting uses them so that it does not have to move
  /// whole definitions.
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

/// The rank of a campaign among those that match the same event: first the bucket, then the order.
public struct Priority: Hashable, Comparable, Sendable {
  /// Compared first. The raw value is its name in the protocol.
  public enum Bucket: String, Hashable, Comparable, Sendable, CaseIterable {
    case low, medium, high

    public static func < (lhs: Bucket, rhs: Bucket) -> Bool { lhs.place < rhs.place }

    private var place: Int {
      switch self {
      case .low: 0
      case .medium: 1
      case .high: 2
      }
    }
  }

  public var bucket: Bucket
  /// Compared within a bucket; higher first. Default: 0.
  public var order: Int

  public init(bucket: Bucket, order: Int = 0) {
    self.bucket = bucket
    self.order = order
  }

  /// The low bucket, with order 0.
  public static let low = Priority(bucket: .low)
  /// The medium bucket, with order 0.
  public static let medium = Priority(bucket: .medium)
  /// The high bucket, with order 0.
  public static let high = Priority(bucket: .high)

  /// `a < b` means that `b` ranks higher.
  public static func < (lhs: Priority, rhs: Priority) -> Bool {
    (lhs.bucket, lhs.order) < (rhs.bucket, rhs.order)
  }
}
