// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the flow of a survey needs to know of a question. It does not include the texts.
public struct SurveyQuestion: Hashable, Sendable {
  /// The kind of answer. The raw value is its name in the protocol.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One of the choices.
    case single
    /// Any number of the choices.
    case multiple
    /// A number on a scale.
    case rating
    /// A text of the person's own.
    case text
  }

  /// When a question is asked.
  public struct Condition: Hashable, Sendable {
    /// An earlier question.
    public var questionID: String
    /// Asked if its answer is one of these: ids of choices, or numbers of a rating. Empty: if it
    /// has any answer.
    public var anyOf: [String]

    public init(questionID: String, anyOf: [String] = []) {
      self.questionID = questionID
      self.anyOf = anyOf
    }
  }

  /// Unique in the survey.
  public var id: String
  public var kind: Kind
  /// Whether it must be answered.
  public var isRequired: Bool
  /// The ids of the choices, in order.
  public var choices: [String]
  /// The choices that are selected from the start.
  public var defaults: [String]
  /// The numbers of the scale. Only for ratings.
  public var scale: ClosedRange<Int>
  /// nil: always asked.
  public var condition: Condition?

  public init(
    id: String, kind: Kind, isRequired: Bool = true, choices: [String] = [], defaults: [String] = [],
    scale: ClosedRange<Int> = 0...10,
    condition: Condition? = nil
  ) {
    self.id = id
    self.kind = kind
    self.isRequired = isRequired
    self.choices = choices
    self.defaults = defaults
    self.scale = scale
    self.condition = condition
  }

  /// The longest text of an answer, in characters (Unicode scalars).
  public static let textLength = 2_000

  /// The answer from the start, if there are defaults.
  var initialAnswer: SurveyAnswer? { accepted(.choices(defaults)) }

  /// The answer as it counts, or nil if it does not answer this question: choices that exist, in
  /// their order, a rating on the scale, a text that is not blank and not too long.
  public func accepted(_ answer: SurveyAnswer) -> SurveyAnswer? {
    switch (kind, answer) {
    case (.single, .choices(let ids)):
      return choices.first { ids.contains($0) }.map { .choices([$0]) }
    case (.multiple, .choices(let ids)):
      let known = choices.filter { ids.contains($0) }
      return known.isEmpty ? nil : .choices(known)
    case (.rating, .rating(let number)): return scale.contains(number) ? answer : nil
    case (.text, .text(let text)):
      guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return nil }
      return .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.textLength))))
    default: return nil
    }
  }
}

extension SurveyQuestion.Condition {
  /// Whether it holds for the answer to its question. nil: the question was not asked, or not
  /// answered.
  func holds(for answer: SurveyAnswer?) -> Bool {
    switch answer {
    case nil: false
    case .choices(let ids)?: anyOf.isEmpty || ids.contains { anyOf.contains($0) }
    case .rating(let number)?: anyOf.isEmpty || anyOf.contains(String(number))
    case .text?: anyOf.isEmpty
    }
  }
}
