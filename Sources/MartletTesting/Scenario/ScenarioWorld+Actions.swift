// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletUI
import MartletWire

/// The actions of a scenario's steps on the device, the app and the server.
extension ScenarioWorld {
  /// Carries out the action. Returns why it was not possible, if so.
  func perform(_ action: Scenario.Action) async throws(Stuck) -> Refusal? {
    switch action {
    case .launch(let inBackground):
      if process != nil { return Refusal(words: "the app is running already") }
      try await launch(inBackground: inBackground)
    case .relaunch(let inBackground): try await launch(inBackground: inBackground)
    case .wait(let duration): try await pass(until: time + duration)
    default:
      do throws(Refusal) { try performAtOnce(action) } catch { return error }
    }
    return nil
  }

  private func performAtOnce(_ action: Scenario.Action) throws(Refusal) {
    switch action {
    case .launch, .relaunch, .wait: break
    case .rotate: host.rotate()
    case .dark(let isDark): host.traits.scheme = isDark ? .dark : .light
    case .window(let isAvailable): if isAvailable { host.isAvailable = true } else { host.loseWindow() }
    case .network(let reach):
      network.setReach(reach)
      path.isReachable = reach != .none
    case .asset(let url, let result): network.expectFetch(of: url, result)
    case .render(let campaign, let answer): network.expectRender(of: campaign, answer)
    case .publish(let campaigns, let caps, let audiences): publish(campaigns, caps, audiences)
    case .recall(let ids): server.campaigns.removeAll { ids.contains($0.id) }
    case .answers(let answers):
      delegate.adopt(answers)
      process?.reach?.adoptAnswers()
    case .areas(let ids):
      host.areas = ids.map { SceneArea(id: $0, size: SceneSize(width: host.traits.width - 32, height: 88)) }
    case .pushTap(let campaign, let delivery, let isTest): try tapPush(campaign, delivery, isTest, in: app)
    case .notification(let notification): try receive(notification, in: app)
    case .register(let registration): try register(registration)
    case .report(let campaign, let report):
      guard try app.reach?.report(report, of: campaign) == true else {
        throw Refusal(words: "nothing in the app was given an item of \(campaign)")
      }
    case .vanish: try onScreen { host throws(HeadlessHost.Refusal) in try host.loseScene() }
    case .survey(let question, let input):
      try onScreen { host throws(HeadlessHost.Refusal) in try host.enter(input, question) }
    case .pages(let loading):
      host.isFailingPages = loading == .fails
      host.isDelayingPages = loading == .hangs
    case .wallClock(let instant): clock.time.setWallClock(to: instant)
    case .timeZone(let name): clock.timeZone.withLock { $0 = TimeZone(identifier: name) ?? .gmt }
    case .foreground:
      try app.martlet.applicationDidBecomeActive()
      isActive = true
    case .background:
      try app.martlet.applicationDidEnterBackground()
      isActive = false
    case .logs(let event): LoggedEvent.log(event, to: try app.martlet)
    case .user(let id): try app.martlet.changeUser(userId: id)
    case .enabled(let isEnabled): try app.martlet.isEnabled = isEnabled
    case .wipe: try app.martlet.wipeData()
    case .flush: try app.martlet.requestImmediateDataFlush()
    case .dismiss: try presenter(app).dismiss()
    case .presentNext: try presenter(app).presentNext()
    case .tap(let target): try onScreen { _ throws(HeadlessHost.Refusal) in try tap(target) }
    case .bridge(let call): try onScreen { host throws(HeadlessHost.Refusal) in try host.call(call) }
    case .link(let url, let target):
      try onScreen { host throws(HeadlessHost.Refusal) in try host.follow(url, target: target) }
    case .pageLoaded: try onScreen { host throws(HeadlessHost.Refusal) in try host.finishAppearing() }
    case .present(let id, let message): try present(message, id: id, in: app)
    case .log(let message, let call): try log(call, of: message)
    }
  }

  private var app: Process {
    get throws(Refusal) {
      guard let process else { throw Refusal(words: "the app is not running") }
      return process
    }
  }

  private func presenter(_ process: Process) throws(Refusal) -> InAppMessageUI {
    guard let ui = process.ui else { throw Refusal(words: "the app has no presenter") }
    return ui
  }

