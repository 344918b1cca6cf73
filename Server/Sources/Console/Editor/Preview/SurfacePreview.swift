// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import Foundation
import MartletKit
import MartletReach
import MartletUI
import MartletWire
import SceneHTML

/// The banner and the content of a campaign as the SDK draws them.
extension MessagePreview {
  /// What the preview of a campaign can show.
  enum Part: String, CaseIterable, Sendable {
    case banner, content, push

    /// The parts that a campaign has, in the order in which people see them.
    static func all(of content: CampaignContent) -> [Part] {
      (content.banner == nil ? [] : [.banner]) + (content.content == nil ? [] : [.content])
        + (content.push == nil ? [] : [.push])
    }
  }

  /// The chosen part of a campaign; the first if it does not have that one.
  ///
  /// - Parameter page: Makes a page available to the browser and returns its address.
  @MainActor
  static func make(
    _ content: CampaignContent, choice: PreviewChoice, page: (SceneNode.Web) -> String? = { _ in nil }
  ) -> MessagePreview {
    let content = PersonalText.withDefaults(content)
    if let message = content.message { return make(message, choice: choice, page: page) }
    let parts = Part.all(of: content)
    var preview: MessagePreview
    do throws(Martlet.InAppMessage.WireError) {
      switch parts.contains(choice.part) ? choice.part : parts.first {
      case .banner?: preview = try banner(content, choice)
      case .content?: preview = try shown(content, choice, page)
      case .push?: preview = try notification(content, choice)
      case nil: preview = MessagePreview(notice: content.data?.notice ?? "There is nothing to see.")
      }
    } catch {
      preview = MessagePreview(notice: words(error))
    }
    preview.parts = parts
    preview.part = parts.contains(choice.part) ? choice.part : parts.first
    return preview
  }

  /// Stands for the icon that the app sets.
  private static let icon = Martlet.InAppMessage.Graphic.icon("\u{1F514}")

  @MainActor
  private static func banner(_ content: CampaignContent, _ choice: PreviewChoice) throws(Martlet
    .InAppMessage.WireError) -> MessagePreview
  {
    guard var banner = content.banner, !banner.isBlank else {
      return MessagePreview(notice: "Add a title to see the banner.")
    }
    let noun = content.contentNoun
    let tap = noun.map { "opens the \($0)." } ?? banner.action.doing(closing: "banner")
    // An unfinished address must not hide the preview.
    banner.action = Wire.ClickAction()
    let scene = Reach.BannerView(banner: try Reach.Banner(wire: banner), icon: icon).makeScene(
      id: sceneID, traits: choice.traits)
    var preview = MessagePreview(scene: RenderedScene(scene, isEmbedded: true))
    preview.taps = ["close": "A tap here closes the banner.", "body": "A tap on the banner " + tap]
    if noun != nil { preview.leads = ["body": .content] }
    return preview
  }

  /// As the system shows it: the picture and the details differ between its versions.
  @MainActor
  private static func notification(
    _ content: CampaignContent, _ choice: PreviewChoice
  ) throws(Martlet.InAppMessage.WireError) -> MessagePreview {
    guard let push = content.push, !(push.title.isBlank && push.text.isBlank) else {
      return MessagePreview(notice: "Add a title to see the notification.")
    }
    let lines = [push.subtitle, push.text].compactMap { $0?.nilIfEmpty }.joined(separator: "\n")
    let card = Wire.Banner(
      title: push.title, text: lines.nilIfEmpty, imageURL: push.imageURL, isCloseable: false,
      edge: .known(.top),
      language: content.content?.language)
    var view = Reach.BannerView(banner: try Reach.Banner(wire: card), icon: icon)
    view.attributes.maximumLines = 5
    var preview = MessagePreview(
      scene: RenderedScene(view.makeScene(id: sceneID, traits: choice.traits), isEmbedded: true))
    let tap = content.contentNoun.map { "opens the \($0)." } ?? push.action.doing(closing: "notification")
    preview.taps = ["body": "A tap on the notification " + tap]
    if content.content != nil { preview.leads = ["body": .content] }
    return preview
  }

