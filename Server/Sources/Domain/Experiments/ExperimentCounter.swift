// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// Counts one experiment of a campaign from what a store reads: first its people, then what they
/// did.
public struct ExperimentCounter {
  private let conversions: [ConversionRule]
  private let answers: Set<AnswerDetail>
  private let changes: [Instant]
  private let now: Instant
  private var people: [Int64: Person] = [:]
  private var surveys: [Int64: Int] = [:]
  private var counted: ExperimentTally

  private struct Person {
    var arm: String
    var firstAt: Instant
    /// The epoch of the first exposure.
    var epoch: Int
  }

  /// - Parameters:
  ///   - changes: When the next epoch began, ascending.
  ///   - answers: Those that are counted. Anybody can report others.
  public init(changes: [Instant], conversions: [ConversionRule], answers: Set<AnswerDetail>, at now: Instant)
  {
    (self.changes, self.conversions, self.answers, self.now) = (changes, conversions, answers, now)
    counted = ExperimentTally(epochCount: changes.count + 1, at: now)
  }

  /// Call it when everything was added.
  public var tally: ExperimentTally {
    var tally = counted
    tally.begin = people.values.map(\.firstAt).min()
    return tally
  }

  // MARK: - People and what they did

  /// Adds somebody of the experiment.
  ///
  /// - Parameters:
  ///   - arm: That of the first exposure.
  ///   - armCount: In how many arms the person was exposed.
  public mutating func add(_ id: Int64, arm: String, firstAt: Instant, exposures: Int, armCount: Int) {
    let person = Person(arm: arm, firstAt: firstAt, epoch: changes.count { $0 <= firstAt })
    people[id] = person
    add(person) {
      $0.people += 1
      $0.exposures += exposures
    }
    if armCount > 1 { counted.crossovers += 1 }
  }

  /// Adds that a person saw or clicked it, after their first exposure.
  public mutating func add(_ step: WritableKeyPath<ExperimentTally.Arm, Int>, of id: Int64) {
    if let person = people[id] { add(person) { $0[keyPath: step] += 1 } }
  }

  /// The submitted surveys of one person that count, because the key of an app is public.
  private static let mostSurveys = 100

  /// Adds a survey that a person submitted after their first exposure.
  ///
  /// - Parameter record: The stored event; nil if retention has removed it.
  public mutating func addSurvey(_ record: String?, of id: Int64) {
    surveys[id, default: 0] += 1
    guard surveys[id, default: 0] <= Self.mostSurveys, let person = people[id], let record,
      let event = try? Wire.decode(Wire.EventRecord.self, from: Array(record.utf8))
    else { return }
    for count in CampaignCount.answers(event) {
      let detail = AnswerDetail(count.detail)
      if answers.contains(detail) { add(person) { $0.answers[detail, default: 0] += 1 } }
    }
  }

  // MARK: - Conversions

  /// An event that a person logged after their first exposure and within the window of a
  /// conversion.
  public struct Event {
    public var person: Int64
    public var at: Instant
    /// nil if retention has removed it.
    public var record: String?

    public init(person: Int64, at: Instant, record: String?) {
      (self.person, self.at, self.record) = (person, at, record)
    }
  }

  /// Counts one of the conversions.
  ///
  /// - Parameter next: Gives its events, those of each person after each other.
  public mutating func count(_ place: Int, _ next: () throws -> Event?) throws {
    let rule = conversions[place]
    countMatured(place)
    let reading = try ConversionReading(rule)
    var current: (id: Int64, count: Int, revenue: Revenue)?
    while let event = try next() {
      if current?.id != event.person {
        settle(current, at: place)
        current = (event.person, 0, Revenue())
      }
      guard let found = reading.conversion(event.record, at: event.at) else { continue }
      if let amount = found.amount { current?.revenue.add(amount) }
      current?.count += 1
    }
    settle(current, at: place)
  }

  private mutating func countMatured(_ place: Int) {
    let begin = people.values.map(\.firstAt).min()?.milliseconds ?? 0
    for person in people.values {
      let end = end(of: conversions[place], for: person)
      guard end <= now else { continue }
      add(person) {
        $0.goals[place].matured += 1
        $0.goals[place].maturedByDay[Int((end.milliseconds - begin) / 86_400_000), default: 0] += 1
      }
    }
  }

  private mutating func settle(_ found: (id: Int64, count: Int, revenue: Revenue)?, at place: Int) {
    guard let (id, count, revenue) = found, count > 0, let person = people[id] else { return }
    let isMatured = end(of: conversions[place], for: person) <= now
    add(person) {
      $0.goals[place].convertedSoFar += 1
      $0.goals[place].conversions += count
      guard isMatured else { return }
      $0.goals[place].converted += 1
      for (currency, amount) in revenue.sums where amount != 0 {
        $0.goals[place].revenue[currency, default: []].append(amount)
      }
    }
  }

  /// When everything that the person did within the window has arrived.
  private func end(of rule: ConversionRule, for person: Person) -> Instant {
    person.firstAt + rule.window + ExperimentTally.patience
  }

  /// Counts something of one person, in all and in their epoch.
  private mutating func add(_ person: Person, _ change: (inout ExperimentTally.Arm) -> Void) {
    change(&counted.arms[person.arm, default: .init(goals: conversions.count)])
    change(&counted.epochs[person.epoch][person.arm, default: .init(goals: conversions.count)])
  }
}

/// A conversion with its filter compiled.
public struct ConversionReading {
  public let rule: ConversionRule
  private let filter: FilterProgram?
  /// Whether records are needed, and not only the times.
  public var needsRecord: Bool { filter != nil || rule.revenue != nil }

  public init(_ rule: ConversionRule) throws {
    self.rule = rule
    filter = try rule.activity.filter.map { try FilterProgram($0, compilePattern: Pattern.compiler) }
  }

  /// An event that is what the conversion asks for.
  public struct Found {
    public var amount: Revenue.Amount?
  }

  /// nil if the event is not what the conversion asks for.
  ///
  /// - Parameter record: The stored event, if `needsRecord`.
  public func conversion(_ record: String?, at instant: Instant) -> Found? {
    guard needsRecord else { return Found() }
    let properties = Properties(eventIn: record)
    if let filter, !filter.evaluate(properties, at: instant) { return nil }
    return Found(amount: rule.amount(of: properties))
  }
}

extension ExperimentSubject {
  /// The kinds of the events of people who saw it, or whose app got it: one or two. Empty: runs
  /// know to whom they sent it.
  public var shownKinds: [String] {
    switch self {
    case .message, .announcement, .survey: ["impression"]
    // An app uses data or refuses it.
    case .data: ["click", "dismissal"]
    case .push: []
    }
  }

  /// The kind of the event of people who clicked, opened or answered it, or whose app used it.
  public var clickedKinds: [String] {
    switch self {
    case .message, .announcement, .data: ["click"]
    case .survey: ["survey_answers"]
    case .push: ["push_click"]
    }
  }
}

extension Properties {
  /// The properties of a stored event, and the fields of a purchase.
  public init(eventIn text: String?) {
    guard let text, let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8)) else {
      self.init()
      return
    }
    self.init(record.body.audienceProperties)
  }
}

extension Value {
  /// The value of an attribute as it is stored; nil if it was removed.
  public init?(stored text: String) {
    guard let json = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8)), json != .null else {
      return nil
    }
    self.init(json)
  }
}
