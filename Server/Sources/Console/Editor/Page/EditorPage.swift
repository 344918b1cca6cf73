// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The editor as its template reads it. Made from values only: no store, no clock.
struct EditorPage {
  /// Where the form is sent.
  let formPath: String
  /// Blank: nothing is stored yet.
  let id: String
  /// Where the form without an answer of its own leads back to.
  let cancelPath: String
  /// nil: a new campaign.
  let campaign: Present?
  let isDraft: Bool
  let revision: String
  let conflict: Conflict?
  /// Whom a change of a campaign that was launched concerns, when somebody is asked to agree to it.
  let question: Question?
  let problems: [FormProblem.Link]
  /// Problems, or a sentence without any.
  let hasNotice: Bool
  let problemsTitle: String
  let hasUnsavedChanges: Bool
  /// Those that are on every page, by their names.
  let fields: [String: EditorField]
  let message: MessagePart
  let triggers: EditorElement.Triggers
  let triggerFolds: [Fold]
  let scheduleFolds: [Fold]
  let againAfter: DurationPart
  let frequencyFolds: [Fold]
  /// Suggested for the message.
  let languages: [LanguageWords.Language]
  /// Suggested for triggers.
  let names: [LoggedName]
  let review: CampaignReview
  let preview: PreviewPart

  struct Present {
    let name: String
    let state: String
    let stateWords: String
  }

  /// Somebody else was faster.
  struct Conflict {
    let savedAt: String
    let currentRevision: Int
    let path: String
  }

  struct Question {
    let title: String
    let words: String

    init(_ state: CampaignState, people: Int) {
      let isPaused = state == .paused
      title = isPaused ? "Change a paused campaign?" : "Change a running campaign?"
      words =
        isPaused
        ? "Nobody sees it while it is paused. \(PeopleWords.concerned(people)) People receive the change when you resume it."
        : "\(PeopleWords.concerned(people)) Devices receive the change on their next sync."
    }
  }

  struct LoggedName {
    let name: String
    /// What it is the name of.
    let label: String
  }

  /// A list that a field offers.
  struct Suggestions {
    let id: String
    let field: String
    let names: [String]
  }

  struct MessagePart {
    /// What the page may do.
    let capabilities: [Capability]
    let isLegacy: Bool
    let buttons: [ButtonPart]
    let colours: ColourTable
    let extras: EditorElement.Rows
    let extrasErrors: [EditorField.Note]
  }

  struct Capability {
    let id: String
    let name: String
    let label: String
    let isChosen: Bool
  }

  struct ButtonPart {
    let title: String
    let text: EditorField
    let action: EditorField
    let url: EditorField
    let colours: ColourTable
  }

  struct ColourTable {
    let title: String
    let rows: [ColourRow]
    let darkName: String
    let darkID: String
    let darkIsLight: Bool
    /// Something was chosen, or is wrong: shown unfolded.
    let isOpen: Bool
  }

  struct ColourRow {
    let label: String
    /// The part of a message to which it belongs; nil: all.
    let part: String?
    let light: EditorField
    let dark: EditorField
    let notes: [EditorField.Note]
    let warnings: [EditorField.Note]
  }

  struct TriggerPart {
    let id: String
    let kind: EditorField
    let name: EditorField
    let match: EditorField
    let conditions: [ConditionPart]
    let properties: Suggestions
    let hasSeveralConditions: Bool
    /// Adds a condition.
    let add: EditorElement.Add
    /// nil when it is the only one.
    let remove: String?
    /// A condition that the fields cannot say.
    let kept: EditorElement.Kept?
    /// What the buttons' answers replace: `triggers` or `exceptions`.
    let rows: String
    let label: String
    /// How often it fires, and within which time.
    let history: History?
    /// nil where parts have no place.
    let group: EditorElement.Triggers?
    /// The whole trigger, when the fields cannot say it.
    let keptTrigger: EditorElement.Kept?
  }
  struct History {
    let count: EditorField
    let times: EditorField
    let window: EditorField
    let span: DurationPart
  }

  struct DurationPart {
    let count: EditorField
    let unit: EditorField
  }

  struct ConditionPart {
    let number: Int
    let path: EditorField
    let test: EditorField
    let value: EditorField
    let remove: String
  }
}
