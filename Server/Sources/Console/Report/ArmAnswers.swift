// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// The answers to one question of a survey that an experiment compares, side by side for each arm that gets a survey.
struct ArmAnswers {
  let question: String
  /// The names of the arms, one for each cell of a line.
  let arms: [String]
  let lines: [Line]

  struct Line {
    let name: String
    /// `12 (40%)`, or a dash for an arm that does not ask the question.
    let cells: [String]
  }

  /// One for each question that somebody answered. Texts are only counted.
  static func all(_ report: ExperimentReport) -> [ArmAnswers] {
    let arms = report.arms.filter { !$0.isWithheld }
    return report.questions.compactMap { asked in
      arms.contains { $0.tally.answers[AnswerDetail(question: asked.question.id, answer: nil)] != nil } ? ArmAnswers(asked, arms) : nil
    }
  }

  private init(_ asked: AskedQuestion, _ arms: [ExperimentReport.Arm]) {
    let id = asked.question.id
    let counts = arms.map { arm -> [String: Int]? in
      guard asked.asking?.contains(arm.name) ?? true else { return nil }
      let own = arm.tally.answers.filter { $0.key.question == id }
      return Dictionary(own.map { ($0.key.answer ?? "", $0.value) }) { $0 + $1 }
    }
    func line(_ name: String, _ words: ([String: Int]) -> String?) -> Line {
      Line(name: name, cells: counts.map { $0.flatMap(words) ?? "–" })
    }
    question = asked.question.title
    self.arms = arms.map(\.label)
    var lines = [line("Answers") { NumberWords.count($0["", default: 0]) }]
    if asked.question.kind == .known(.rating) { lines.append(line("Average") { AnswerBars.average($0, of: asked.question.namedAnswers) }) }
    lines += asked.question.namedAnswers.map { answer in
      line(answer.name) { counts in
        let (count, answered) = (counts[answer.id, default: 0], counts["", default: 0])
        return answered == 0 ? "0" : "\(NumberWords.count(count)) (\(NumberWords.share(count, of: answered)))"
      }
    }
    self.lines = lines
  }
}
