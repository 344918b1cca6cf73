// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The parts of a form with their fields, by the type of the campaign: what the editor shows, and
/// what a change is told by.
struct EditorParts {
  /// Fields that are always on the page, by name.
  let fields: [String: EditorField]
  /// The parts that only some types of campaign have; nil for others.
  let message: EditorPage.MessagePart?
  let banner: EditorPage.BannerPart?
  let content: EditorPage.ContentPart?
  let survey: EditorPage.SurveyPart?
  let data: EditorPage.DataPart?
  let push: EditorPage.PushPart?
  let place: EditorPage.PlacePart?
  let paced: EditorField?
  let triggers: EditorElement.Triggers
  let triggerFolds: [EditorPage.Fold]
  let audienceHeading: String
  let audience: EditorField
  let keptAudience: EditorField
  let exemption: EditorField
  let experiment: EditorPage.ExperimentPart?
  let valueFolds: [EditorPage.Fold]
  let translations: EditorPage.TranslationPart
  let conversions: EditorElement.Rows
  let scheduleFolds: [EditorPage.Fold]
  let againAfter: EditorPage.DurationPart
  let frequencyFolds: [EditorPage.Fold]

  /// - Parameters:
  ///   - isLaunched: Whether the campaign was ever launched.
  ///   - folds: The content of the folds, in words.
  init(_ type: CampaignType, _ fields: EditorFields, isLaunched: Bool, folds: [String: String] = [:]) {
    func made(_ section: CampaignReview.Subject) -> [EditorPage.Fold] {
      type.ruleGroups.filter { $0.section == section }.map { EditorPage.Fold($0, fields, folds) }
    }
    let named = [fields.field("name", "Name", hint: "Only your team sees it.")]
    let own = named + (type == .message ? EditorPage.MessagePart.fields(fields) : [])
    message = type == .message ? EditorPage.MessagePart(fields) : nil
    banner = type.showsContent ? EditorPage.BannerPart(type, fields) : nil
    content = type.showsContent ? EditorPage.ContentPart(type, fields) : nil
    survey = type == .survey ? EditorPage.SurveyPart(fields) : nil
    push = type.showsContent || type == .push ? EditorPage.PushPart(type, fields) : nil
    data = type == .data ? EditorPage.DataPart(fields) : nil
    place = type.showsContent ? EditorPage.PlacePart(fields) : nil
    triggers = EditorElement.Triggers("trigger", "triggers", atLeast: 1, fields)
    triggerFolds = made(.trigger)
    audienceHeading = fields.titled("audience", "Audience")
    audience = AudiencePartForm.field(fields)
    keptAudience = fields.field("kept_audience", "Rule that a program wrote")
    exemption = AudiencePartForm.exemption(fields)
    experiment = type.experimentSubject.map { EditorPage.ExperimentPart($0, fields, isLaunched: isLaunched) }
    valueFolds = made(.values)
    translations = EditorPage.TranslationPart(fields)
    conversions = EditorPage.conversions(fields)
    let schedule = EditorPage.scheduleFields(fields)
    scheduleFolds = made(.schedule)
    let again = FrequencyRules.again(fields)
    againAfter = FrequencyRules.after(fields)
    paced =
      type.hasSurfaces && type.isDecidedByDevices
      ? fields.check("paced", "Apply the frequency caps and the minimum interval for all campaigns") : nil
    frequencyFolds = made(.frequency)
    self.fields = Dictionary(uniqueKeysWithValues: (own + schedule + [again]).map { ($0.name, $0) })
  }
}
