// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Rules that are evaluated together for one person: what several of them compare is looked up once.
///
/// Each is the filter of triggers, over values that stand for the subjects. So both compare and explain in the same way. A rule that cannot be
/// evaluated matches nobody.
public struct AudienceIndex: Sendable {
  /// What is compared, each once. The value of a subject has its place as its name.
  public let subjects: [AudienceSubject]
  /// Why rules cannot be evaluated, by their places.
  public let problems: [Int: AudienceProblem]
  private let programs: [FilterProgram?]
  /// When a condition can change by time alone.
  private let clocks: [SubjectTable.Clock]

  /// - Parameter named: The rules of all audiences that are named, also by other audiences.
  public init(_ rules: [AudienceRule], named: [AudienceID: AudienceRule] = [:]) {
    var table = SubjectTable()
    var programs: [FilterProgram?] = []
    var problems: [Int: AudienceProblem] = [:]
    for (place, rule) in rules.enumerated() {
      do throws(AudienceProblem) {
        programs.append(try table.program(rule, named))
      } catch {
        programs.append(nil)
        problems[place] = error
      }
    }
    (subjects, clocks, self.programs, self.problems) = (table.subjects, table.clocks, programs, problems)
  }

  public var count: Int { programs.count }

  /// Whether the person matches each of the rules, in their order.
  ///
  /// - Parameter now: The time of the question, for relative dates and windows.
  public func matches(_ person: some AudiencePerson, at now: Instant) -> [Bool] {
    let values = values(person, at: now)
    return programs.map { $0?.evaluate(values, at: now) ?? false }
  }

  /// The condition that keeps a person out of a rule. nil if they match, or if the rule cannot be evaluated.
  public func explain(_ place: Int, _ person: some AudiencePerson, at now: Instant) -> AudienceMiss? {
    guard let miss = programs[place]?.explain(values(person, at: now), at: now) else { return nil }
    guard let subject = miss.path.first.flatMap({ Int($0) }).flatMap({ subjects.indices.contains($0) ? subjects[$0] : nil }) else {
      return .impossible
    }
    return AudienceMiss(
      condition: AudienceCondition(subject, miss.operation), actual: person.value(of: subject, at: now), isNegated: miss.isNegated)
  }

  /// The first instant after `now` at which an answer can change although nothing is stored; nil if there is none.
  public func changes(_ person: some AudiencePerson, after now: Instant) -> Instant? {
    var next: Instant?
    func note(_ instant: Instant) { if instant > now { next = min(next ?? instant, instant) } }
    for clock in clocks {
      switch clock.cause {
      case .window(let activity, let length):
        // The first instant at which the event no longer counts.
        for at in person.times(of: activity, at: now) { note(at + length + .milliseconds(1)) }
      case .date(let offset):
        guard case .date(let date)? = person.value(of: subjects[clock.place], at: now) else { continue }
        note(date + offset)
        note(date + offset + .milliseconds(1))
      }
    }
    return next
  }

  private func values(_ person: some AudiencePerson, at now: Instant) -> Properties {
    var values: [String: Value] = [:]
    for (place, subject) in subjects.enumerated() {
      guard let value = person.value(of: subject, at: now) else { continue }
      values["\(place)"] = subject.isVersion ? value.ordered : value
    }
    return Properties(values)
  }
}
