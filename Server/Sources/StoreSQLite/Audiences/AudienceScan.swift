// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// Finds the people of a rule: one statement for each condition, which gives a set of people, and
/// the sets combined as the rule says.
///
/// A statement reads what its subject needs in the order of an index. What it reads is compared by
/// the same code that evaluates one person, once for each different value, so that both agree.
struct AudienceScan {
  let app: Int64
  let now: Instant
  let named: [AudienceID: AudienceRule]
  private var known: [AudienceCondition: PersonSet] = [:]
  private var everybody: PersonSet?

  init(app: Int64, now: Instant, named: [AudienceID: AudienceRule]) {
    (self.app, self.now, self.named) = (app, now, named)
  }

  mutating func people(_ rule: AudienceRule, _ db: Database) throws -> PersonSet {
    if let problem = AudienceIndex([rule], named: named).problems[0] {
      throw StoreError.failed("The audience cannot be evaluated: \(problem).")
    }
    return try matching(rule, db)
  }

  private mutating func matching(_ rule: AudienceRule, _ db: Database) throws -> PersonSet {
    switch rule {
    case .all(let parts):
      guard var found = try parts.first.map({ try matching($0, db) }) else { return try all(db) }
      for part in parts.dropFirst() {
        if found.isEmpty { return found }
        found.formIntersection(try matching(part, db))
      }
      return found
    case .any(let parts):
      var found = PersonSet()
      for part in parts { found.formUnion(try matching(part, db)) }
      return found
    case .not(let part):
      var found = try all(db)
      found.subtract(try matching(part, db))
      return found
    case .audience(let id): return try matching(named[id] ?? .any([]), db)
    case .condition(let condition):
      if let found = known[condition] { return found }
      let found = try matching(condition, db)
      known[condition] = found
      return found
    }
  }

  private mutating func all(_ db: Database) throws -> PersonSet {
    if let everybody { return everybody }
    var all = PersonSet()
    let people = try RowSteps(SQL.everybody, [app], db)
    while try people.next() { all.insert(people.int(0)) }
    everybody = all
    return all
  }

  /// Those without a value are found by what they lack: everybody else is read.
  private mutating func matching(_ condition: AudienceCondition, _ db: Database) throws -> PersonSet {
    let test = ConditionTest(condition, now: now)
    let includesOthers = test.accepts(nil)
    var found = PersonSet()
    try SubjectRows(app: app, now: now, test: test, wanted: !includesOthers).forEach(condition.subject, db) {
      found.insert($0)
    }
    guard includesOthers else { return found }
    var all = try all(db)
    all.subtract(found)
    return all
  }
}

/// One condition, compiled.
struct ConditionTest {
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
