// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The banner of an announcement or a survey, what it opens, or data, as a variant changes them.
struct SurfacesPart: Equatable, Sendable {
  /// nil: the campaign has none, so no variant has one.
  var banner: Wire.Banner?
  var content: Wire.Content?
  var data: Wire.DataPush?

  init(_ campaign: CampaignContent) {
    (banner, content, data) = (campaign.banner, campaign.content, campaign.data)
  }

  /// What people in the variant get. nil: it has the campaign's own.
  init?(_ variant: Wire.Experiment.Variant, over campaign: CampaignContent) {
    guard variant.banner != nil || variant.content != nil || variant.data != nil else { return nil }
    (banner, content) = (variant.banner ?? campaign.banner, variant.content ?? campaign.content)
    data = variant.data ?? campaign.data
  }

  /// Puts what differs from the campaign's own into the variant.
  func change(_ variant: inout Wire.Experiment.Variant, over campaign: CampaignContent) {
    variant.banner = banner == campaign.banner ? nil : banner
    variant.content = content == campaign.content ? nil : content
    variant.data = data == campaign.data ? nil : data
  }

  /// The same with other questions. Nothing changes if it has no content.
  func asking(_ questions: [Wire.Question]) -> Self {
    var part = self
    part.content?.questions = questions
    return part
  }
}

extension SurfacesPart: VariantPart {
  var noun: String {
    data != nil ? ExperimentSubject.data.noun : (isSurvey ? ExperimentSubject.survey : .announcement).noun
  }

  private var isSurvey: Bool { content?.kind == .known(.survey) }

  var json: String {
    var fields: [String: Wire.JSONValue] = [:]
    fields["banner"] = banner?.json
    fields["content"] = content?.json
    fields["data"] = data?.json
    return FormText.json(Wire.JSONValue.object(fields))
  }

  init?(json: String) {
    guard let document = try? Wire.decode(Wire.JSONValue.self, from: Array(json.utf8)),
      case .object(let fields) = document,
      !fields.isEmpty, fields.keys.allSatisfy({ ["banner", "content", "data"].contains($0) })
    else { return nil }
    do {
      banner = try document["banner"].map { try Wire.Banner(json: $0) }
      content = try document["content"].map { try Wire.Content(json: $0) }
      data = try document["data"].map { try Wire.DataPush(json: $0) }
    } catch {
      return nil
    }
  }

  var variantFields: [VariantField<Self>] {
    if data != nil { return Self.dataFields }
    return Self.bannerFields + (isSurvey ? Self.surveyFields + questionFields : Self.announcementFields)
  }

  private static let bannerFields: [VariantField<Self>] = [
    VariantField(
      name: "title", path: "banner.title", label: "Banner title", part: "banner", read: { $0.banner?.title },
      write: { $0.banner?.title = $1 }),
    VariantField(
      name: "text", path: "banner.text", label: "Banner text", isLong: true, part: "banner",
      read: { $0.banner?.text },
      write: { part, text in
        let stored = part.banner?.text
        part.banner?.text = FormText.kept(text, stored)
      }),
    VariantField(
      name: "image_url", path: "banner.image_url", label: "Banner picture URL", isAddress: true,
      part: "banner",
      read: { $0.banner?.imageURL }, write: { $0.banner?.imageURL = $1 }),
  ]

  private static let announcementFields = contentFields(
    title: "Announcement title", body: "Announcement text", page: "Announcement page", button: "Button")
  private static let surveyFields = contentFields(
    title: "Survey title", body: "Introduction", page: nil, button: "Submit button")

  private static func contentFields(title: String, body: String, page: String?, button: String)
    -> [VariantField<Self>]
  {
    [
      VariantField(
        name: "content_title", path: "content.title", label: title, part: "content",
        read: { $0.content?.title },
        write: { $0.content?.title = $1 }),
      VariantField(
        name: "content_body", path: "content.body", label: body, pageLabel: page, isLong: true,
        part: "content",
        read: { $0.content?.body },
        write: { part, text in
          let stored = part.content?.body
          part.content?.body = FormText.kept(text, stored)
        }),
      VariantField(
        name: "button", path: "content.action_label", label: button, part: "content",
        read: { $0.content?.actionLabel },
        write: { $0.content?.actionLabel = $1 }),
    ]
  }

  /// One for each of the survey's questions, named after its id: it follows the question when that
  /// moves.
  private var questionFields: [VariantField<Self>] {
    (content?.questions ?? []).enumerated().compactMap { place, question in
      let id = question.id
      guard !id.isEmpty, !id.contains(".") else { return nil }
      return VariantField(
        name: Self.questionPrefix + id, path: "content.questions[\(place)].title",
        label: "Question \(place + 1)", part: "content",
        read: { $0.content?.questions.first { $0.id == id }?.title },
        write: { part, text in
          guard let place = part.content?.questions.firstIndex(where: { $0.id == id }) else { return }
          part.content?.questions[place].title = text
        })
    }
  }

  static let questionPrefix = "question-"

  private static let dataFields: [VariantField<Self>] = [
    VariantField(
      name: "data_body", path: "data.body", label: "Data", isLong: true, isCode: true,
      read: { $0.data?.body },
      write: { part, text in
        guard let stored = part.data else { return }
        part.data?.body = stored.cleaned(FormText.kept(text, stored.body) ?? "")
      })
  ]
}

extension Wire.DataPush {
  /// What was typed as its body. Base64 is often pasted with line ends, which belong to no byte.
  func cleaned(_ text: String) -> String { type == .known(.base64) ? text.filter { !$0.isWhitespace } : text }
}
