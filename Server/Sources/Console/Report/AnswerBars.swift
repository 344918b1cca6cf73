// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The answers to one question of a survey, as bars with their numbers.
struct AnswerBars {
  let questionTitle: String
  /// `Rating, 12 answers, 3.8 on average`
  let words: String
  let bars: [ReportSection.Bar]
  /// Shown instead of bars.
  let note: String?

  /// The questions of the survey in its order, then those that only variants of its experiment ask,
  /// and those that only earlier versions had. Empty if it is no survey.
  static func all(_ content: CampaignContent, _ totals: CampaignReport.Totals) -> [AnswerBars] {
    guard content.content?.kind == .known(.survey) else { return [] }
    let asked = content.askedQuestions
    let ids = Set(asked.map(\.question.id))
    let removed = totals.answers.keys.filter { !ids.contains($0) }.sorted()
    return asked.map { AnswerBars($0, totals.answers[$0.question.id] ?? [:]) }
      + removed.map { id in
        AnswerBars(
          title: id == CountLimits.other
            ? "Other questions and answers" : "A question of an earlier version (\(id))", kind: nil,
          known: [],
          totals.answers[id] ?? [:], variants: nil)
      }
  }

  private init(_ asked: AskedQuestion, _ counts: [String: Int]) {
    let question = asked.question
    self.init(
      title: question.title, kind: question.kind.known, known: question.namedAnswers, counts,
      variants: asked.variants)
  }

  private init(
    title: String, kind: SurveyQuestion.Kind?, known: [(id: String, name: String)], _ counts: [String: Int],
    variants: [String]?
  ) {
    questionTitle = title
    let answered = counts["", default: 0]
    var parts = [kind?.words, NumberWords.plural(answered, "answer", "answers")].compactMap(\.self)
    if kind == .rating, let average = Self.average(counts, of: known) {
      parts.append("\(average) on average")
    }
    if let variants {
      parts.append(
        variants.isEmpty ? "no variant asks it" : "only asked in " + variants.joined(separator: ", "))
    }
    words = parts.joined(separator: ", ")
    note =
      kind == .text
      ? "Each person’s timeline has the text." : answered == 0 ? "No answers yet." : nil
    let names = Dictionary(known.map { ($0.id, $0.name) }) { first, _ in first }
    let others = counts.keys.filter { !$0.isEmpty && names[$0] == nil }.sorted()
    let shown = answered == 0 || kind == .text ? [] : known.map(\.id) + others
    let most = shown.map { counts[$0, default: 0] }.max() ?? 0
    bars = shown.map { id in
      let count = counts[id, default: 0]
      return ReportSection.Bar(
        barName: names[id] ?? "An answer of an earlier version (\(id))", barCount: NumberWords.count(count),
        barUnit: count == 1 ? "time" : "times",
        barShare: "\(NumberWords.share(count, of: answered)) of answers",
        barLength: NumberWords.bar(count, of: most), barHint: nil)
    }
  }

  /// With one decimal; nil without answers on the scale. Anybody can report other numbers.
  static func average(_ counts: [String: Int], of scale: [(id: String, name: String)]) -> String? {
    let numbers = scale.compactMap { step in
      Double(step.id).map { (value: $0, count: Double(counts[step.id, default: 0])) }
    }
    let count = numbers.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    let tenths = Int((numbers.reduce(0) { $0 + $1.value * $1.count } / count * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
