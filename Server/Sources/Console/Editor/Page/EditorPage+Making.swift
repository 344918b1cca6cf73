// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension EditorPage {
  /// Everything that the page shows.
  struct Source {
    /// What is stored; nil: nothing yet.
    var campaign: Campaign?
    var form: CampaignForm
    /// The revision that the form was made from.
    var revision: Int?
    /// What stands beside the fields.
    var problems: [FormProblem] = []
    /// What is listed at the top, because it was in the way of what was asked for.
    var blocking: [FormProblem] = []
    var problemsTitle = ""
    /// What is stored now, when it is newer than what the form was made from.
    var newer: Campaign?
    /// Whom a change of a running campaign concerns, when somebody is asked to agree to it.
    var question: Question?
    /// The form differs from what is stored.
    var hasUnsavedChanges = false
    /// What the form's folded parts hold, in words.
    var folds: [String: String] = [:]
    var review: CampaignReview
    var preview: PreviewPart
    var suggestions = FormSuggestions()
  }

  init(_ source: Source) {
    let fields = EditorFields(source.form, source.problems, source.suggestions)
    let id = source.campaign?.id.rawValue
    self.id = id ?? ""
    formPath = id.map { "/campaigns/\($0)/edit" } ?? "/campaigns/new"
    cancelPath = id.map { "/campaigns/\($0)" } ?? "/campaigns"
    campaign = source.campaign.map { Present(name: $0.name, state: $0.state.rawValue, stateWords: $0.state.words) }
    isDraft = source.campaign.map { $0.state == .draft } ?? true
    revision = source.revision.map(String.init) ?? ""
    conflict = source.newer.map {
      Conflict(savedAt: UTCTime($0.updatedAt).words, currentRevision: $0.revision, path: "/campaigns/\($0.id.rawValue)")
    }
    question = source.question
    problems = source.blocking.map { ProblemLink(href: "#" + EditorField.id($0.field), text: $0.words) }
    hasProblems = !problems.isEmpty
    hasNotice = hasProblems || !source.problemsTitle.isEmpty
    problemsTitle = source.problemsTitle
    hasUnsavedChanges = source.hasUnsavedChanges
    name = fields.field("name", "Name", hint: "Only your team sees it.")
    message = MessagePart(fields)
    let rows = source.form.rows("trigger", atLeast: 1)
    triggers = rows.map { TriggerPart($0, isOnly: rows.count == 1, fields) }
    func folds(_ section: CampaignReview.Subject) -> [Fold] {
      RuleGroups.all.filter { $0.section == section }.map { Fold($0, fields, source.folds) }
    }
    triggerFolds = folds(.trigger)
    scheduleFolds = folds(.schedule)
    frequencyFolds = folds(.frequency)
    again = FrequencyRules.again(fields)
    againAfter = FrequencyRules.after(fields)
    clock = fields.field(
      "clock", "Time zone",
      choices: [
        .init("utc", "UTC: the same moment everywhere"), .init("device", "Each person’s local time"),
        .init("both", "Both: the narrower window applies"),
      ])
    startsAt = fields.instant("starts_at", "Start (UTC)", hint: "Leave blank to start at launch.")
    endsAt = fields.instant("ends_at", "End (UTC)", hint: "Leave blank to run until you finish it.")
    startsAtLocal = fields.instant("starts_at_local", "Start (local time)", hint: "Leave blank to start at launch.")
    endsAtLocal = fields.instant("ends_at_local", "End (local time)", hint: "Leave blank to run until you finish it.")
    bucket = fields.field(
      "priority", "Priority", hint: "When several campaigns match an event, the one with the highest priority is shown.",
      choices: [.init("low", "Low"), .init("medium", "Medium"), .init("high", "High")])
    order = fields.field(
      "order", "Order within priority", hint: "Higher numbers come first.", inputMode: "numeric", isOptional: true)
    languages = LanguageWords.suggestions
    names =
      source.suggestions.events.map { LoggedName(name: $0, label: "Event") }
      + source.suggestions.logged.products.map { LoggedName(name: $0, label: "Product") }
    review = source.review
    preview = source.preview
  }
}
