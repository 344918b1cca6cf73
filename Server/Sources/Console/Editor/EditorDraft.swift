// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// The campaign being edited, and what the author asked for.
struct EditorDraft {
  /// The stored campaign; nil if nothing is stored yet.
  var campaign: Campaign?
  var form: CampaignForm
  /// The form with a comparison in each condition, if one is missing. It is read, and the page
  /// keeps showing `form`.
  var compared: CampaignForm?
  /// The revision that the form was made from.
  var revision: Int?
  var preview = PreviewChoice()
  var showsErrors = false
  /// The problems listed at the top: those that kept the author's request from succeeding.
  var blocking: [FormProblem] = []
  var problemsTitle = ""
  /// The stored campaign, if it is newer than the one that the form was made from.
  var newer: Campaign?
  /// Its last change.
  var newest: NewestChange?
  /// Set while the author is asked to confirm a change of a running campaign.
  var question: EditorPage.Question?
  /// Whether the form differs from the stored campaign.
  var hasUnsavedChanges = false

  var reading: FormReading { (compared ?? form).reading(over: campaign?.content) }
  /// A stored campaign keeps its type.
  var type: CampaignType { campaign.flatMap { CampaignType($0.content) } ?? form.type }
  var isUntouched: Bool { campaign == nil && !hasUnsavedChanges }
  /// Where the form is sent.
  var formPath: String {
    campaign.map { "/campaigns/\($0.id.rawValue)/edit" } ?? "/campaigns/new/\(form.type.rawValue)"
  }
}
