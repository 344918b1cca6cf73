// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Statistics

/// The values of the template `campaigns/sample-size`: what somebody expects of an experiment, and
/// how many people it takes to find it.
struct SampleSizePage {
  /// The parameters of the address.
  static let names = ["rate", "wanted", "variants", "share", "day", "window", "guardrail"]

  let rate: EditorField
  let wanted: EditorField
  let variants: EditorField
  let share: EditorField
  let day: EditorField
  let window: EditorField
  let guardrail: EditorField
  let hasProblems: Bool
  let result: Result?

  struct Result {
    let people: String
    let all: String
    /// nil without a number of people a day.
    let days: String?
    /// Why the time is longer than it takes people to come. nil without a number of people a day.
    let waiting: String?
    let meaning: String
    /// What a guardrail needs. nil without one.
    let guardrail: String?
    let others: [Line]
  }

  /// What another difference would need.
  struct Line {
    let wanted: String
    let people: String
    let days: String?
    /// The length of the bar, in hundredths of the longest.
    let length: String
    let isAsked: Bool
  }

  init(_ form: CampaignForm) {
    let plan = Plan(form)
    let fields = EditorFields(form, plan.problems, FormSuggestions())
    rate = fields.field(
      "rate", "Convert today (%)",
      hint: "Of the people who come to the moment of the message, how many do it anyway.",
      inputMode: "decimal")
    wanted = fields.field(
      "wanted", "Should convert (%)", hint: "The smallest change that would matter to you.",
      inputMode: "decimal")
    variants = fields.field(
      "variants", "Variants beside control", standard: "1", choices: (1...8).map { .init("\($0)", "\($0)") })
    day = fields.field(
      "day", "People a day", hint: "Who come to that moment for the first time.", inputMode: "decimal",
      isOptional: true)
    share = fields.field(
      "share", "Smallest share (%)", hint: "Such as 20 for 20, 40 and 40. Blank: all the same.",
      inputMode: "decimal", isOptional: true)
    window = fields.field(
      "window", "Conversion within (days)", standard: "3", hint: "As in the campaign’s conversion.",
      inputMode: "decimal")
    guardrail = fields.field(
      "guardrail", "Guardrail converts (%)",
      hint: "If an automatic winner must keep a second conversion: its rate today.",
      inputMode: "decimal", isOptional: true)
    hasProblems = !plan.problems.isEmpty
    result = plan.result
  }
}

extension SampleSizePage {
  /// What was typed, read.
  private struct Plan {
    var problems: [FormProblem] = []
    private var rate = 0.0
    private var wanted = 0.0
    private var variants = 1
    /// Of the smallest arm, from 0 to 1. nil: all arms have the same.
    private var smallest: Double?
    private var day: Double?
    private var window = Duration.seconds(3 * 86_400)
    private var guardrail: Double?
    private let isAsked: Bool

    init(_ form: CampaignForm) {
      isAsked = !form["rate"].trimmed.isEmpty || !form["wanted"].trimmed.isEmpty
      guard isAsked else { return }
      rate = percent("rate", form)
      wanted = percent("wanted", form)
      if problems.isEmpty, rate == wanted {
        problems.append(
          FormProblem(
            field: "wanted", message: "There is no change to find.",
            remedy: "Enter another percentage than today’s."))
      }
      variants = min(8, max(1, Int(form["variants"]) ?? 1))
      if !form["guardrail"].trimmed.isEmpty { guardrail = percent("guardrail", form) }
      if !form["share"].trimmed.isEmpty {
        let share = percent("share", form)
        if share > 1 / Double(variants + 1) + 1e-9 {
          problems.append(
            FormProblem(
              field: "share", message: "The smallest of \(variants + 1) arms cannot have so much.",
              remedy:
                "Enter at most \(FormText.text((1_000 / Double(variants + 1)).rounded(.down) / 10)), or leave it blank."
            ))
        }
        smallest = share
      }
      if !form["window"].trimmed.isEmpty {
        let days = FormText.number(form["window"].trimmed)?.number ?? 0
        if days <= 0 || days > 30 {
          problems.append(
            FormProblem(
              field: "window", message: "This is not a number of days up to 30.",
              remedy: "Enter one such as 3."))
        }
        window = .seconds(days * 86_400)
      }
      let typed = form["day"].trimmed
      guard !typed.isEmpty else { return }
      day = FormText.number(typed)?.number
      if (day ?? 0) <= 0 {
        problems.append(
          FormProblem(
            field: "day", message: "This is not a number of people.", remedy: "Enter one such as 500."))
      }
    }

