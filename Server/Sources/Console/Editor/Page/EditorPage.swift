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
  let problems: [ProblemLink]
  let hasProblems: Bool
  /// Problems, or a sentence without any.
  let hasNotice: Bool
  let problemsTitle: String
  let hasUnsavedChanges: Bool
  let name: EditorField
  let message: MessagePart
  let triggers: [TriggerPart]
  let triggerFolds: [Fold]
  let clock: EditorField
  let startsAt: EditorField
  let endsAt: EditorField
  let startsAtLocal: EditorField
  let endsAtLocal: EditorField
  let scheduleFolds: [Fold]
  let again: EditorField
  let againAfter: DurationPart
  let frequencyFolds: [Fold]
  let bucket: EditorField
  let order: EditorField
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

  struct ProblemLink {
    let href: String
    let text: String
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
    let kind: EditorField
    let header: EditorField
    let headerAlignment: EditorField
    let text: EditorField
    let textAlignment: EditorField
    let page: EditorField
    let baseURL: EditorField
    let assets: EditorField
    /// What the page may do.
    let capabilities: [Capability]
    let bridgeNames: EditorField
    let readyEvents: EditorField
    let isLegacy: Bool
    let language: EditorField
    let imageURL: EditorField
    let imageAlt: EditorField
    let icon: EditorField
    let slideFrom: EditorField
    let action: EditorField
    let actionURL: EditorField
    let close: EditorField
    let closeSeconds: EditorField
    let orientation: EditorField
    let motion: EditorField
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
    let addCondition: String
    /// nil when it is the only one.
    let remove: String?
    let keptName: String
    let kept: String?
    let keptWords: String
    let removeKept: String
    /// What the buttons' answers replace: `triggers` or `exceptions`.
    let rows: String
    let label: String
    let count: CountPart?
    /// nil where parts have no place.
    let group: GroupPart?
    let window: WindowPart?
    let keptTriggerName: String
    let keptTrigger: String?
    let keptTriggerWords: String
  }

  struct CountPart {
    let count: EditorField
    let times: EditorField
  }

  struct GroupPart {
    let id: String
    let parts: [TriggerPart]
    let add: String
  }

  struct WindowPart {
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
