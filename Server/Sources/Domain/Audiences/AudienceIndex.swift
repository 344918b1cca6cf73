// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Rules that are evaluated together for one person: what several of them compare is looked up
/// once.
///
/// Each is the filter of triggers, over values that stand for the subjects. So both compare and
/// explain in the same way. A rule that cannot be evaluated matches nobody.
public struct AudienceIndex: Sendable {
  /// What is compared, each once. The value of a subject has its place as its name.
  public let subjects: [AudienceSubject]
  /// Why rules cannot be evaluated, by their places.
  public let problems: [Int: AudienceProblem]
  private let programs: [FilterProgram?]
  /// All programs that there are, and the places of their rules.
  private let filters: FilterSet
  private let places: [Int]
  /// The places of the subjects as names.
  private let names: PropertyNames
  /// The compiled filters of the subjects that are activities with one.
  private let activityFilters: [FilterProgram?]
  /// The subjects whose values are ordered as versions.
  private let areVersions: [Bool]
  /// The values of people for whom nothing is stored.
  private let valuesOfOthers: [Value?]
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
    filters = FilterSet(programs.compactMap(\.self))
    places = programs.indices.filter { programs[$0] != nil }
    names = PropertyNames(subjects.indices.map { "\($0)" })
    activityFilters = subjects.map(\.activityFilter)
    areVersions = subjects.map(\.isVersion)
    valuesOfOthers = subjects.map(\.traits.ofOthers)
  }

  public var count: Int { programs.count }

  /// Whether the person matches each of the rules, in their order.
  ///
  /// - Parameter now: The time of the question, for relative dates and windows.
  public func matches(_ person: some AudiencePerson, at now: Instant) -> [Bool] {
    var matches = [Bool](repeating: false, count: programs.count)
    filters.forEachMatch(values(person, at: now), at: now) { matches[places[$0]] = true }
    return matches
  }

  /// The condition that keeps a person out of a rule. nil if they match, or if the rule cannot be
  /// evaluated.
  public func explain(_ place: Int, _ person: some AudiencePerson, at now: Instant) -> FailedCondition? {
    guard let miss = programs[place]?.explain(values(person, at: now), at: now) else { return nil }
    guard let subject = miss.path.first.flatMap({ Int($0) }), subjects.indices.contains(subject) else {
      return .impossible
    }
    let condition = AudienceCondition(subjects[subject], miss.operation)
    return FailedCondition(
      condition: condition, actual: value(subject, of: person, at: now), isNegated: miss.isNegated)
  }

  /// The first instant after `now` at which an answer can change although nothing is stored; nil if
  /// there is none.
  public func changes(_ person: some AudiencePerson, after now: Instant) -> Instant? {
    var next: Instant?
    func consider(_ instant: Instant) { if instant > now { next = min(next ?? instant, instant) } }
    for clock in clocks {
      switch clock.cause {
      case .window(let activity, let length):
        // The first instant at which the event no longer counts.
        for at in person.times(of: activity, activityFilters[clock.place], at: now) {
          consider(at + length + .milliseconds(1))
        }
      case .date(let offset):
        guard case .date(let date)? = value(clock.place, of: person, at: now) else { continue }
        consider(date + offset)
        consider(date + offset + .milliseconds(1))
      }
    }
    return next
  }

  private func value(_ subject: Int, of person: some AudiencePerson, at now: Instant) -> Value? {
    person.value(of: subjects[subject], activityFilters[subject], at: now) ?? valuesOfOthers[subject]
  }

  private func values(_ person: some AudiencePerson, at now: Instant) -> Properties {
    Properties(names) { place in
      guard let value = value(place, of: person, at: now) else { return nil }
      return areVersions[place] ? value.ordered : value
    }
  }
}

extension AudienceSubject {
  /// The filter of an activity, compiled.
  public var activityFilter: FilterProgram? {
    guard case .activity(let activity) = self else { return nil }
    return activity.filter.flatMap { try? FilterProgram($0, compilePattern: Pattern.compiler) }
  }
}
