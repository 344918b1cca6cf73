// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// A question of a survey.
  public struct Question: Equatable, Sendable {
    /// Unique in the survey. Reports have it.
    public var id: String
    public var kind: Open<SurveyQuestion.Kind>
    public var title: String
    /// An explanation below the title.
    public var detail: String?
    public var isRequired: Bool
    /// Only `single` and `multiple`.
    public var choices: [Choice]
    /// Only `rating`.
    public var scale: Open<Scale>?
    /// Only `rating`: what the lowest and the highest number mean.
    public var lowLabel: String?
    public var highLabel: String?
    /// Only `text`: a hint in the empty field.
    public var placeholder: String?
    public var shownIf: Condition?
    public var unknown: UnknownFields

    public init(
      id: String, kind: Open<SurveyQuestion.Kind>, title: String, detail: String? = nil,
      isRequired: Bool = true, choices: [Choice] = [],
      scale: Open<Scale>? = nil, lowLabel: String? = nil, highLabel: String? = nil,
      placeholder: String? = nil, shownIf: Condition? = nil,
      unknown: UnknownFields = [:]
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
      self.shownIf = shownIf
      self.unknown = unknown
    }

    /// How a rating is asked for.
    public enum Scale: String, Hashable, Sendable, CaseIterable {
      /// 0 to 10.
      case numbers
      /// 1 to 5.
      case stars, faces

      /// The numbers that can be chosen.
      public var range: ClosedRange<Int> { self == .numbers ? 0...10 : 1...5 }
    }

    /// A choice of a question.
    public struct Choice: Equatable, Sendable {
      /// Unique in the question. Reports have it.
      public var id: String
      public var title: String
      /// Whether it is selected from the start.
      public var isDefault: Bool
      public var unknown: UnknownFields

      public init(id: String, title: String, isDefault: Bool = false, unknown: UnknownFields = [:]) {
        self.id = id
        self.title = title
        self.isDefault = isDefault
        self.unknown = unknown
      }
    }

    /// When a question is asked.
    public struct Condition: Equatable, Sendable {
      public var questionID: String
      public var anyOf: [String]
      public var unknown: UnknownFields

      public init(questionID: String, anyOf: [String] = [], unknown: UnknownFields = [:]) {
        self.questionID = questionID
        self.anyOf = anyOf
        self.unknown = unknown
      }
    }
  }
}

extension Wire.Question: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", kind: .known(.single), title: ""), unknown: \.unknown,
    .field(
      "id", \.id, "Unique in the survey. Reports have it.", .required, .text(Wire.Limits.questionIDLength)),
    .field(
      "kind", \.kind, "One choice, several choices, a rating, or a text of the person's own.", .required),
    .field("title", \.title, "The question.", .required, .text(Wire.Limits.questionLength)),
    .field(
      "detail", \.detail, "An explanation below the question.", .optional, .most(Wire.Limits.questionLength)),
    .field("required", \.isRequired, "Whether it must be answered."),
    .field(
      "choices", \.choices, "Only `single` and `multiple`: the choices.", .optional,
      .most(Wire.Limits.choices)),
    .field(
      "scale", \.scale,
      "Only `rating`: `numbers` from 0 to 10, or `stars` or `faces` from 1 to 5. Absent: `numbers`."),
    .field(
      "low_label", \.lowLabel, "Only `rating`: what the lowest number means.", .optional,
      .most(Wire.Limits.contentLabelLength)),
    .field(
      "high_label", \.highLabel, "Only `rating`: what the highest number means.", .optional,
      .most(Wire.Limits.contentLabelLength)),
    .field(
      "placeholder", \.placeholder, "Only `text`: a hint in the empty field.", .optional,
      .most(Wire.Limits.questionLength)),
    .field("shown_if", \.shownIf, "Asked only after these answers to an earlier question. Absent: always."))
}

extension Wire.Question.Choice: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", title: ""), unknown: \.unknown,
    .field(
      "id", \.id, "Unique in the question. Reports have it.", .required, .text(Wire.Limits.questionIDLength)),
    .field("title", \.title, "What the person reads.", .required, .text(Wire.Limits.questionLength)),
    .field("default", \.isDefault, "Whether it is selected from the start."))
}

extension Wire.Question.Condition: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(questionID: ""), unknown: \.unknown,
    .field(
      "question_id", \.questionID, "An earlier question.", .required, .text(Wire.Limits.questionIDLength)),
    .field(
      "any_of", \.anyOf, "The ids of choices, or numbers of a rating. Empty: any answer.", .optional,
      .most(Wire.Limits.choices)))
}

extension Wire.Question {
  /// The question as the flow of a survey needs it. nil if this version does not know its kind.
  public var question: SurveyQuestion? {
    guard let kind = kind.known else { return nil }
    return SurveyQuestion(
      id: id, kind: kind, isRequired: isRequired, choices: choices.map(\.id),
      defaults: choices.filter(\.isDefault).map(\.id),
      scale: (scale?.known ?? .numbers).range,
      condition: shownIf.map { SurveyQuestion.Condition(questionID: $0.questionID, anyOf: $0.anyOf) })
  }
}
