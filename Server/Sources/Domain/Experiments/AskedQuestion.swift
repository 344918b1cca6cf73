// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

/// A question of a survey, as the report counts it: by its id, whichever arm of an experiment asks
/// it.
public struct AskedQuestion: Equatable, Sendable {
  /// The campaign's words if it asks the question, with the choices that only variants offer after
  /// its own.
  public var question: Wire.Question
  /// The ids of the variants that ask it. nil: everybody who gets the survey is asked.
  public var asking: [String]?
  /// Their names.
  public var variants: [String]?
  /// The ids of the variants that offer a choice, by its id, if not all that ask the question do.
  public var offering: [String: [String]] = [:]
}

extension Wire.Campaign {
  /// The questions that people can be asked, each once: those of the campaign, then those that only
  /// variants of its experiment ask.
  public var askedQuestions: [AskedQuestion] {
    guard let shown = content, shown.kind == .known(.survey) else { return [] }
    let variants = experimentSubject == .survey ? experiment?.variants ?? [] : []
    var asked = shown.questions.map { AskedQuestion(question: $0) }
    for question in variants.flatMap({ $0.content?.questions ?? [] }) {
      guard let place = asked.firstIndex(where: { $0.question.id == question.id }) else {
        asked.append(AskedQuestion(question: question))
        continue
      }
      let known = Set(asked[place].question.choices.map(\.id))
      asked[place].question.choices += question.choices.filter { !known.contains($0.id) }
    }
    for place in asked.indices {
      let id = asked[place].question.id
      let asking = variants.compactMap { variant in
        (variant.content ?? shown).questions.first { $0.id == id }.map {
          (id: variant.id, choices: Set($0.choices.map(\.id)))
        }
      }
      for choice in asked[place].question.choices.map(\.id) {
        let offering = asking.filter { $0.choices.contains(choice) }
        if offering.count < asking.count { asked[place].offering[choice] = offering.map(\.id) }
      }
      guard asking.count < variants.count else { continue }
      asked[place].asking = asking.map(\.id)
      asked[place].variants = asking.map { experiment?.label(of: $0.id) ?? $0.id }
    }
    return asked
  }
}

extension AskedQuestion {
  /// What is counted of it: the question, and each answer that can be given.
  public var details: [AnswerDetail] {
    let answers = question.namedAnswers.map { AnswerDetail(question: question.id, answer: $0.id) }
    return [AnswerDetail(question: question.id, answer: nil)] + answers
  }
}

extension Wire.Question {
  /// The answers that can be given, with their names. Empty for texts.
  public var namedAnswers: [(id: String, name: String)] {
    switch kind.known {
    case .single?, .multiple?: choices.map { ($0.id, $0.title) }
    case .rating?: (scale?.known ?? .numbers).range.map { ("\($0)", "\($0)") }
    case .text?, nil: []
    }
  }

  /// Whether the answers to both can be counted together.
  func isAnswered(like other: Wire.Question) -> Bool {
    kind == other.kind
      && (kind != .known(.rating) || scale ?? .known(.numbers) == other.scale ?? .known(.numbers))
  }
}