  private func publish(_ campaigns: [Wire.Campaign], _ caps: [Wire.Cap]?, _ audiences: [String: Bool]) {
    var all = server.campaigns
    for campaign in campaigns {
      if let index = all.firstIndex(where: { $0.id == campaign.id }) {
        all[index] = campaign
      } else {
        all.append(campaign)
      }
    }
    if let caps { server.caps = caps }
    server.campaigns = all
    server.deliveries = scenario.deliveries(of: all)
    server.audiences.merge(audiences) { $1 }
  }

  private func tap(_ target: Scenario.Target) throws(HeadlessHost.Refusal) {
    switch target {
    case .body: try host.press(.body)
    case .close: try host.press(.close)
    case .button(let number): try host.press(.button(id: String(number)))
    case .swipe: try host.swipe()
    case .backdrop: try host.tapBackdrop()
    case .escape: try host.escape()
    case .action: try host.press(.button(id: "action"))
    case .exit: try host.press(.button(id: "exit"))
    case .next: try host.press(.next)
    case .back: try host.press(.back)
    case .submit: try host.press(.submit)
    }
  }

  /// Before the start, it is the app's code, which also runs at each later start.
  private func register(_ registration: Scenario.Registration) throws(Refusal) {
    if let process {
      guard let reach = process.reach else {
        throw Refusal(words: "the app shows no banners, announcements and surveys")
      }
      do throws(Reach.RegistrationError) {
        try reach.register(registration.kind, registration.category)
      } catch {
        throw Refusal(words: error.description)
      }
    }
    registrations.append(registration)
  }

  /// Performs an action of a person or the page. If the host or the presenter refuses it, throws
  /// the reason.
  private func onScreen(_ act: (HeadlessHost) throws(HeadlessHost.Refusal) -> Void) throws(Refusal) {
    _ = try app
    let before = host.refusals.count
    do throws(HeadlessHost.Refusal) {
      try act(host)
    } catch {
      throw Refusal(words: error.words)
    }
    if host.refusals.count > before, let refusal = host.refusals.last {
      throw Refusal(words: refusal.description)
    }
  }

  private func present(_ wire: Wire.Message, id: String, in process: Process) throws(Refusal) {
    let presenter = try presenter(process)
    do throws(Martlet.InAppMessage.WireError) {
      var message = try Martlet.InAppMessage(wire: wire)
      message.data.id = id
      message.context = process.martlet.makeContext(for: message)
      own[id] = message
      presenter.present(message: message)
    } catch {
      throw Refusal(words: "the message cannot be shown: \(error)")
    }
  }

  private func log(_ call: Scenario.LogCall, of id: String) throws(Refusal) {
    _ = try app
    guard let context = own[id]?.context else { throw Refusal(words: "the app has shown no message \(id)") }
    let error: Martlet.InAppMessage.Context.Error?
    switch call {
    case .impression: error = context.logImpression()
    case .click(let button): error = context.logClick(buttonId: button)
    case .dismissal: error = context.logDismissal(by: .app)
    case .discard:
      context.discard()
      error = nil
    }
    if let error { throw Refusal(words: error.words) }
  }
}

extension HeadlessHost {
  fileprivate func enter(_ input: Scenario.SurveyInput, _ question: String) throws(Refusal) {
    switch input {
    case .choice(let id): try choose(id, of: question)
    case .number(let number): try rate(question, number)
    case .text(let text): try type(text, into: question)
    }
  }
}

extension HeadlessHost.Refusal {
  fileprivate var words: String {
    switch self {
    case .nothingVisible: "nothing is visible"
    case .noSuchNode: "the message has no such control"
    case .notPressable: "the control cannot be pressed"
    case .disabled: "the control cannot be used now"
    case .notField: "the control is no field for text"
    case .notSwipeable: "the message cannot be swiped away"
    case .noBackdrop: "there is nothing behind the message that can be touched"
    case .nothingToFinish: "nothing moves"
    case .noPage: "the message is no page"
    }
  }
}

extension Martlet.InAppMessage.Context.Error {
  fileprivate var words: String {
    switch self {
    case .extraLogImpression: "the impression is logged already"
    case .extraLogClick: "a click is logged already"
    case .noLogImpression: "no impression is logged yet"
    case .ended: "the presentation has ended"
    }
  }
}
