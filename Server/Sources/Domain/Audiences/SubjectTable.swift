// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Collects the subjects of a rule, and writes the rule as a filter over their places.
struct SubjectTable {
  private(set) var subjects: [AudienceSubject] = []
  private(set) var clocks: [Clock] = []

  /// When a condition on the subject at `place` can change by time alone.
  struct Clock: Sendable {
    enum Cause: Sendable {
      /// An event leaves the window.
      case window(AudienceActivity, length: Duration)
      /// The date, with this added to it, passes.
      case date(offset: Duration)
    }

    let place: Int
    let cause: Cause
  }

  private var places: [AudienceSubject: Int] = [:]

  mutating func program(_ rule: AudienceRule, _ named: [AudienceID: AudienceRule]) throws(AudienceProblem)
    -> FilterProgram
  {
    let filter = try filter(rule, named, within: [])
    do { return try FilterProgram(filter, compilePattern: Pattern.compiler) } catch {
      throw AudienceProblem(error)
    }
  }

  private mutating func filter(
    _ rule: AudienceRule, _ named: [AudienceID: AudienceRule], within outer: [AudienceID]
  ) throws(AudienceProblem) -> Filter {
    switch rule {
    case .all(let parts): return .all(try filters(parts, named, outer))
    case .any(let parts): return .any(try filters(parts, named, outer))
    case .not(let part): return .not(try filter(part, named, within: outer))
    case .audience(let id):
      if let start = outer.firstIndex(of: id) { throw .circle(Array(outer[start...]) + [id]) }
      guard let other = named[id] else { throw .missing(id) }
      return try filter(other, named, within: outer + [id])
    case .condition(let condition):
      if case .list(let id) = condition.subject, named[id] == nil { throw .missing(id) }
      let place = place(of: condition.subject)
      addClocks(of: condition, at: place)
      return .compare(
        Comparison(
          path: ["\(place)"],
          operation: condition.subject.isVersion ? condition.operation.ordered : condition.operation))
    }
  }

  private mutating func filters(
    _ rules: [AudienceRule], _ named: [AudienceID: AudienceRule], _ outer: [AudienceID]
  ) throws(AudienceProblem) -> [Filter] {
    var filters: [Filter] = []
    for rule in rules { filters.append(try filter(rule, named, within: outer)) }
    return filters
  }

  private mutating func place(of subject: AudienceSubject) -> Int {
    if let place = places[subject] { return place }
    places[subject] = subjects.count
    subjects.append(subject)
    return subjects.count - 1
  }

  /// Adds when the condition can change by time alone.
  private mutating func addClocks(of condition: AudienceCondition, at place: Int) {
    if case .activity(let activity) = condition.subject, let length = activity.within {
      clocks.append(Clock(place: place, cause: .window(activity, length: length)))
    }
    for bound in condition.operation.bounds {
      // A date is compared with now and an offset: the comparison changes at the date without the
      // offset.
      if case .fromNow(let seconds) = bound {
        clocks.append(Clock(place: place, cause: .date(offset: .seconds(-seconds))))
      }
    }
  }
}

extension Value {
  /// The value, as a version if it is one.
  var ordered: Value {
    switch self {
    case .string(let text): .string(VersionText.ordered(text) ?? text)
    case .int(let number): .string(VersionText.ordered("\(number)") ?? "\(number)")
    case .double(let number): .string(VersionText.ordered("\(number)") ?? "\(number)")
    default: self
    }
  }
}

extension Comparison.Operation {
  /// Whether the limits of an order are versions. True if it has none.
  var ordersVersions: Bool {
    bounds.allSatisfy { bound in
      guard case .value(.string(let text)) = bound else { return false }
      return VersionText.ordered(text) != nil
    }
  }

  fileprivate var bounds: [Comparison.Bound] {
    switch self {
    case .less(let bound), .lessOrEqual(let bound), .greater(let bound), .greaterOrEqual(let bound): [bound]
    case .between(let lower, let upper): [lower, upper]
    default: []
    }
  }

  /// The operation on versions. Those that look into a text stay as they are.
  var ordered: Self {
    func bound(_ bound: Comparison.Bound) -> Comparison.Bound {
      if case .value(let value) = bound { .value(value.ordered) } else { bound }
    }
    return switch self {
    case .equals(let value): .equals(value.ordered)
    case .notEquals(let value): .notEquals(value.ordered)
    case .less(let limit): .less(bound(limit))
    case .lessOrEqual(let limit): .lessOrEqual(bound(limit))
    case .greater(let limit): .greater(bound(limit))
    case .greaterOrEqual(let limit): .greaterOrEqual(bound(limit))
    case .between(let lower, let upper): .between(bound(lower), bound(upper))
    case .isIn(let values): .isIn(values.map(\.ordered))
    case .isNotIn(let values): .isNotIn(values.map(\.ordered))
    default: self
    }
  }
}

/// Versions as texts that are ordered like the versions.
enum VersionText {
  /// The version in an order of texts: `3.10` comes after `3.9`, `3.9` equals `3.9.0`, and
  /// `2.0-beta` comes before `2.0`. nil if it does not begin with a number.
  static func ordered(_ text: String) -> String? {
    let whole = text.first == "v" ? text.dropFirst() : text[...]
    let withoutBuild = whole.prefix { $0 != "+" }
    let numbers = withoutBuild.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let rest = withoutBuild.dropFirst(numbers.count).drop { $0 == "-" || $0 == " " || $0 == "(" }
    var parts = numbers.split(separator: ".", omittingEmptySubsequences: true).prefix(6).map {
      $0.drop { $0 == "0" }
    }
    guard !parts.isEmpty || numbers.contains("0") else { return nil }
    while parts.last?.isEmpty == true { parts.removeLast() }
    // The length of a number comes before its digits, so that longer numbers are greater.
    let key = parts.map { part in
      let digits = part.prefix(99)
      return (digits.count < 10 ? "0" : "") + "\(digits.count)\(digits)"
    }.joined(separator: ".")
    // A release comes after its pre-releases. The mark comes before the point, so that 3 comes
    // before 3.1.
    return key + (rest.isEmpty ? "!~" : "!" + rest)
  }
}
