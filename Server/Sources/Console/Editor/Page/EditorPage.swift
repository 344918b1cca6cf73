// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The values of the editor's template. Made from values only: no store, no clock.
struct EditorPage {
  /// Where the form is sent.
  let formPath: String
  /// Empty if nothing is stored yet.
  let id: String
  /// The type of the campaign: its value in the form, and its name in lower case.
  let type: String
  let typeWords: String
  /// Where Cancel leads.
  let cancelPath: String
  /// nil for a new campaign.
  let campaign: Present?
  let isDraft: Bool
  /// Whether the script saves it: a draft that nobody else has saved in the meantime. A new one is
  /// stored with the first change.
  let isAutosaved: Bool
  /// Whether the author's role may launch it.
  let canLaunch: Bool
  let revision: String
  let conflict: Conflict?
  /// Set while the author is asked to confirm a change of a launched campaign.
  let question: Question?
  let problems: [FormProblem.Link]
  /// Whether there are problems, or a notice without problems.
  let hasNotice: Bool
  let problemsTitle: String
  let hasUnsavedChanges: Bool
  /// Values that texts can have, as suggestions.
  let values: [String]
  /// Suggestions for the message's language.
  let languages: [LanguageWords.Language]
  /// Suggestions for triggers.
  let names: [LoggedName]
  let steps: [Step]
  /// Where the stored campaign can be backtested; nil if nothing is stored.
  let backtestPath: String?
  /// Whether campaigns of this type can be backtested.
  let hasBacktest: Bool
  let review: CampaignReview
  let preview: PreviewPart

  struct Present {
    let name: String
    let state: String
    let stateWords: String
  }

  /// Somebody else saved the campaign in the meantime.
  struct Conflict {
    /// Who and when, as a sentence without its end.
    let title: String
    let savedAt: String
    /// What they changed, and where that is shown.
    let difference: Difference?
    let currentRevision: Int
    let path: String
  }

  struct Difference {
    let words: String
    let path: String
  }

  struct Question {
    let title: String
    let words: String

    init(_ state: CampaignState, _ content: CampaignContent, people: Int) {
      let isPaused = state == .paused
      title = isPaused ? "Change a paused campaign?" : "Change a running campaign?"
      words =
        isPaused
        ? "Nobody sees it while it is paused. \(PeopleWords.concerned(people, content)) People receive the change when you resume it."
        : "\(PeopleWords.concerned(people, content)) \(PeopleWords.consequence(content, noun: "the change"))"
    }
  }

  struct LoggedName {
    let name: String
    /// What the name stands for.
    let label: String
  }

  struct HiddenField {
    let name: String
    let value: String
  }

  /// The list of suggestions for a field.
  struct Suggestions {
    let id: String
    let field: String
    let names: [String]
  }

  struct ColourTable {
    let title: String
    let rows: [ColourRow]
    let darkName: String
    let darkID: String
    let darkLabel: String
    let darkIsLight: Bool
    /// Whether the table is unfolded: a colour was chosen, or one is wrong.
    let isOpen: Bool
  }

  struct ColourRow {
    let label: String
    /// The part of a message that it belongs to; nil for all.
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
    /// The audience that the name stood for, and its field. nil: none.
    let audience: HiddenField?
    let match: EditorField
    let conditions: [ConditionPart]
    let properties: Suggestions
    let hasSeveralConditions: Bool
    /// The button that adds a condition.
    let add: EditorElement.Add
    /// nil if it is the only one.
    let remove: String?
    /// A condition that the fields cannot express.
    let kept: EditorElement.Kept?
    /// The id of the rows that the answer to a button replaces: `triggers` or `exceptions`.
    let rows: String
    let label: String
    /// How often the event must occur, and within which time.
    let history: History?
    /// nil where a trigger cannot have parts.
    let group: EditorElement.Triggers?
    /// The whole trigger, if the fields cannot express it.
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
    let label: String
    let path: EditorField
    let comparison: ComparisonFields
    let remove: String
  }
}
