// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A question of a survey, and one of the answers to it, as the text under which answers are
/// counted.
public struct AnswerDetail: Hashable, Sendable {
  public var question: String
  /// The id of a choice, or a number; nil for the question itself, which is counted once for each
  /// survey that answers it.
  public var answer: String?

  private static let separator: Character = "\u{1F}"

  public init(question: String, answer: String?) {
    self.question = question
    self.answer = answer
  }

  /// Reads what `text` returns; anything else is a question.
  public init(_ text: String) {
    let parts = text.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      question: parts.first.map { String($0) } ?? "", answer: parts.count == 2 ? String(parts[1]) : nil)
  }

  public var text: String { answer.map { question + String(Self.separator) + $0 } ?? question }
}