  @MainActor
  private static func shown(
    _ content: CampaignContent, _ choice: PreviewChoice, _ page: (SceneNode.Web) -> String?
  ) throws(Martlet.InAppMessage.WireError) -> MessagePreview {
    guard let shown = content.content else { return MessagePreview() }
    guard shown.kind == .known(.survey) else { return try announcement(shown, choice, page) }
    guard !shown.questions.isEmpty else { return MessagePreview(notice: "Add a question to see the survey.") }
    let walk = SurveyWalk(
      try Reach.Survey(wire: shown.drawable), events: choice.walked, traits: choice.traits)
    return MessagePreview(
      scene: RenderedScene(walk.scene, isEmbedded: true), notice: walk.ending, walked: walk.events)
  }

  @MainActor
  private static func announcement(
    _ shown: Wire.Content, _ choice: PreviewChoice, _ page: (SceneNode.Web) -> String?
  ) throws(Martlet.InAppMessage.WireError) -> MessagePreview {
    let isPage = shown.kind == .known(.html)
    if shown.body.isBlank {
      return MessagePreview(notice: isPage ? "Add HTML to see a preview." : "Add text to see a preview.")
    }
    let announcement = try Reach.Announcement(wire: shown.drawable)
    guard
      let scene = Reach.AnnouncementView(announcement: announcement).makeScene(
        id: sceneID, traits: choice.traits)
    else {
      return MessagePreview(notice: "There is no preview for this page.")
    }
    var preview = drawn(scene, page)
    preview.taps = [
      "close": "A tap here closes the announcement.",
      "exit": "A tap on “\(shown.exitLabel ?? "")” closes the announcement.",
      "action": "A tap on “\(shown.actionLabel ?? "")” " + shown.action.doing(closing: "announcement"),
    ]
    return preview
  }
}

extension Wire.Campaign {
  /// What a tap on the banner opens; nil for nothing.
  var contentNoun: String? { content.map { $0.kind == .known(.survey) ? "survey" : "announcement" } }
}

extension Wire.Banner {
  fileprivate var isBlank: Bool { title.isBlank && text.isBlank && imageURL.isBlank }
}

extension Wire.Content {
  /// The content with placeholders for what is not written yet.
  fileprivate var drawable: Wire.Content {
    var content = self
    content.action = Wire.ClickAction()
    content.assetURLs = []
    var earlier: Set<String> = []
    for index in content.questions.indices {
      var question = content.questions[index]
      if question.title.isBlank { question.title = "Question \(index + 1)" }
      if question.choices.isEmpty { question.choices = [Wire.Question.Choice(id: "1", title: "Choice 1")] }
      // A question that nobody can reach is drawn, so that its author can look at it.
      if let condition = question.shownIf, !earlier.contains(condition.questionID) { question.shownIf = nil }
      earlier.insert(question.id)
      content.questions[index] = question
    }
    return content
  }
}

extension Wire.DataPush {
  fileprivate var notice: String {
    if body.isEmpty { return "People see nothing. Add the data that the app gets." }
    let count = type == .known(.base64) ? Data(base64Encoded: body)?.count : body.utf8.count
    guard let count else { return "People see nothing. The data is not Base64." }
    return
      "People see nothing. The app gets \(NumberWords.plural(count, "byte", "bytes"))\(type == .known(.base64) ? "" : " of text")."
  }
}

extension PreviewChoice {
  /// Goes one step through the survey, if the campaign has one.
  mutating func walk(_ step: SurveyWalk.Step, through content: CampaignContent) {
    guard let shown = content.content, let survey = try? Reach.Survey(wire: shown.drawable) else {
      return
    }
    part = .content
    var walk = SurveyWalk(survey, events: walked, traits: traits)
    walk.apply(step)
    walked = walk.events
  }
}

extension MessagePreview {
  /// Only messages are measured where they have the least room: banners and content scroll.
  @MainActor
  static func probes(_ content: CampaignContent, page: String? = nil) -> [Probe] {
    PersonalText.withDefaults(content).message.map { probes($0, page: page) } ?? []
  }
}
