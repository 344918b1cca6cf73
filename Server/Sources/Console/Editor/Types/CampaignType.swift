// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// What an author makes. Campaigns only have surfaces; a type is a usual combination of them, with
/// a name, a form and a preview of its own.
enum CampaignType: String, CaseIterable, Sendable {
  case message, announcement, survey, push, data

  /// nil if the editor has no form for what the campaign has.
  init?(_ content: CampaignContent) {
    if content.message != nil {
      self = .message
    } else if let shown = content.content {
      self = shown.kind == .known(.survey) ? .survey : .announcement
    } else if content.banner != nil {
      self = .announcement
    } else if content.data != nil {
      self = .data
    } else if content.push?.isSilent == false {
      self = .push
    } else {
      return nil
    }
  }

  /// Its name, at the beginning of a sentence.
  var label: String {
    switch self {
    case .message: "Message"
    case .announcement: "Announcement"
    case .survey: "Survey"
    case .push: "Push notification"
    case .data: "Data push"
    }
  }

  /// What it is for, in one sentence.
  var use: String {
    switch self {
    case .message: "Appears over the app at once: a slide-up, a modal, a full screen or your own page."
    case .announcement: "A banner that people open when they like, with a text or a page behind it."
    case .survey: "Questions with choices, ratings or text. The report counts the answers."
    case .push: "A notification of the system, which also reaches people outside the app."
    case .data: "Text or bytes for the app’s own code. People see nothing."
    }
  }

  /// The name of its picture in `icons.svg`.
  var picture: String { "picture-" + rawValue }

  /// Whether it has surfaces other than a message.
  var hasSurfaces: Bool { self != .message }

  /// What an experiment compares of it. nil: it can have none.
  var experimentSubject: ExperimentSubject? { blankContent.experimentSubject }

  /// What people see of it, in the order in which they meet it.
  var showsContent: Bool { self == .announcement || self == .survey }

  /// What it has of its own, in the order of the page.
  private var surfaceParts: [any FormPart.Type] {
    switch self {
    case .message: [MessageForm.self]
    case .announcement:
      [BannerForm.self, ContentForm.self, PushForm.self, LanguageForm.self, PlaceForm.self]
    case .survey:
      [
        BannerForm.self, ContentForm.self, QuestionForm.self, PushForm.self, LanguageForm.self,
        PlaceForm.self,
      ]
    case .push: [PushForm.self]
    case .data: [DataForm.self, PlaceForm.self]
    }
  }

  /// The groups of fields of its form, in the order in which they are read.
  var parts: [any FormPart.Type] {
    surfaceParts + [
      ExperimentForm.self, TranslationForm.self, TriggerForm.self, AudiencePartForm.self,
      ConversionForm.self, ScheduleForm.self,
    ] + ruleGroups.map { $0 }
  }

  /// What a step of the editor has for it.
  ///
  /// - Parameters:
  ///   - isLaunched: Whether the campaign was ever launched.
  ///   - folds: The content of the folds, in words.
  func sections(
    of step: EditorStep, _ fields: EditorFields, isLaunched: Bool, folds: [String: String] = [:]
  ) -> [EditorSection] {
    func made(_ subject: CampaignReview.Subject) -> [EditorElement] {
      ruleGroups.filter { $0.section == subject }.map { .fold($0, folds, fields) }
    }
    switch step {
    case .message:
      let name = EditorElement.field(fields.field("name", "Name", hint: "Only your team sees it."))
      let language = showsContent ? [EditorElement.field(LanguageForm.field(fields))] : []
      let surfaces = surfaceParts.compactMap { $0.section(self, fields) }
      let values = made(.values)
      return [EditorSection(card: [name] + language)] + surfaces
        + (values.isEmpty ? [] : [EditorSection("personal", nil, label: "Values", values)])
        + (experimentSubject.map { [ExperimentForm.section($0, fields, isLaunched: isLaunched)] } ?? [])
        + [EditorSection(EditorPage.TranslationPart(fields))]
    case .trigger:
      var section = TriggerForm.section(self, fields)
      section?.elements += made(.trigger)
      return [section].compactMap(\.self)
    case .audience: return [AudiencePartForm.section(self, fields)].compactMap(\.self)
    case .schedule:
      let schedule = EditorSection(
        "schedule", CampaignReview.Subject.schedule.title(in: self),
        ScheduleForm.shown(self, fields) + made(.schedule))
      let frequency = EditorSection(
        "frequency", "Frequency",
        FrequencyRules.repetition.show(fields, FormScope())
          + (hasSurfaces && isDecidedByDevices ? PlaceForm.paced.show(fields, FormScope()) : [])
          + made(.frequency)
          + (isDecidedByDevices
            ? []
            : [
              .hint(
                "How often it repeats is for pushes that people’s events start. Caps and tags only count with *Frequency caps apply* in the notification."
              )
            ]))
      return [schedule, frequency] + [ConversionForm.section(self, fields)].compactMap(\.self)
    case .review: return []
    }
  }

  /// Whether devices decide when it is shown. A push is sent in runs, some of which follow its
  /// triggers.
  var isDecidedByDevices: Bool { self != .push }

  /// The text of pushes is always personalised, without a rule. Runs know the delay, the quiet
  /// hours and the frequency caps.
  var ruleGroups: [any RuleGroup.Type] {
    RuleGroups.all.filter { group in
      switch self {
      case .message, .announcement, .survey, .data: true
      case .push: [DelayRules.name, QuietHoursRules.name, FrequencyRules.name].contains(group.name)
      }
    }
  }

  /// The content of a new campaign: shown once to each person unless the author wants more.
  var newContent: CampaignContent {
    var content = blankContent
    if isDecidedByDevices { content.rules.reEligibility = Wire.ReEligibility(type: .known(.once)) }
    switch self {
    case .announcement: content.content?.exitLabel = "Close"
    case .survey:
      content.content?.questions = [Wire.Question(id: "", kind: .known(.single), title: "")]
    case .message, .push, .data: break
    }
    return content
  }

  /// What the form of a new campaign is read over.
  var blankContent: CampaignContent {
    switch self {
    case .message: CampaignContent(triggers: [], message: Wire.Message(kind: .known(.modal)))
    case .announcement:
      CampaignContent(
        triggers: [],
        banner: Wire.Banner(), content: Wire.Content(kind: .known(.text)))
    case .survey:
      CampaignContent(
        triggers: [],
        banner: Wire.Banner(), content: Wire.Content(kind: .known(.survey)))
    case .push: CampaignContent(triggers: [], push: Wire.PushNotification())
    case .data: CampaignContent(triggers: [], data: Wire.DataPush(body: ""))
    }
  }
}
