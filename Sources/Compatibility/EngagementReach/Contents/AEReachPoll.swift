// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletCore
import MartletReach

/// A survey.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AEReachPoll: AEInteractiveContent {
  let survey: Reach.Survey
  private var answers: [String: String] = [:]

  init(item: Reach.Item, survey: Reach.Survey) {
    self.survey = survey
    super.init(item: item)
  }

  public override func kind() -> String { kAEPollKind }
  public override var title: String { survey.title }
  public override var actionLabel: String { survey.submitLabel }
  public override var exitLabel: String { survey.exitLabel }
  public override var body: String { survey.body }
  /// The questions that have choices. Surveys with others are shown by Martlet's own controller.
  public var questions: [AEReachPollQuestion] {
    survey.questions.filter { !$0.choices.isEmpty }.map(AEReachPollQuestion.init)
  }
  /// Whether a controller that knows single choices can show all of it.
  var hasOnlySingleChoices: Bool { survey.questions.allSatisfy { $0.kind == .single && $0.condition == nil } }

  /// Notes an answer. `actionContent` submits all of them.
  public func fillAnswer(withQuestionId questionId: String!, choiceId: String!) {
    guard let questionId, let choiceId else { return }
    answers[questionId] = choiceId
  }

  /// The person submitted the answers.
  public override func actionContent() {
    let answers = answers.mapValues { Reach.SurveyAnswer.choices([$0]) }
    end { $0.submit(answers) }
  }
}

/// A question of a survey.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AEReachPollQuestion: NSObject {
  /// Unique in the survey.
  public let questionId: String
  /// What the person is asked.
  public let title: String
  /// At least one.
  public let choices: [AEReachPollChoice]

  init(_ question: Reach.Survey.Question) {
    questionId = question.id
    title = question.title
    choices = question.choices.map(AEReachPollChoice.init)
    super.init()
  }
}

/// A choice of a question.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AEReachPollChoice: NSObject {
  /// Unique in the question.
  public let choiceId: String
  /// What the person reads.
  public let title: String
  /// Whether it is selected from the start.
  public let isDefault: Bool

  init(_ choice: Reach.Survey.Question.Choice) {
    (choiceId, title, isDefault) = (choice.id, choice.title, choice.isDefault)
    super.init()
  }
}
