// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// How long growing data is kept; nil for ever. Counters, campaigns and people who signed in are
/// always kept.
public struct RetentionPolicy: Hashable, Sendable {
  /// Events: who did what when. Their ids stay, so that an event that is sent again still counts
  /// only once.
  public var events: Duration?
  /// What an event says besides its kind and its time; timelines show it.
  public var timelines: Duration?
  /// Explanations why a message was or was not shown. Only the newest of them are kept in any case.
  public var decisions: Duration?
  /// People who never signed in, with everything about them, since they were last seen.
  public var anonymousPeople: Duration?

  public init(
    events: Duration? = nil, timelines: Duration? = nil, decisions: Duration? = nil,
    anonymousPeople: Duration? = nil
  ) {
    self.events = events
    self.timelines = timelines
    self.decisions = decisions
    self.anonymousPeople = anonymousPeople
  }

  public var keepsEverything: Bool { self == RetentionPolicy() }

  /// How long something is kept that is removed by age.
  public subscript(kind: AgedKind) -> Duration? {
    switch kind {
    case .decisions: decisions
    case .timelines: timelines
    case .events: events
    }
  }
}

/// What one step of a removal by age did.
public struct RetentionStep: Hashable, Sendable {
  public var events = 0
  public var timelines = 0
  public var decisions = 0
  public var people = 0
  /// Whether there is nothing more to do until later.
  public var isDone = false

  public init() {}

  /// How much was removed by age.
  public subscript(kind: AgedKind) -> Int {
    get {
      switch kind {
      case .decisions: decisions
      case .timelines: timelines
      case .events: events
      }
    }
    set {
      switch kind {
      case .decisions: decisions = newValue
      case .timelines: timelines = newValue
      case .events: events = newValue
      }
    }
  }

  public static func += (sum: inout RetentionStep, step: RetentionStep) {
    sum.events += step.events
    sum.timelines += step.timelines
    sum.decisions += step.decisions
    sum.people += step.people
    sum.isDone = step.isDone
  }
}

/// What is removed by age, in this order. The raw values are stored.
public enum AgedKind: String, Hashable, Sendable, CaseIterable {
  case decisions, timelines, events
}

/// How far the removal of one kind has come.
public struct RemovalProgress: Hashable, Sendable {
  /// Everything that counts before this instant is removed.
  public private(set) var before: Instant
  /// The instant up to which the previous removal went.
  public private(set) var earlier: Instant
  /// The place of the last person whose data was removed.
  public var app: Int64
  public var person: Int64
  public var isDone: Bool

  public init(before: Instant, earlier: Instant, app: Int64 = 0, person: Int64 = 0, isDone: Bool = false) {
    (self.before, self.earlier, self.app, self.person, self.isDone) = (before, earlier, app, person, isDone)
  }

  /// Goes on with the removal that is under way, or begins the next. nil when there is nothing to
  /// do now.
  ///
  /// - Parameter stored: nil if nothing was ever removed.
  public init?(removing before: Instant, after stored: RemovalProgress?) {
    guard let stored else {
      self.init(before: before, earlier: Instant(milliseconds: .min))
      return
    }
    if stored.isDone {
      guard before > stored.before else { return nil }
      self.init(before: before, earlier: stored.before)
    } else {
      self = stored
      // The policy may have changed meanwhile to keep more.
      self.before = min(stored.before, before)
    }
  }

  /// The most people that one step looks at; most of them have nothing to remove.
  public static let peopleOfStep = 2_000

  /// A person, in the order in which data is removed.
  public struct Place: Hashable, Sendable {
    public var app: Int64
    public var person: Int64

    public init(app: Int64, person: Int64) { (self.app, self.person) = (app, person) }
  }

  /// Goes on after people of whom something was removed.
  ///
  /// - Parameters:
  ///   - people: Those who come next, at most `peopleOfStep`.
  ///   - owners: The person of each row that was removed, in order.
  ///   - limit: How many rows could be removed.
  public mutating func advance(over people: [Place], removing owners: [Place], limit: Int) {
    isDone = people.count < Self.peopleOfStep
    var last = people.last
    if owners.count >= limit {
      // The last of them may have more.
      isDone = false
      last = owners.last.flatMap { people.firstIndex(of: $0) }.flatMap { $0 > 0 ? people[$0 - 1] : nil }
    }
    if let last { (app, person) = (last.app, last.person) }
  }

  /// An event may arrive this much later than the instant at which it counts.
  private static let lateness = Duration.seconds(31 * 86_400)

  /// When what is removed counts. The previous removal has seen everything older, except what
  /// arrived late.
  public var aged: Range<Instant> {
    let begin = earlier == Instant(milliseconds: .min) ? earlier : earlier - Self.lateness
    return min(begin, before)..<before
  }

  /// From which day on, counted from 1970, active days are kept: as long as the events, and as long
  /// as an event that arrives late may need them to count its person once.
  public func firstActiveDay(at now: Instant) -> Int64 {
    let day = SeriesStep.day.length
    let needed = (now - Self.lateness).milliseconds - ActiveSpan.longest * day
    return min(before.milliseconds, needed) / day - 1
  }
}
