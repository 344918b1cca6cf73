// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Pages

/// The values of the template `events/funnel`: how many people do one thing, then the next.
struct FunnelPage {
  let formPath = Self.path
  let tabs = EventTab.all(current: .funnel)
  let names: [String]
  let rows: [AnalyticsFields.Row]
  let within: EditorField
  let unit: EditorField
  let period: EditorField
  let audience: EditorField
  let add: Add?
  let problems: [FormProblem.Link]
  let hasProblems: Bool
  let result: Result?
  /// nil if nothing is counted, or was counted while the page waited.
  let counting: CountingNote?

  static let list = "step"
  static let path = EventTab.funnel.path
  /// How many rows an empty form has.
  private static let firstRows = 3

  /// The button for another row.
  struct Add {
    let rows: String
    /// The address of the form at the new row.
    let action: String
  }

  struct Result {
    let people: String
    let bars: [ReportSection.Bar]
    let table: [Row]
    let when: String
    let meaning: String
    let isEmpty: Bool
    let file: String
  }

  struct Row {
    let name: String
    let count: String
    let ofFirst: String
    let ofBefore: String
    let lost: String
  }

  /// - Parameter funnel: nil if there is none, because nothing was asked or something is wrong.
  init(
    _ form: AnalyticsForm, _ suggestions: FormSuggestions, audiences: [Audience],
    funnel: FigureCache.Look<Funnel>? = nil
  ) {
    let fields = AnalyticsFields(form, suggestions, audiences: audiences)
    let wanted = min(Int(form.form[AnalyticsForm.rows]) ?? Self.firstRows, FunnelQuery.steps.upperBound)
    rows = fields.steps(Self.list, "Step", atLeast: wanted, standard: .custom)
    names = suggestions.events
    within = fields.field("within", "All within", standard: "24", inputMode: "numeric")
    unit = fields.choice(
      "unit", "Unit", standard: TimeUnit.hours.rawValue,
      choices: [TimeUnit.hours, .days].map { .init($0.rawValue, $0.rawValue) })
    period = fields.period
    audience = fields.audience
    add =
      rows.count < FunnelQuery.steps.upperBound
      ? Add(
        rows: "\(rows.count + 1)", action: Self.path + "#" + EditorField.id("\(Self.list).\(rows.count).kind")
      ) : nil
    problems = form.problems.map(\.link)
    hasProblems = !problems.isEmpty
    result = funnel?.figure.map {
      Result($0, people: fields.people(form.audience), file: form.path(Self.path + ".csv"))
    }
    counting = funnel.flatMap { CountingNote($0, path: form.path(Self.path), askedAt: form.now) }
  }

  /// What the form asks; nil if nothing, or if something is wrong.
  ///
  /// - Parameter values: What is known of the properties of the steps.
  static func query(_ form: inout AnalyticsForm, _ values: [EventSelector: [String: KnownValues]] = [:])
    -> FunnelQuery?
  {
    guard !form.isBlank, !form.isEditing else { return nil }
    form.chooseComparisons(list, values)
    let events = form.steps(list)
    let period = form.period()
    let most = FunnelQuery.steps.upperBound
    if events.count < FunnelQuery.steps.lowerBound {
      let blank = form.form.rows(list).first { row in
        row["name"].trimmed.isEmpty && !events.contains { $0.row.number == row.number }
      }
      if form.problems.isEmpty {
        form.add(
          FormProblem(
            field: blank?.name("name") ?? "\(list).\(events.count).name",
            message: "A funnel has at least two steps.",
            remedy: "Enter the name of an event, or choose another kind."))
      }
    } else if events.count > most {
      form.add(
        FormProblem(
          field: events[most].row.name("name"), message: "A funnel has up to \(most) steps.",
          remedy: "Leave the others blank."))
    }
    let hours = hours(form.form)
    if hours == nil {
      form.add(
        FormProblem(
          field: "within", message: "This is not a time from 1 hour to 30 days.",
          remedy: "Enter a whole number such as 24."))
    }
    guard form.problems.isEmpty, let hours else { return nil }
    return FunnelQuery(events.map(\.selector), hours: hours, period: period)
  }

  private static func hours(_ form: CampaignForm) -> Int? {
    let typed = form["within"].trimmed
    guard let number = Int(typed.isEmpty ? "24" : typed), (1...FunnelQuery.hours.upperBound).contains(number)
    else { return nil }
    let hours = form["unit"] == TimeUnit.days.rawValue ? number * 24 : number
    return FunnelQuery.hours.contains(hours) ? hours : nil
  }
}

extension FunnelPage.Result {
  fileprivate init(_ funnel: Funnel, people: String, file: String) {
    self.people = people
    self.file = file
    let first = funnel.reached[0]
    isEmpty = first == 0
    when =
      "First steps from \(funnel.query.period.dayWords). \(people) Test devices and the Device Lab are left out."
    let hours = funnel.query.hours
    let window =
      hours % 24 == 0 && hours > 24
      ? NumberWords.plural(hours / 24, "day", "days") : NumberWords.plural(hours, "hour", "hours")
    meaning =
      "Each person counts once, as far as they got in less than \(window) from a first step. Those who began less than \(window) ago may still get further."
    let steps = funnel.reached.indices.map {
      (
        name: "\($0 + 1). \(funnel.query.steps[$0].words)", count: funnel.reached[$0],
        before: funnel.reached[max(0, $0 - 1)]
      )
    }
    bars = steps.enumerated().map { index, step in
      let shares = [
        "\(NumberWords.share(step.count, of: first)) of the first step",
        "\(NumberWords.share(step.count, of: step.before)) of the step before",
      ]
      return ReportSection.Bar(
        barName: step.name, barCount: NumberWords.count(step.count),
        barUnit: step.count == 1 ? "person" : "people",
        barShare: index == 0 ? "" : shares.prefix(index == 1 ? 1 : 2).joined(separator: ", "),
        barLength: "\(first == 0 ? 0 : Double(step.count) / Double(first) * 100)", barHint: nil)
    }
    table = steps.enumerated().map { index, step in
      FunnelPage.Row(
        name: step.name, count: NumberWords.count(step.count),
        ofFirst: NumberWords.share(step.count, of: first),
        ofBefore: index == 0 ? "–" : NumberWords.share(step.count, of: step.before),
        lost: index == 0 ? "–" : NumberWords.count(step.before - step.count))
    }
  }
}