    private mutating func percent(_ name: String, _ form: CampaignForm) -> Double {
      if let number = FormText.percent(form[name]), number > 0, number < 100 { return number / 100 }
      problems.append(
        FormProblem(
          field: name, message: "This is not a percentage between 0 and 100.",
          remedy: "Enter one such as 5 or 2.5."))
      return 0
    }

    /// Changes from the rate, as parts of it. What is asked for stands among them.
    private static let changes = [0.05, 0.1, 0.2, 0.3, 0.5]

    var result: Result? {
      guard isAsked, problems.isEmpty, let asked = size(wanted) else { return nil }
      let sign: Double = wanted > rate ? 1 : -1
      let others = Self.changes.map { rate * (1 + sign * $0) }.filter {
        $0 < 1 && Self.words($0) != Self.words(wanted)
      }
      let rates = (others + [wanted]).sorted { abs($0 - rate) < abs($1 - rate) }
      let sizes = rates.compactMap { rate in size(rate).map { (rate: rate, people: $0.arm) } }
      let most = sizes.map(\.people).max() ?? 1
      return Result(
        people: NumberWords.count(asked.arm),
        all: NumberWords.count(Int((Double(asked.arm) / share).rounded(.up))),
        days: days(asked.arm), waiting: day == nil ? nil : waiting,
        meaning:
          "If the difference is this large, \(Int(SampleSize.usualPower * 100)) of 100 such experiments find it in the final result. "
          + "If there is none, at most \(Int((ExperimentPlan.error * 100).rounded())) of 100 say that there is one.",
        guardrail: guardrail.flatMap { words(ofGuardrail: $0, asked.arm) },
        others: sizes.map { line in
          Line(
            wanted: Self.words(line.rate), people: NumberWords.count(line.people), days: days(line.people),
            length: "\(max(1, line.people * 100 / most))", isAsked: line.rate == wanted)
        })
    }

    private func size(_ wanted: Double) -> SampleSize? {
      SampleSize(control: rate, arm: wanted, comparisons: variants)
    }

    /// Which part of all people the smallest arm gets.
    private var share: Double { smallest ?? 1 / Double(variants + 1) }

    private func days(_ people: Int) -> String? {
      guard let day else { return nil }
      let maturing = window + ExperimentTally.patience
      guard
        let days = SampleSize.days(
          people: people, share: share, firstTriggersEachDay: day, maturing: maturing)
      else {
        return "more than 100 years"
      }
      return NumberWords.plural(days, "day", "days")
    }

    private var waiting: String {
      "The time includes \(Wire.words(milliseconds: window.wholeMilliseconds)) in which the last people can convert and "
        + "\(Wire.words(milliseconds: ExperimentTally.patience.wholeMilliseconds)) for late reports. It ends with a whole week."
    }

    private func words(ofGuardrail rate: Double, _ people: Int) -> String? {
      guard let size = SampleSize(guardrail: rate, comparisons: variants) else { return nil }
      let power = Int(SampleSize.usualPower * 100)
      let floor = Int((-WinnerRule.guardrailFloor * 100).rounded())
      guard size.arm > people else {
        return
          "So many people are enough for the guardrail too: where nothing is harmed, it passes in \(power) of 100 experiments or more."
      }
      let days = days(size.arm).map { ", \($0)" } ?? ""
      return
        "The guardrail needs \(NumberWords.count(size.arm)) people in each arm\(days). With fewer it often holds a winner back "
        + "although nothing is harmed, because nobody can tell yet that less than \(floor)% is lost. With so many it passes in \(power) of 100."
    }

    private static func words(_ rate: Double) -> String {
      FormText.text((rate * 10_000).rounded() / 100) + "%"
    }
  }
}
