// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// What a row of an audience's form asks about, as one choice.
enum AudienceChoice: Hashable {
  case attribute
  case fact(AudienceFact)
  /// How often people did something.
  case count(AudienceActivity.Kind)
  /// When they did it last.
  case last(AudienceActivity.Kind)
  case campaign(AudienceStep)
  /// Whether they submitted the survey of a campaign, also with a certain answer.
  case answered, notAnswered
  /// A random share of everybody.
  case random
  case audience
  case notAudience

  /// Surveys have choices of their own, which name questions and answers.
  static let all: [AudienceChoice] =
    [.attribute] + AudienceFact.allCases.map(Self.fact) + [.random] + AudienceActivity.Kind.logged.map(Self.count)
    + AudienceActivity.Kind.logged.map(Self.last)
    + AudienceStep.allCases.map(Self.campaign) + [.answered, .notAnswered, .audience, .notAudience]

  /// nil if there is no such choice.
  init?(_ name: String) {
    guard let choice = Self.all.first(where: { $0.name == name }) else { return nil }
    self = choice
  }

  /// The value of the choice in the form.
  var name: String {
    switch self {
    case .attribute: "attribute"
    case .fact(let fact): "fact:\(fact.rawValue)"
    case .count(let kind): "count:\(kind.rawValue)"
    case .last(let kind): "last:\(kind.rawValue)"
    case .campaign(let step): "campaign:\(step.rawValue)"
    case .answered: "answered"
    case .notAnswered: "not_answered"
    case .random: "random"
    case .audience: "audience"
    case .notAudience: "not_audience"
    }
  }

  var group: String {
    switch self {
    case .attribute, .fact, .random: "About the person"
    case .count: "How often"
    case .last: "When last"
    case .campaign, .answered, .notAnswered: "Campaigns"
    case .audience, .notAudience: "Other audiences"
    }
  }

  var label: String {
    switch self {
    case .attribute: "Attribute"
    case .fact(let fact): fact.label
    case .count(let kind): kind.label
    case .last(let kind): "Last " + kind.label.lowercased()
    case .campaign(let step): step.label + " the campaign"
    case .answered: "Answered the survey"
    case .notAnswered: "Did not answer the survey"
    case .random: "Random share"
    case .audience: "Is in the audience"
    case .notAudience: "Is not in the audience"
    }
  }

  /// How its values are compared; nil if it is no comparison.
  var family: Family? {
    switch self {
    case .attribute: .attribute
    case .fact(let fact) where fact.isVersion: .version
    case .fact(let fact):
      switch fact.family {
      case .date: .date
      case .bool: .yesNo
      default: .text
      }
    case .count: .count
    case .last: .date
    case .campaign: .moment
    case .random: .share
    case .answered, .notAnswered, .audience, .notAudience: nil
    }
  }

  /// The parts of the row that belong to the choice: the style sheet shows only those.
  var parts: [String] {
    let name =
      switch self {
      case .fact, .count(.sessionStart), .last(.sessionStart): false
      default: true
      }
    let hasDays = if case .count = self { true } else { false }
    let hasAnswer = self == .answered || self == .notAnswered
    return (name ? ["name"] : []) + (family.map { ["is-\($0.rawValue)"] } ?? []) + (hasDays ? ["days"] : []) + (hasAnswer ? ["answer"] : [])
  }

  func has(_ part: String) -> Bool { parts.contains(part) }
}

extension AudienceChoice {
  /// Values that are compared alike. Each has its own fields in the row, so that a comparison cannot contradict what is compared.
  enum Family: String, CaseIterable {
    case attribute, text, version, count, date, moment, share
    case yesNo = "yes_no"

    /// The comparisons, with the one that most authors mean first.
    var tests: [ConditionTest] {
      switch self {
      case .attribute: ConditionTest.all
      case .text: ConditionTest.all.filter { $0.type == .text } + Self.known
      case .version: Self.sorted(ConditionTest.versions, first: "version:greater_or_equal") + Self.known
      case .count: Self.sorted(ConditionTest.all.filter { $0.type == .number }, first: "number:greater_or_equal")
      case .date: Self.sorted(Self.dates, first: "ago:greater") + Self.known
      case .moment: Self.known + Self.dates
      case .share: ConditionTest.shares
      case .yesNo: ConditionTest.all.filter { $0.type == .boolean }
      }
    }

    func test(_ name: String) -> ConditionTest? { name.isEmpty ? tests[0] : ConditionTest.named(name, in: tests) }

    private static let known = ConditionTest.all.filter { $0.operation == .exists || $0.operation == .doesNotExist }
    private static let dates = ConditionTest.all.filter { $0.type == .ago || $0.type == .date }

    private static func sorted(_ tests: [ConditionTest], first name: String) -> [ConditionTest] {
      tests.filter { $0.name == name } + tests.filter { $0.name != name }
    }

    /// The names of the row's fields.
    var testField: String { "\(rawValue)_test" }
    var valueField: String { "\(rawValue)_value" }
  }
}
