// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The button of the form that was pressed.
enum EditorCommand: Hashable, Sendable {
  /// Shows the page again, after adding, removing or clearing a row. nil: only updates the preview.
  case redraw(FormEdit?)
  /// `overwriting`: the revision that the author agreed to overwrite, if any. `isConfirmed`:
  /// whether the author agreed to change a running campaign.
  case save(overwriting: Int?, isConfirmed: Bool)
  /// Saves a draft without showing a page: the script asks for it a moment after a change.
  case autosave
  case launch
  /// Shows the form's draft in the Device Lab and stores nothing.
  case tryOut
  /// Shows the page again, with the preview one step further.
  case walk(SurveyWalk.Step)

  /// Whether more is done with what the form means than to show it.
  var readsForm: Bool {
    switch self {
    case .save, .autosave, .launch, .tryOut: true
    case .redraw, .walk: false
    }
  }

  /// An unknown command saves nothing: the page comes back as it was.
  init(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count == 2 ? parts[1] : nil) {
    case ("save", nil): self = .save(overwriting: nil, isConfirmed: false)
    case ("save_confirmed", nil): self = .save(overwriting: nil, isConfirmed: true)
    case ("overwrite", let revision?):
      self = Int(revision).map { .save(overwriting: $0, isConfirmed: true) } ?? .redraw(nil)
    case ("autosave", nil): self = .autosave
    case ("launch", nil): self = .launch
    case ("try", nil): self = .tryOut
    case ("add", let list?): self = .redraw(.add(list: list))
    case ("remove", let row?): self = .redraw(.remove(row: row))
    case ("all", let row?): self = .redraw(.showAll(row: row))
    case ("clear", let field?): self = .redraw(.clear(field: field))
    case ("up", let row?): self = .redraw(.move(row: row, by: -1))
    case ("down", let row?): self = .redraw(.move(row: row, by: 1))
    case ("copy", let row?): self = .redraw(.copy(row: row))
    case ("uncopy", let row?): self = .redraw(.uncopy(row: row))
    case ("walk", let step?): self = SurveyWalk.Step(rawValue: step).map { .walk($0) } ?? .redraw(nil)
    default: self = .redraw(nil)
    }
  }
}

/// A change of the form's rows. An edit that does not fit the form changes nothing.
enum FormEdit: Hashable, Sendable {
  /// `trigger.0.condition`
  case add(list: String)
  /// `trigger.0.condition.2`
  case remove(row: String)
  /// `trigger.0.condition.2`: offers all comparisons.
  case showAll(row: String)
  /// `trigger.0.kept`
  case clear(field: String)
  /// `question.1`: changes places with the row before or after it.
  case move(row: String, by: Int)
  /// `variant.1`: gives it a copy of the survey's questions, so that it can ask others.
  case copy(row: String)
  /// `variant.1`: takes that back.
  case uncopy(row: String)

  func apply(to form: inout CampaignForm) {
    switch self {
    case .add(let list): form.addRow(to: list)
    case .remove(let row): form.removeRow(row)
    case .move(let row, let distance): form.moveRow(row, by: distance)
    case .showAll(let row): form.set(ComparisonFields.allField, "yes", in: row)
    case .clear(let field): if !form[field].isEmpty { form[field] = "" }
    case .copy(let row): ExperimentForm.askOthers(in: row, of: &form)
    case .uncopy(let row): ExperimentForm.askTheSurveys(in: row, of: &form)
    }
  }
}
