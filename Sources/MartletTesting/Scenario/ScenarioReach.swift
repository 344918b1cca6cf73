// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletUI

/// The app's banners, announcements, surveys and data: the SDK's own views, which appear if the
/// scenario's answers say so. What the app registers for a category is such a view too, and `calls`
/// names the category.
@MainActor
final class ScenarioReach {
  let reach: Reach
  /// What is on the screen, or was last.
  fileprivate(set) var shown: Reach.Item? {
    didSet { if let shown { given[shown.campaignID] = shown } }
  }
  /// The last item of each campaign that a notifier or controller was given.
  private(set) var given: [String: Reach.Item] = [:]
  fileprivate let delegate: ScenarioDelegate
  fileprivate let surveyForm: Reach.SurveyView.Form

  /// - Parameter registrations: what the app has of its own.
  init(
    _ host: any SceneHost, _ delegate: ScenarioDelegate, _ registrations: [Scenario.Registration],
    _ surveyForm: Reach.SurveyView.Form,
    environment: Environment
  ) throws(Reach.RegistrationError) {
    reach = Reach(icon: .icon("M"), host: host, environment: environment)
    (self.delegate, self.surveyForm) = (delegate, surveyForm)
    for kind in Scenario.Registration.Kind.allCases { try register(kind, nil) }
    for registration in registrations { try register(registration.kind, registration.category) }
    adoptAnswers()
  }

  /// - Parameter category: nil: the default one.
  func register(_ kind: Scenario.Registration.Kind, _ category: String?) throws(Reach.RegistrationError) {
    let key = category ?? Reach.defaultCategory
    switch kind {
    case .notifier:
      let notifier = ScenarioNotifier(icon: .icon("M"))
      (notifier.owner, notifier.category) = (self, category)
      reach.register(notifier, forCategory: key)
    case .announcements:
      try reach.registerAnnouncements(forCategory: key) { [weak self] in
        ScenarioAnnouncement($0, $1, self, category)
      }
    case .surveys:
      try reach.registerSurveys(forCategory: key) { [weak self] in ScenarioSurvey($0, $1, self, category) }
    }
  }

  /// Returns false if no notifier or controller was given an item of the campaign.
  func report(_ report: Scenario.Report, of campaign: String) -> Bool {
    guard let item = given[campaign] else { return false }
    switch report {
    case .bannerAppeared: item.bannerAppeared()
    case .tapBanner: item.tapBanner()
    case .closeBanner: item.closeBanner()
    case .contentAppeared: item.contentAppeared()
    case .act: item.act()
    case .exit: item.exit()
    case .drop: item.drop()
    }
    return true
  }

  /// Opens content. Returns whether its view appears.
  fileprivate func opens(_ item: Reach.Item, _ category: String?) throws -> Bool {
    shown = item
    delegate.note(call: "open \(item.campaignID)\(category.map { " for \($0)" } ?? "")")
    return try delegate.viewsAppear
  }

  /// The answers have changed.
  func adoptAnswers() {
    reach.dataPushHandler = delegate.answers.data == .nobody ? nil : ScenarioDataHandler(delegate)
  }
}

/// The app's notifier or controller fails.
private struct ViewFailure: Error {}

@MainActor
private final class ScenarioNotifier: Reach.BannerNotifier {
  weak var owner: ScenarioReach?
  var category: String?

  override func notify(_ item: Reach.Item) throws -> Reach.NotifierAnswer {
    guard let owner else { return .postpone }
    switch owner.delegate.choose(item, category) {
    case .now:
      owner.shown = item
      return try owner.delegate.viewsAppear ? try super.notify(item) : .show
    case .reenqueue: return .postpone
    case .discard: throw ViewFailure()
    }
  }
}

@MainActor
private final class ScenarioAnnouncement: Reach.AnnouncementController {
  private weak var owner: ScenarioReach?
  private let category: String?

  init(_ item: Reach.Item, _ announcement: Reach.Announcement, _ owner: ScenarioReach?, _ category: String?) {
    (self.owner, self.category) = (owner, category)
    super.init(item: item, announcement: announcement)
  }

  override func present() throws { if try owner?.opens(item, category) == true { try super.present() } }
}

@MainActor
private final class ScenarioSurvey: Reach.SurveyController {
  private weak var owner: ScenarioReach?
  private let category: String?

  init(_ item: Reach.Item, _ survey: Reach.Survey, _ owner: ScenarioReach?, _ category: String?) {
    (self.owner, self.category) = (owner, category)
    super.init(item: item, survey: survey, view: .init(survey: survey, form: owner?.surveyForm ?? .steps))
  }

  override func present() throws { if try owner?.opens(item, category) == true { try super.present() } }
}

@MainActor
private final class ScenarioDataHandler: DataPushHandler {
  private let delegate: ScenarioDelegate

  init(_ delegate: ScenarioDelegate) { self.delegate = delegate }

  func receive(text: String, category: String?) async -> Reach.DataPushAnswer {
    delegate.take(text, category)
  }

  func receive(data: Data, encoded: String, category: String?) async -> Reach.DataPushAnswer {
    delegate.take("\(data.count) bytes", category)
  }
}

extension ScenarioDelegate {
  /// False: the view never appears. Throws if it cannot be made.
  fileprivate var viewsAppear: Bool {
    get throws {
      if answers.views == .fail { throw ViewFailure() }
      return answers.views != .silent
    }
  }

  fileprivate func choose(_ item: Reach.Item, _ category: String?) -> Scenario.Answers.Display {
    note(call: "notify \(item.campaignID)\(category.map { " for \($0)" } ?? "")")
    return answers.displayOf[item.campaignID] ?? answers.display ?? .now
  }

  fileprivate func take(_ words: String, _ category: String?) -> Reach.DataPushAnswer {
    note(call: ["data", category, words].compactMap { $0 }.joined(separator: " "))
    return answers.data == .refuse ? .refused : .accepted
  }
}

extension MessageScene {
  /// What of a campaign is on the screen.
  var surfaceName: String {
    switch kind {
    case .banner: "banner"
    case .announcement, .survey: root.node("spinner") == nil ? "content" : "loading"
    case .message: "message"
    }
  }
}
