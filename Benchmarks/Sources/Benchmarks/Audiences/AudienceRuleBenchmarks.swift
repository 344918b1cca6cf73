// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// Which of 300 audiences a person is in: what a server evaluates when somebody's session starts.
enum AudienceRuleBenchmarks {
  static let count = 300

  static func run(_ stopwatch: Stopwatch) -> [Comparison] {
    let index = AudienceIndex(rules)
    precondition(index.problems.isEmpty && index.count == count)
    let matches = index.matches(person, at: DecisionBenchmarks.now).count { $0 }
    precondition((1..<count).contains(matches), "some of the rules match, and some do not")
    return [
      stopwatch.measure(
        "\(count) audience rules for one person", "\(index.subjects.count) values, read once",
        goal: .microseconds(60)
      ) {
        keep(index.matches(person, at: DecisionBenchmarks.now))
      }
    ]
  }

  /// Each with three conditions: on an attribute, on what the person did in some days, and on
  /// something else about them.
  static var rules: [AudienceRule] { (0..<count).map(rule) }

  static func rule(_ number: Int) -> AudienceRule {
    let attribute: AudienceCondition =
      switch number % 3 {
      case 0:
        AudienceCondition(
          .attribute(path: ["attribute_\(number % 30)"]), .equals(.string("value \(number % 4)")))
      case 1:
        AudienceCondition(.attribute(path: ["attribute_\(number % 30)"]), .greater(.int(Int64(number % 50))))
      default:
        AudienceCondition(
          .attribute(path: ["attribute_\(number % 30)"]), .isIn([.string("value 1"), .string("value 2")]))
      }
    let activity = AudienceActivity(
      .custom, name: "event_\(number % 10)", within: .seconds([7, 14, 30][number % 3] * 86_400))
    let did = AudienceCondition(.activity(activity), .greaterOrEqual(.int(Int64(number % 3))))
    let other: AudienceCondition =
      switch number % 5 {
      case 0: AudienceCondition(.fact(.appVersion), .greaterOrEqual(.string("3.\(number % 20)")))
      case 1: AudienceCondition(.fact(.country), .isIn([.string("AT"), .string("DE"), .string("CH")]))
      case 2: AudienceCondition(.fact(.firstSeen), .less(.ago(seconds: Int64(number % 60) * 86_400)))
      case 3: AudienceCondition(.campaign(CampaignID("campaign-\(number % 20)"), .seen), .doesNotExist)
      default: AudienceCondition(.random(salt: "share"), .less(.int(Int64(number) * 30)))
      }
    let conditions = [attribute, did, other].map { AudienceRule.condition($0) }
    return number % 4 == 0 ? .any(conditions) : .all(conditions)
  }

  /// 30 attributes and 60 events.
  private static let person: PersonFacts = {
    var person = PersonFacts(unit: "1")
    for number in 0..<30 {
      person.attributes["attribute_\(number)"] =
        number % 3 == 1 ? .int(Int64(number)) : .string("value \(number % 4)")
    }
    person.values = [
      .fact(.appVersion): .string("3.12.1"), .fact(.country): .string("AT"),
      .fact(.firstSeen): .date(DecisionBenchmarks.now - .seconds(20 * 86_400)),
    ]
    for number in 0..<60 {
      person.events.append(
        PersonFacts.Event(
          .custom, name: "event_\(number % 20)", at: DecisionBenchmarks.now - .seconds((60 - number) * 40_000)
        ))
    }
    for number in 0..<10 {
      person.values[.campaign(CampaignID("campaign-\(number)"), .seen)] = .date(
        DecisionBenchmarks.now - .seconds(number * 1_000))
    }
    return person
  }()
}
