// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Draws people, some at a time, and counts those who match a rule, until enough was read.
public struct AudienceSampling {
  public private(set) var sample: AudienceSample
  /// What must be known of the people.
  public let needs: AudienceNeeds
  /// The newest events of each person that are read, of any name. nil: all that are needed.
  public let eventLimit: Int?
  private let drawing: AudienceSample.Drawing
  private let rule: AudienceIndex
  private let now: Instant
  private var left: ArraySlice<Int64>

  /// - Parameters:
  ///   - rule: Of the one rule that people must match, which can be evaluated.
  ///   - numbers: The last number that a person has.
  public init(_ drawing: AudienceSample.Drawing, matching rule: AudienceIndex, numbers: Int, at now: Instant)
  {
    (self.drawing, self.rule, self.now) = (drawing, rule, now)
    sample = AudienceSample(numbers: numbers)
    left = drawing.numbers(upTo: numbers)[...]
    needs = AudienceNeeds(rule.subjects + [.fact(.isReachable)])
    // If everybody is drawn, nothing may be left out: the figure is exact.
    eventLimit = numbers > drawing.most ? drawing.eventsOfPerson : nil
  }

  /// The numbers of those to read next; empty if enough was read.
  ///
  /// As many as will not read much more than the drawing allows, as far as those before tell it.
  public var next: [Int64] {
    let room = drawing.rows - sample.rows
    guard room > 0 else { return [] }
    let rowsOfEach = sample.drawn == 0 ? room / 20 : sample.rows / sample.drawn
    return Array(left.prefix(min(200, max(1, room / max(1, rowsOfEach)))))
  }

  /// - Parameters:
  ///   - numbers: Those of `next`.
  ///   - people: What is known of those who are there and for whom campaigns are.
  public mutating func add(_ numbers: [Int64], _ people: [Int64: PersonFacts]) {
    for number in numbers where sample.rows < drawing.rows {
      left = left.dropFirst()
      sample.drawn += 1
      sample.rows += 1
      guard let facts = people[number] else { continue }
      sample.people += 1
      sample.rows += facts.rows
      guard rule.matches(facts, at: now)[0] else { continue }
      sample.matching += 1
      if facts.values[.fact(.isReachable)] == .bool(true) { sample.reachable += 1 }
      if sample.members.count < AudienceSample.Drawing.members { sample.members.append(number) }
    }
  }
}
