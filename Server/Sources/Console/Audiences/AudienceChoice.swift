// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// What a row of an audience's form asks about, as one choice.
enum AudienceChoice {
  case subject(SubjectChoice)
  /// Whether people submitted the survey of a campaign, also with a certain answer.
  case answered, notAnswered
  case audience
  case notAudience

  /// In the order of the form's list.
  static let all: [AudienceChoice] = {
    let choices = SubjectChoice.all.map(Self.subject) + [.answered, .notAnswered, .audience, .notAudience]
    return SubjectChoice.Group.allCases.flatMap { group in choices.filter { $0.group == group } }
  }()

  /// nil if there is no such choice.
  init?(_ name: String) {
    guard let choice = Self.all.first(where: { $0.name == name }) else { return nil }
    self = choice
  }

  /// The value of the choice in the form.
  var name: String {
    switch self {
    case .subject(let choice): choice.id
    case .answered: "answered"
    case .notAnswered: "not_answered"
    case .audience: "audience"
    case .notAudience: "not_audience"
    }
  }

  var group: SubjectChoice.Group {
    switch self {
    case .subject(let choice): choice.group
    case .answered, .notAnswered: .campaigns
    case .audience, .notAudience: .audiences
    }
  }

  var label: String {
    switch self {
    case .subject(let choice): choice.label
    case .answered: "Answered the survey"
    case .notAnswered: "Did not answer the survey"
    case .audience: "Is in the audience"
    case .notAudience: "Is not in the audience"
    }
  }

  /// What is compared; nil if it is no comparison.
  var type: AudienceSubject.ValueType? { if case .subject(let choice) = self { choice.type } else { nil } }

  /// The parts of the row that belong to the choice: the style sheet shows only those.
  var parts: [String] {
    switch self {
    case .subject(let choice):
      (choice.name == nil ? [] : ["name"]) + ["is-\(choice.type.rawValue)"]
        + (choice.hasWindow ? ["days"] : [])
    case .answered, .notAnswered: ["name", "answer"]
    case .audience, .notAudience: ["name"]
    }
  }
}
