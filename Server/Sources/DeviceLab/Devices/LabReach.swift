// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletUI
import MartletWire

/// The app's side of banners, announcements, surveys and data: the SDK's own views, and notes for
/// the timeline.
extension LabDevice {
  func makeReach(_ host: any SceneHost) -> Reach {
    let reach = Reach(icon: .icon("★"), host: host, environment: clock.environment)
    reach.register(LabNotifier(self))
    reach.dataPushHandler = LabDataHandler(self)
    do {
      try reach.registerAnnouncements { [weak self] in LabAnnouncement($0, $1, self) }
      try reach.registerSurveys { [weak self] in LabSurvey($0, $1, self) }
    } catch {
      // Only an installed instance refuses.
      log(.note("\(error)", tone: .bad))
    }
    return reach
  }

  /// The banner or content is about to be drawn.
  fileprivate func willShow(_ item: Reach.Item) {
    host.itemID = item.id
    host.allow(item.localAssets.fileURLs.values)
  }

  /// Notes the outcome of an item. Outcomes of messages come from the presenter.
  func noteItem(_ record: OutcomeRecord) {
    let isOfItem: Bool =
      switch record.outcome {
      case .actioned, .exited, .dropped: true
      case .expired, .replaced, .recalled: record.decisionID == host.itemID
      // Of a message, its presenter has noted it before.
      case .withheld: true
      case .shown, .queued, .suppressed, .discarded: false
      }
    guard isOfItem, messages.end(record.decisionID) else { return }
    let (title, detail, tone) = record.outcome.words
    log(
      .outcome(
        title: title,
        detail: [name(record.campaign.rawValue), detail].compactMap(\.self).joined(separator: ": "),
        tone: tone),
      decisionID: record.decisionID)
    if record.decisionID == host.itemID { host.itemID = nil }
    sendState()
  }

  /// Notes what is counted of an item, in the words of reports.
  func noteCounted(_ event: Wire.EventRecord) {
    switch event.body {
    case .impression(let item): noteCounted("Impression", item, event.id)
    case .click(let item, _): noteCounted("Click", item, event.id)
    case .dismissal(let item, _): noteCounted("Dismissal", item, event.id)
    case .surveyAnswers(let item, let answers):
      guard messages.isNews(event.id) else { return }
      // What a person writes is not for the timeline.
      log(
        .step(
          title: "Answers sent",
          detail: answers.count == 1 ? "To 1 question" : "To \(answers.count) questions", tone: .good),
        decisionID: item.id)
    case .exposure(let presentation, _, let arm):
      guard messages.isNews(event.id) else { return }
      log(
        .step(title: "Exposure reported", detail: "Arm: \(armLabel(arm, of: presentation.campaignID))"),
        decisionID: presentation.id)
    default: break
    }
  }

  private func noteCounted(_ step: String, _ item: Wire.EventRecord.Presentation, _ recordID: String) {
    guard let surface = item.surface, messages.isNews(recordID) else { return }
    log(
      .step(title: "\(step) counted: \(surface.rawValue)", detail: name(item.campaignID), tone: .good),
      decisionID: item.id)
  }
}

/// Shows banners if the app of the lab wants it.
@MainActor
private final class LabNotifier: Reach.BannerNotifier {
  private weak var device: LabDevice?

  init(_ device: LabDevice) {
    self.device = device
    super.init(icon: .icon("★"))
  }

  override func notify(_ item: Reach.Item) throws -> Reach.NotifierAnswer {
    guard let device else { return .postpone }
    let choice = device.state.app.choice
    device.log(
      .step(
        title: "notify", detail: "The app answers: \(choice.words)", tone: choice == .now ? .plain : .warn),
      decisionID: item.id)
    switch choice {
    case .now:
      device.willShow(item)
      return try super.notify(item)
    case .reenqueue: return .postpone
    case .discard:
      item.drop()
      return .postpone
    }
  }
}

@MainActor
private final class LabAnnouncement: Reach.AnnouncementController {
  private weak var device: LabDevice?

  init(_ item: Reach.Item, _ announcement: Reach.Announcement, _ device: LabDevice?) {
    self.device = device
    super.init(item: item, announcement: announcement)
  }

  override func present() throws {
    device?.willShow(item)
    try super.present()
  }
}

@MainActor
private final class LabSurvey: Reach.SurveyController {
  private weak var device: LabDevice?

  init(_ item: Reach.Item, _ survey: Reach.Survey, _ device: LabDevice?) {
    self.device = device
    super.init(item: item, survey: survey)
  }

  override func present() throws {
    device?.willShow(item)
    try super.present()
  }
}

/// An app that takes all data, unless it is set to show nothing.
@MainActor
private final class LabDataHandler: DataPushHandler {
  private weak var device: LabDevice?

  init(_ device: LabDevice) { self.device = device }

  func receive(text: String, category: String?) async -> Reach.DataPushAnswer { answer(text, category) }

  func receive(data: Data, encoded: String, category: String?) async -> Reach.DataPushAnswer {
    answer("\(data.count) bytes", category)
  }

  private func answer(_ words: String, _ category: String?) -> Reach.DataPushAnswer {
    guard let device else { return .refused }
    let isTaken = device.state.app.choice != .discard
    let text = words.count > 200 ? words.prefix(199) + "…" : words
    device.log(
      .action(
        title:
          "\(isTaken ? "The app took" : "The app refused") data\(category.map { " of the category \($0)" } ?? "")",
        detail: text))
    return isTaken ? .accepted : .refused
  }
}
