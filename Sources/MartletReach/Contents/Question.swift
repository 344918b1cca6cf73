// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletKit
public import MartletWire

extension Reach.Survey {
  /// A question of a survey.
  public struct Question: Hashable, Sendable, Identifiable {
    /// Unique in the survey. Reports have it.
    public var id: String
    public var kind: Kind
    public var title: String
    /// An explanation below the title. Empty: none.
    public var detail: String
    /// Whether it must be answered.
    public var isRequired: Bool
    /// Only for `single` and `multiple`.
    public var choices: [Choice]
    /// Only for `rating`.
    public var scale: Scale
    /// Only for `rating`: what the lowest and the highest number mean. Empty: no label.
    public var lowLabel: String
    public var highLabel: String
    /// Only for `text`: a hint in the empty field. Empty: none.
    public var placeholder: String
    /// When it is asked. nil: always.
    public var condition: Condition?

    public init(
      id: String, kind: Kind, title: String, detail: String = "", isRequired: Bool = true,
      choices: [Choice] = [],
      scale: Scale = .numbers, lowLabel: String = "", highLabel: String = "", placeholder: String = "",
      condition: Condition? = nil
    ) {
      self.id = id
      self.kind = kind
      self.title = title
      self.detail = detail
      self.isRequired = isRequired
      self.choices = choices
      self.scale = scale
      self.lowLabel = lowLabel
      self.highLabel = highLabel
      self.placeholder = placeholder
      self.condition = condition
    }

    /// The kind of answer.
    public typealias Kind = SurveyQuestion.Kind
    /// When a question is asked.
    public typealias Condition = SurveyQuestion.Condition

    /// A choice of a question.
    public struct Choice: Hashable, Sendable, Identifiable {
      /// Unique in the question. Reports have it.
      public var id: String
      public var title: String
      /// Whether it is selected from the start.
      public var isDefault: Bool

      public init(id: String, title: String, isDefault: Bool = false) {
        self.id = id
        self.title = title
        self.isDefault = isDefault
      }
    }

    /// How a rating is asked for: numbers from 0 to 10, or stars or faces from 1 to 5.
    public typealias Scale = Wire.Question.Scale

    /// The question as the flow of a survey needs it.
    public var question: SurveyQuestion {
      SurveyQuestion(
        id: id, kind: kind, isRequired: isRequired, choices: choices.map(\.id),
        defaults: choices.filter(\.isDefault).map(\.id),
        scale: scale.range, condition: condition)
    }
  }
}

extension Reach.Survey.Question {
  /// - Parameters:
  ///   - path: the field with the question.
  ///   - earlier: the questions before it. Its id must be another one, and its condition can only
  ///     be about one of these.
  init(wire: Wire.Question, at path: String, after earlier: [Self]) throws(Reach.ContentError) {
    func check(_ isRight: Bool, _ field: String, _ reason: String) throws(Reach.ContentError) {
      if !isRight { throw .invalid(field: "\(path).\(field)", reason: reason) }
    }
    guard let kind = wire.kind.known else {
      throw .invalid(
        field: path + ".kind",
        reason: "This version cannot ask questions of the kind \(wire.kind.rawValue). Update the SDK.")
    }
    try check(!wire.id.isEmpty, "id", "A question needs an id.")
    try check(!earlier.contains { $0.id == wire.id }, "id", "An earlier question has the same id.")
    try check(!wire.title.isEmpty, "title", "A question needs a title.")
    if kind == .single || kind == .multiple {
      try check(!wire.choices.isEmpty, "choices", "This question needs choices.")
    }
    var ids: Set<String> = []
    for (index, choice) in wire.choices.enumerated() {
      try check(!choice.id.isEmpty, "choices[\(index)].id", "A choice needs an id.")
      try check(ids.insert(choice.id).inserted, "choices[\(index)].id", "An earlier choice has the same id.")
      try check(!choice.title.isEmpty, "choices[\(index)].title", "A choice needs a title.")
    }
    if let condition = wire.shownIf {
      try check(
        earlier.contains { $0.id == condition.questionID }, "shown_if.question_id",
        "There is no earlier question with this id.")
    }
    self.init(
      id: wire.id, kind: kind, title: wire.title, detail: wire.detail ?? "", isRequired: wire.isRequired,
      choices: wire.choices.map { Choice(id: $0.id, title: $0.title, isDefault: $0.isDefault) },
      scale: wire.scale?.known ?? .numbers, lowLabel: wire.lowLabel ?? "",
      highLabel: wire.highLabel ?? "", placeholder: wire.placeholder ?? "",
      condition: wire.shownIf.map { Condition(questionID: $0.questionID, anyOf: $0.anyOf) })
  }
}
