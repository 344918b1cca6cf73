// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

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
    campaign = draft.campaign.map {
      Present(name: $0.name, state: $0.state.rawValue, stateWords: $0.state.words)
    }
    isDraft = draft.campaign.map { $0.state == .draft } ?? true
    isAutosaved = (draft.campaign?.state ?? .draft) == .draft && draft.newer == nil
    canLaunch = source.role.may(.publish)
    revision = draft.revision.map(String.init) ?? ""
    conflict = draft.newer.map {
      Conflict($0, draft.newest, since: draft.revision)
    }
    question = draft.question
    problems = draft.blocking.map(\.link)
    hasNotice = !problems.isEmpty || !draft.problemsTitle.isEmpty
    problemsTitle = draft.problemsTitle
    hasUnsavedChanges = draft.hasUnsavedChanges
    values = source.suggestions.values(in: draft.form)
    languages = LanguageWords.suggestions
    names =
      source.suggestions.events.map { LoggedName(name: $0, label: "Event") }
      + source.suggestions.logged.products.map { LoggedName(name: $0, label: "Product") }
      + source.suggestions.audiences.values.sorted().map { LoggedName(name: $0, label: "Audience") }
    review = source.review
    // A form that nobody has begun has no problems yet.
    let isLaunched = !isDraft
    steps = EditorStep.allCases.map {
      Step(
        $0, problems: draft.isUntouched ? [:] : source.review.problems,
        type.sections(of: $0, fields, isLaunched: isLaunched, folds: source.folds))
    }
    backtestPath = draft.campaign.map { "/campaigns/\($0.id.rawValue)/backtest" }
    hasBacktest = type.blankContent.isSeen
    preview = source.preview
  }
}

extension EditorPage.Conflict {
  /// - Parameters:
  ///   - newest: Its last change; nil if that is not known.
  ///   - revision: The one that the form was made from.
  init(_ campaign: Campaign, _ newest: NewestChange?, since revision: Int?) {
    title =
      newest.map {
        $0.isOwn
          ? "You saved this campaign \($0.ago), in another window"
          : "\($0.author) saved this campaign \($0.ago)"
      }
      ?? "Someone else saved this campaign while you were editing"
    savedAt = UTCTime(campaign.updatedAt).words
    difference = newest.map {
      let path = HistoryPage.path(campaign.id, $0.number)
      return EditorPage.Difference(
        words: $0.isOwn ? "See what you changed" : "See what \($0.author) changed",
        path: QueryString.url(path, [("against", revision.map(String.init) ?? "")]))
    }
    currentRevision = campaign.revision
    path = "/campaigns/\(campaign.id.rawValue)"
  }
}
