// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A step of the editor, in the order in which authors think. Each field of the form is in one of
/// them (`CampaignReview.Subject.step`).
enum EditorStep: String, CaseIterable, Sendable {
  case message, trigger, audience, schedule, review

  var title: String {
    switch self {
    case .message: "Message"
    case .trigger: "Trigger"
    case .audience: "Audience"
    case .schedule: "Schedule"
    case .review: "Review"
    }
  }

  /// The id of its element, which addresses name: `/campaigns/{id}/edit#step-trigger`.
  var id: String { "step-" + rawValue }

  var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}

extension CampaignReview.Subject {
  /// The step that has the fields of this subject.
  var step: EditorStep {
    switch self {
    case .name, .message, .buttons, .colours, .banner, .content, .questions, .push, .data, .place,
      .experiment, .values, .languages:
      .message
    case .trigger: .trigger
    case .audience: .audience
    case .conversions, .schedule, .frequency: .schedule
    }
  }
}

extension EditorPage {
  /// A step as values for its template.
  struct Step {
    let name: String
    let id: String
    let title: String
    let number: Int
    /// `Step 2 of 5: Trigger`
    let label: String
    /// How many problems its fields have: `2` and ` problems`; nil if there are none.
    let mark: Mark?
    let sections: [EditorSection]
    let isReview: Bool

    struct Mark {
      let count: Int
      let noun: String
    }

    /// - Parameter problems: How many problems the fields of each step have.
    init(_ step: EditorStep, problems: [EditorStep: Int], _ sections: [EditorSection]) {
      name = step.rawValue
      id = step.id
      title = step.title
      number = step.number
      label = "Step \(step.number) of \(EditorStep.allCases.count): \(step.title)"
      mark = problems[step].map { Mark(count: $0, noun: $0 == 1 ? "problem" : "problems") }
      self.sections = sections
      isReview = step == .review
    }
  }
}
