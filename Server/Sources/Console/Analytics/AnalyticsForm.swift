// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import MartletCore
import Pages
import Store

/// What somebody typed to ask for a funnel or a retention curve, with what is wrong with it. The
/// address has all of it, so that it can be sent to others.
struct AnalyticsForm {
  var form: CampaignForm
  let now: Instant
  /// What the address says, in its order.
  let typed: [(name: String, value: String)]
  private(set) var problems: [FormProblem] = []
  /// Whether somebody only wants other rows or fields.
  private var isRedrawn = false
  /// Whether there is no figure because it reads many events and nobody asked for it yet.
  private(set) var waits = false

  /// The field with the number of rows, while somebody adds some.
  static let rows = "rows"

  init(_ fields: FormFields, at now: Instant) {
    form = CampaignForm(fields)
    typed = fields.all.map { ($0.name, $0.value) }
    self.now = now
    guard let command = fields["do"] else { return }
    isRedrawn = true
    if case .redraw(let edit) = EditorCommand(command) { edit?.apply(to: &form) }
  }

  /// Whether anything was typed.
  var isBlank: Bool { typed.isEmpty }
  /// Whether somebody only wants another row, so nothing is judged yet.
  var isEditing: Bool { !form[Self.rows].isEmpty || isRedrawn }
  var audience: AudienceID? { form["audience"].nilIfEmpty.map { AudienceID($0) } }

  /// The same question at another address.
  func path(_ path: String) -> String { QueryString.url(path, typed) }

  mutating func add(_ problem: FormProblem) { problems.append(problem) }

  /// Notes that the figure reads many events, so somebody has to ask for it.
  mutating func wait() { waits = true }

  /// Throws what is no problem of the form.
  mutating func add(_ rejection: Rejection) throws {
    guard case .impossible(let problem) = rejection else { throw rejection }
    // A program sends a period as two times.
    let field = problem.field == "audience" ? "audience" : "period"
    add(FormProblem(field: field, message: problem.message, remedy: problem.remedy))
  }

  // MARK: - Reading

  /// The chosen events of a list, with their rows. Custom events without a name are blank rows.
  mutating func events(_ list: String) -> [(row: FormRow, selector: EventSelector)] {
    form.rows(list).compactMap { row in
      guard
        let kind = AudienceActivity.Kind(
          rawValue: row["kind"].nilIfEmpty ?? AudienceActivity.Kind.custom.rawValue)
      else {
        add(
          FormProblem(
            field: row.name("kind"), message: "There is no such kind of event.",
            remedy: "Choose one of the list."))
        return nil
      }
      let name = row["name"].trimmed
      guard !name.isEmpty, kind != .sessionStart else {
        return kind == .custom ? nil : (row, EventSelector(kind))
      }
      guard let selector = EventSelector(kind.rawValue + ":" + name) else {
        add(
          FormProblem(
            field: row.name("name"), message: "No event has such a long name.", remedy: "Shorten it."))
        return nil
      }
      return (row, selector)
    }
  }

  /// The usual one if what was typed is none.
  var chosenPeriod: AnalyticsPeriod { AnalyticsPeriod(form["period"]) ?? .standard }

  /// How people are grouped by their first event.
  mutating func cohorts() -> CohortSpan {
    guard let typed = form["cohorts"].nilIfEmpty else { return CohortSpan(chosenPeriod) }
    guard let span = CohortSpan(rawValue: typed) else {
      add(FormProblem(field: "cohorts", message: "There are no such rows.", remedy: "Choose days or weeks."))
      return CohortSpan(chosenPeriod)
    }
    return span
  }

  mutating func period() -> Range<Instant> {
    let typed = form["period"].nilIfEmpty
    if let typed, AnalyticsPeriod(typed) == nil {
      let days = AnalyticsPeriod.allCases.map { "\($0.rawValue)" }
      add(
        FormProblem(
          field: "period", message: "There is no such period.",
          remedy: "Choose \(days.dropLast().joined(separator: ", ")) or \(days.last ?? "") days."))
    }
    return chosenPeriod.bounds(at: now)
  }
}
