// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension EditorPage {
  /// Everything that the page shows.
  struct Source {
    var draft: EditorDraft
    /// Of the author.
    var role = Role.owner
    /// Problems that are shown at the fields.
    var problems: [FormProblem] = []
    /// The content of the form's folds, in words.
    var folds: [String: String] = [:]
    var review: CampaignReview
    var preview: PreviewPart
    var suggestions = FormSuggestions()
  }

  init(_ source: Source) {
    let draft = source.draft
    let fields = EditorFields(draft.form, source.problems, source.suggestions)
    let id = draft.campaign?.id.rawValue
    self.id = id ?? ""
    formPath = draft.formPath
    let type = draft.type
    self.type = type.rawValue
    typeWords = type.label.lowercased()
    cancelPath = id.map { "/campaigns/\($0)" } ?? "/campaigns"
    campaign = draft.campaign.map { Present(name: $0.name, state: $0.state.rawValue, stateWords: $0.state.words) }
    isDraft = draft.campaign.map { $0.state == .draft } ?? true
    canLaunch = source.role.may(.publish)
    revision = draft.revision.map(String.init) ?? ""
    conflict = draft.newer.map {
      Conflict(savedAt: UTCTime($0.updatedAt).words, currentRevision: $0.revision, path: "/campaigns/\($0.id.rawValue)")
    }
    question = draft.question
    problems = draft.blocking.map(\.link)
    hasNotice = !problems.isEmpty || !draft.problemsTitle.isEmpty
    problemsTitle = draft.problemsTitle
    hasUnsavedChanges = draft.hasUnsavedChanges
    self.fields = Dictionary(
      uniqueKeysWithValues: ((type == .message ? MessagePart.fields(fields) : []) + Self.ownFields(fields)).map { ($0.name, $0) })
    message = type == .message ? MessagePart(fields) : nil
    banner = type.showsContent ? BannerPart(type, fields) : nil
    content = type.showsContent ? ContentPart(type, fields) : nil
    survey = type == .survey ? SurveyPart(fields) : nil
    data = type == .data ? DataPart(fields) : nil
    push = type.showsContent || type == .push ? PushPart(type, fields) : nil
    isDecidedByDevices = type.isDecidedByDevices
    place = type.showsContent ? PlacePart(fields) : nil
    paced =
      type.hasSurfaces && type.isDecidedByDevices
      ? fields.field("paced", "Apply the frequency caps and the minimum interval for all campaigns") : nil
    triggers = EditorElement.Triggers("trigger", "triggers", atLeast: 1, fields)
    func folds(_ section: CampaignReview.Subject) -> [Fold] {
      type.ruleGroups.filter { $0.section == section }.map { Fold($0, fields, source.folds) }
    }
    triggerFolds = folds(.trigger)
    audience = AudiencePartForm.field(fields)
    keptAudience = fields.field("kept_audience", "")
    experiment = type == .message ? ExperimentPart(fields, isLaunched: !isDraft) : nil
    conversions = Self.conversions(fields)
    scheduleFolds = folds(.schedule)
    frequencyFolds = folds(.frequency)
    againAfter = FrequencyRules.after(fields)
    languages = LanguageWords.suggestions
    names =
      source.suggestions.events.map { LoggedName(name: $0, label: "Event") }
      + source.suggestions.logged.products.map { LoggedName(name: $0, label: "Product") }
    review = source.review
    preview = source.preview
  }

  private static func ownFields(_ fields: EditorFields) -> [EditorField] {
    [
      fields.field("name", "Name", hint: "Only your team sees it."),
      FrequencyRules.again(fields),
      fields.field(
        "clock", "Time zone",
        choices: [
          .init("utc", "UTC: the same moment everywhere"), .init("device", "Each person’s local time"),
          .init("both", "Both: the narrower window applies"),
        ]),
      fields.instant("starts_at", "Start (UTC)", hint: "Leave blank to start at launch."),
      fields.instant("ends_at", "End (UTC)", hint: "Leave blank to run until you finish it."),
      fields.instant("starts_at_local", "Start (local time)", hint: "Leave blank to start at launch."),
      fields.instant("ends_at_local", "End (local time)", hint: "Leave blank to run until you finish it."),
      fields.field(
        "priority", "Priority", hint: "When several campaigns match an event, the one with the highest priority is shown.",
        choices: [.init("low", "Low"), .init("medium", "Medium"), .init("high", "High")]),
      fields.field("order", "Order within priority", hint: "Higher numbers come first.", inputMode: "numeric", isOptional: true),
    ]
  }
}
