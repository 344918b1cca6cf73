// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Finds the people of a rule: each condition gives a set of people, and the sets are combined as
/// the rule says.
///
/// What a store reads for a condition is compared by the same code that evaluates one person, so
/// that both agree. Each condition is read once, however many rules have it.
public struct AudienceScan {
  /// People who have a value of the subject that is wanted.
  public typealias Reading = (_ subject: AudienceSubject, _ isWanted: @escaping (Value) -> Bool) throws ->
    PersonSet

  private let now: Instant
  private let named: [AudienceID: AudienceRule]
  private let readEverybody: () throws -> PersonSet
  private let read: Reading
  private var known: [AudienceCondition: PersonSet] = [:]
  private var everybody: PersonSet?

  /// - Parameter named: The rules of all audiences that are named, also by other audiences.
  public init(
    at now: Instant, named: [AudienceID: AudienceRule], everybody: @escaping () throws -> PersonSet,
    reading: @escaping Reading
  ) {
    (self.now, self.named, readEverybody, read) = (now, named, everybody, reading)
  }

  /// - Parameter rule: One that can be evaluated (`AudienceIndex.problems`).
  public mutating func people(_ rule: AudienceRule) throws -> PersonSet {
    switch rule {
    case .all(let parts):
      guard var found = try parts.first.map({ try people($0) }) else { return try all() }
      for part in parts.dropFirst() {
        if found.isEmpty { return found }
        found.formIntersection(try people(part))
      }
      return found
    case .any(let parts):
      var found = PersonSet()
      for part in parts { found.formUnion(try people(part)) }
      return found
    case .not(let part):
      var found = try all()
      found.subtract(try people(part))
      return found
    case .audience(let id): return try people(named[id] ?? .any([]))
    case .condition(let condition):
      if let found = known[condition] { return found }
      let found = try people(condition)
      known[condition] = found
      return found
    }
  }

  private mutating func all() throws -> PersonSet {
    if let everybody { return everybody }
    let all = try readEverybody()
    everybody = all
    return all
  }

  /// Those without a value are found by what they lack: everybody else is read.
  private mutating func people(_ condition: AudienceCondition) throws -> PersonSet {
    let test = OneCondition(condition, now: now)
    guard test.accepts(nil) else { return try read(condition.subject) { test.accepts($0) } }
    var all = try all()
    all.subtract(try read(condition.subject) { !test.accepts($0) })
    return all
  }
}

/// One condition, compiled.
private struct OneCondition {
  private let index: AudienceIndex
  private let now: Instant

  private struct Single: AudiencePerson {
    let value: Value?
    func value(of subject: AudienceSubject, _ filter: FilterProgram?, at now: Instant) -> Value? { value }
    func times(of activity: AudienceActivity, _ filter: FilterProgram?, at now: Instant) -> [Instant] { [] }
  }

  init(_ condition: AudienceCondition, now: Instant) {
    // Whether a list exists was asked before.
    let named = Dictionary(
      uniqueKeysWithValues: AudienceRule.condition(condition).audiences.map { ($0, AudienceRule.everybody) })
    index = AudienceIndex([.condition(condition)], named: named)
    self.now = now
  }

  /// - Parameter value: nil for people for whom nothing is stored.
  func accepts(_ value: Value?) -> Bool { index.matches(Single(value: value), at: now)[0] }
}
