// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletUI
import MartletWire
import Testing

@testable import MartletReach

/// A banner, announcement or survey that tests draw.
enum ReachSample: String, CaseIterable, Sendable {
  case banner
  /// With all that a banner can have.
  case bannerFull = "banner-full"
  case bannerPicture = "banner-picture"
  case bannerArea = "banner-area"
  case announcement
  /// Without title and buttons.
  case announcementBare = "announcement-bare"
  /// A page between a title and buttons.
  case announcementPage = "announcement-page"
  case announcementScreen = "announcement-screen"
  case surveySingle = "survey-single"
  case surveyMultiple = "survey-multiple"
  case surveyNumbers = "survey-numbers"
  case surveyStars = "survey-stars"
  case surveyFaces = "survey-faces"
  case surveyText = "survey-text"
  case surveyPage = "survey-page"
  case loading

  static let banners: [ReachSample] = [.banner, .bannerFull, .bannerPicture, .bannerArea]
  static let surveys = allCases.filter { $0.rawValue.hasPrefix("survey") }
  /// Those that cover the app.
  static let sheets = allCases.filter { !banners.contains($0) }

  /// The surroundings of an area are those of the area: the full width, and 60 points.
  func traits(_ surroundings: Surroundings) -> SceneTraits {
    let traits = surroundings.traits
    guard self == .bannerArea else { return traits }
    return traits.filling(SceneArea(id: "start", size: SceneSize(width: traits.width, height: 60)))
  }

  func scene(_ surroundings: Surroundings) -> MessageScene? {
    let traits = traits(surroundings)
    switch self {
    case .banner:
      return Reach.BannerView(banner: .init(text: Self.text)).makeScene(id: "scene-1", traits: traits)
    case .bannerFull:
      let banner = Reach.Banner(
        title: "Autumn is here", text: Self.text, imageURL: Self.picture, imageAltText: "A red maple leaf",
        edge: .top, language: "en")
      return Reach.BannerView(banner: banner, icon: .icon("\u{2605}")).makeScene(
        id: "scene-1", traits: traits)
    case .bannerPicture:
      return Reach.BannerView(
        banner: .init(imageURL: Self.picture, imageAltText: "Autumn sale, all at half", isCloseable: false)
      )
      .makeScene(id: "scene-1", traits: traits)
    case .bannerArea:
      return Reach.BannerView(
        banner: .init(title: "Autumn is here", text: Self.text), icon: .icon("\u{2605}"), area: "start"
      )
      .makeScene(id: "scene-1", traits: traits)
    case .announcement:
      let announcement = Reach.Announcement(
        title: "Autumn is here", body: Array(repeating: Self.text, count: 6).joined(separator: "\n"),
        actionLabel: "See them",
        clickAction: .url(URL(string: "https://shop.example")!, useWebView: false), exitLabel: "Not now",
        language: "en")
      return Reach.AnnouncementView(announcement: announcement).makeScene(id: "scene-1", traits: traits)
    case .announcementBare:
      return Reach.AnnouncementView(announcement: .init(body: Self.text)).makeScene(
        id: "scene-1", traits: traits)
    case .announcementPage:
      let announcement = Reach.Announcement(
        kind: .html, title: "Colours", body: Self.page, actionLabel: "See them", exitLabel: "Not now")
      return Reach.AnnouncementView(announcement: announcement).makeScene(id: "scene-1", traits: traits)
    case .announcementScreen:
      let announcement = Reach.Announcement(kind: .html, body: Self.page)
      return Reach.AnnouncementView(announcement: announcement, showsCloseControl: true).makeScene(
        id: "scene-1", traits: traits)
    case .loading: return Reach.LoadingView().makeScene(id: "scene-1", traits: traits)
    case .surveySingle, .surveyMultiple, .surveyNumbers, .surveyStars, .surveyFaces, .surveyText, .surveyPage:
      return surveyView?.makeScene(id: "scene-1", traits: traits)
    }
  }

  /// The survey at the question of the sample, which is answered. nil for others.
  var surveyView: Reach.SurveyView? {
    let steps: [ReachSample] = [
      .surveySingle, .surveyMultiple, .surveyNumbers, .surveyStars, .surveyFaces, .surveyText,
    ]
    guard self == .surveyPage || steps.contains(self) else { return nil }
    var view = Reach.SurveyView(survey: Self.survey, form: self == .surveyPage ? .page : .steps)
    for step in steps {
      guard let answer = Self.answers[step], let id = step.questionID else { continue }
      if self == .surveyPage {
        view.enter(answer, to: id)
      } else {
        if self == step {
          if step != .surveyText { view.enter(answer, to: id) }
          break
        }
        view.enter(answer, to: id)
        view.goForward()
      }
    }
    return view
  }

  var questionID: String? { rawValue.hasPrefix("survey-") ? String(rawValue.dropFirst(7)) : nil }

  private static let answers: [ReachSample: SurveyAnswer] = [
    .surveySingle: .choices(["blue"]), .surveyMultiple: .choices(["soft", "warm"]),
    .surveyNumbers: .rating(8), .surveyStars: .rating(4),
    .surveyFaces: .rating(5), .surveyText: .text("Soft, and the colour is just as in the picture."),
  ]

  static let survey = Reach.Survey(
    title: "How is your new coat?", body: "Six short questions. Your answers help us to make better ones.",
    questions: [
      .init(
        id: "single", kind: .single, title: "Which colour did you choose?",
        choices: [
          .init(id: "red", title: "Red"), .init(id: "blue", title: "Blue"),
          .init(id: "green", title: "Green, with a grey collar"),
        ]),
      .init(
        id: "multiple", kind: .multiple, title: "What do you like about it?",
        detail: "Select all that you like.", isRequired: false,
        choices: [
          .init(id: "soft", title: "It is soft"), .init(id: "warm", title: "It is warm"),
          .init(id: "look", title: "How it looks"),
        ]),
      .init(
        id: "numbers", kind: .rating, title: "Would you recommend it to a friend?",
        lowLabel: "Not at all likely",
        highLabel: "Very likely"),
      .init(
        id: "stars", kind: .rating, title: "How was the delivery?", scale: .stars, lowLabel: "Poor",
        highLabel: "Excellent"),
      .init(id: "faces", kind: .rating, title: "How do you feel in it?", isRequired: false, scale: .faces),
      .init(
        id: "text", kind: .text, title: "What else would you like to say?", placeholder: "In a few words"),
    ], language: "en")

  private static let text =
    "The new colours have arrived, and the first hundred orders travel free of charge."
  private static let page = "<!doctype html><title>Which colour?</title><p>Red or blue?"
  private static let picture = URL(string: "https://assets.example/autumn.png")!
}

extension Reach.SurveyView {
  /// Enters an answer as a person would, with the nodes of the scene.
  mutating func enter(_ answer: SurveyAnswer, to id: String) {
    switch answer {
    case .choices(let ids): for choice in ids { _ = press(.choose(question: id, choice: choice)) }
    case .rating(let number): _ = press(.rate(question: id, number: number))
    case .text(let text): _ = handle(.entered(nodeID: "field-\(id)", text: text), in: drawn)
    }
  }

  mutating func goForward() { _ = press(.next) }

  /// Presses the node with this action. nil: there is none.
  mutating func press(_ action: SceneNode.Action) -> Change? {
    let scene = drawn
    guard let node = scene.root.allNodes.first(where: { $0.action == action }) else { return nil }
    return handle(.pressed(nodeID: node.id), in: scene)
  }

  var drawn: MessageScene { makeScene(id: "scene-1", traits: SceneTraits(width: 390, height: 844)) }
}
