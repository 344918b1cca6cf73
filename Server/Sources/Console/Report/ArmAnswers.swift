// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// The answers to one question of a survey that an experiment compares, side by side for each arm
/// that gets a survey.
struct ArmAnswers {
  let question: String
  /// The names of the arms, one for each cell of a line.
  let arms: [String]
  let lines: [Line]

  struct Line {
    let name: String
    let cells: [Cell]
  }

  struct Cell {
    /// `12 (40%)`, or a dash for an arm that does not ask the question, or does not offer the
    /// answer.
    let words: String
    /// The share, beside those of the same question. It has no interval, because a person can
    /// answer many times.
    var bar: RateBar?
  }

  /// One for each question that somebody answered. Texts are only counted.
  static func all(_ report: ExperimentReport) -> [ArmAnswers] {
    let arms = report.arms.filter { !$0.isWithheld }
    return report.questions.compactMap { asked in
      arms.contains { $0.tally.answers[AnswerDetail(question: asked.question.id, answer: nil)] != nil }
        ? ArmAnswers(asked, arms) : nil
    }
  }

  private init(_ asked: AskedQuestion, _ arms: [ExperimentReport.Arm]) {
    let id = asked.question.id
    let counts = arms.map { arm -> [String: Int]? in
      guard asked.asking?.contains(arm.name) ?? true else { return nil }
      let own = arm.tally.answers.filter { $0.key.question == id }
      return Dictionary(own.map { ($0.key.answer ?? "", $0.value) }) { $0 + $1 }
    }
    func share(_ answer: String, in counts: [String: Int]) -> Double? {
      guard let answered = counts[""], answered > 0 else { return nil }
      return Double(counts[answer, default: 0]) / Double(answered)
    }
    let highest = counts.compactMap(\.self).flatMap { counts in
      asked.question.namedAnswers.compactMap { share($0.id, in: counts) }
    }.max()
    func line(_ name: String, answer: String? = nil, _ words: ([String: Int]) -> String?) -> Line {
      let cells = zip(arms, counts).map { arm, counts in
        if let answer, asked.offering[answer]?.contains(arm.name) == false { return Cell(words: "–") }
        let share = answer.flatMap { answer in counts.flatMap { share(answer, in: $0) } }
        return Cell(words: counts.flatMap(words) ?? "–", bar: share.map { RateBar($0, of: highest ?? 1) })
      }
      return Line(name: name, cells: cells)
    }
    question = asked.question.title
    self.arms = arms.map(\.label)
    var lines = [line("Answers") { NumberWords.count($0["", default: 0]) }]
    if asked.question.kind == .known(.rating) {
      lines.append(line("Average") { AnswerBars.average($0, of: asked.question.namedAnswers) })
    }
    lines += asked.question.namedAnswers.map { answer in
      line(answer.name, answer: answer.id) { counts in
        let (count, answered) = (counts[answer.id, default: 0], counts["", default: 0])
        return answered == 0 ? "0" : "\(NumberWords.count(count)) (\(NumberWords.share(count, of: answered)))"
      }
    }
    self.lines = lines
  }
}
