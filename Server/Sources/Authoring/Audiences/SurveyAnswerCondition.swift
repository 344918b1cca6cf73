// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire

/// A condition that people submitted a survey, or did not, perhaps with a certain answer.
public struct SurveyAnswerCondition: Hashable, Sendable {
  public let campaign: CampaignID
  /// The id of the question. nil: the survey was submitted, whatever the answers.
  public let question: String?
  /// How the answer to the question is compared. nil: it has any answer.
  public let answer: Comparison.Operation?
  public let isNegated: Bool

  private static let answered = Comparison.Operation.greaterOrEqual(.value(1))
  private static let notAnswered = Comparison.Operation.equals(0)

  public init(
    _ campaign: CampaignID, question: String? = nil, answer: Comparison.Operation? = nil,
    isNegated: Bool = false
  ) {
    (self.campaign, self.question, self.answer, self.isNegated) = (campaign, question, answer, isNegated)
  }

  /// nil if the condition is another one.
  public init?(_ condition: AudienceCondition) {
    guard case .activity(let activity) = condition.subject, activity.kind == .surveyAnswers,
      activity.measure == .count,
      activity.within == nil, let name = activity.name
    else { return nil }
    switch condition.operation {
    case Self.answered: isNegated = false
    case Self.notAnswered: isNegated = true
    default: return nil
    }
    campaign = CampaignID(name)
    guard let filter = activity.filter else {
      (question, answer) = (nil, nil)
      return
    }
    guard case .compare(let comparison) = filter, comparison.path.count == 1 else { return nil }
    question = comparison.path[0]
    switch comparison.operation {
    case .exists: answer = nil
    case .equals, .includesAny: answer = comparison.operation
    default: return nil
    }
  }

  public var condition: AudienceCondition {
    let filter = question.map { Filter.compare(Comparison(path: [$0], operation: answer ?? .exists)) }
    let activity = AudienceActivity(.surveyAnswers, name: campaign.rawValue, filter: filter)
    return AudienceCondition(.activity(activity), isNegated ? Self.notAnswered : Self.answered)
  }

  /// `answered “Poll” with “Yes” to “Did it arrive?”`
  func words(_ names: AudienceNames) -> String {
    let survey =
      "\(isNegated ? "did not answer" : "answered") “\(names.campaigns[campaign] ?? campaign.rawValue)”"
    guard let question else { return survey }
    let asked = names.surveys[campaign]?.first { $0.id == question }
    let title = "“\(asked?.title ?? question)”"
    guard let answer else { return "\(survey) with an answer to \(title)" }
    if case .includesAny(let values) = answer {
      let choices = values.compactMap { value -> String? in
        guard case .string(let id) = value else { return nil }
        return "“\(asked?.choices.first { $0.id == id }?.title ?? id)”"
      }
      if choices.count == values.count {
        return "\(survey) with \(choices.joined(separator: " or ")) to \(title)"
      }
    }
    return
      "\(survey) with \(Wire.Filter.compare(Wire.Comparison(Comparison(path: [title], operation: answer))).words)"
  }
}
