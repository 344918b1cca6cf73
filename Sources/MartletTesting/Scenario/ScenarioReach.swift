// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletUI

/// The app's banners, announcements, surveys and data: the SDK's own views, which appear if the scenario's answers say so.
@MainActor
final class ScenarioReach {
  let reach: Reach
  /// What is on the screen, or was last.
  fileprivate(set) var shown: Reach.Item?
  fileprivate let delegate: ScenarioDelegate

  init(_ host: any SceneHost, _ delegate: ScenarioDelegate, environment: Environment) throws(Reach.RegistrationError) {
    reach = Reach(icon: .icon("M"), host: host, environment: environment)
    self.delegate = delegate
    let notifier = ScenarioNotifier(icon: .icon("M"))
    notifier.owner = self
    reach.register(notifier)
    try reach.registerAnnouncements { [weak self] in ScenarioAnnouncement($0, $1, self) }
    try reach.registerSurveys { [weak self] in ScenarioSurvey($0, $1, self) }
    adoptAnswers()
  }

  /// The answers have changed.
  func adoptAnswers() {
    reach.dataPushHandler = delegate.answers.data == .nobody ? nil : ScenarioDataHandler(delegate)
  }
}

/// The app's notifier fails.
private struct NotifierFailure: Error {}

@MainActor
private final class ScenarioNotifier: Reach.BannerNotifier {
  weak var owner: ScenarioReach?

  override func notify(_ item: Reach.Item) throws -> Reach.NotifierAnswer {
    guard let owner else { return .postpone }
    switch owner.delegate.choose(item) {
    case .now:
      owner.shown = item
      return try super.notify(item)
    case .reenqueue: return .postpone
    case .discard: throw NotifierFailure()
    }
  }
}

@MainActor
private final class ScenarioAnnouncement: Reach.AnnouncementController {
  private weak var owner: ScenarioReach?

  init(_ item: Reach.Item, _ announcement: Reach.Announcement, _ owner: ScenarioReach?) {
    self.owner = owner
    super.init(item: item, announcement: announcement)
  }

  override func present() throws {
    owner?.shown = item
    try super.present()
  }
}

@MainActor
private final class ScenarioSurvey: Reach.SurveyController {
  private weak var owner: ScenarioReach?

  init(_ item: Reach.Item, _ survey: Reach.Survey, _ owner: ScenarioReach?) {
    self.owner = owner
    super.init(item: item, survey: survey)
  }

  override func present() throws {
    owner?.shown = item
    try super.present()
  }
}

@MainActor
private final class ScenarioDataHandler: DataPushHandler {
  private let delegate: ScenarioDelegate

  init(_ delegate: ScenarioDelegate) { self.delegate = delegate }

  func receive(text: String, category: String?) async -> Reach.DataPushAnswer { delegate.take(text, category) }

  func receive(data: Data, encoded: String, category: String?) async -> Reach.DataPushAnswer {
    delegate.take("\(data.count) bytes", category)
  }
}

extension ScenarioDelegate {
  fileprivate func choose(_ item: Reach.Item) -> Scenario.Answers.Display {
    note(call: "notify \(item.campaignID)")
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
    case .slideup, .modal, .modalImage, .full, .fullImage, .html, .control: "message"
    }
  }
}
