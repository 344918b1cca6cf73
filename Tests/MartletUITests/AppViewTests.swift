// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@testable import MartletUI

/// A host that shows views of the app without a screen, as far as the presenter notices.
@MainActor
private final class FakeViewHost: ViewHost {
  weak var client: (any SceneHostClient)?
  var traits = SceneTraits(width: 390, height: 844)
  let isAvailable = true
  private(set) var scene: MessageScene?
  private(set) var keys = 0
  private var isVisible = false
  private var record: AppViewRecord? {
    guard let scene, let view = (client as? any ViewHostClient)?.view(ofScene: scene.id) else { return nil }
    return .of(view)
  }

  func canShow(_ view: any InAppMessageView) -> Bool { view is Balloon }
  func makeKey(sceneID: String) { keys += 1 }

  func show(_ scene: MessageScene) {
    self.scene = scene
    isVisible = false
    record?.present { [weak self] in
      self?.isVisible = true
      self?.report(.appeared, scene)
    }
  }

  func update(_ scene: MessageScene) { self.scene = scene }

  func hide(sceneID: String, animated: Bool) {
    guard let scene else { return }
    guard animated, isVisible, let record else { return end(scene) }
    record.dismiss { [weak self] in self?.end(scene) }
  }

  private func end(_ scene: MessageScene) {
    record?.takeAway()
    self.scene = nil
    report(.disappeared, scene)
  }

  private func report(_ event: SceneEvent, _ scene: MessageScene) {
    client?.host(self, didReport: event, sceneID: scene.id)
  }
}

/// A view of the app. The test answers for it.
@MainActor
private final class Balloon: InAppMessageView {
  var calls: [String] = []
  var presented: (() -> Void)?
  var dismissed: (() -> Void)?

  func present(completion: (() -> Void)?) {
    calls.append("present")
    presented = completion
  }

  func dismiss(completion: (() -> Void)?) {
    calls.append(completion == nil ? "dismiss at once" : "dismiss")
    dismissed = completion
  }
}

@MainActor
@Suite("A view of the app shows a message, and the presenter stays the one that counts")
struct AppViewTests {
  private let rig = PresenterRig()
  private let host = FakeViewHost()
  private let ui: InAppMessageUI
  private let view = Balloon()

  init() {
    ui = InAppMessageUI(host: host, environment: rig.clock.environment)
    ui.delegate = rig.delegate
    ui.outcomeObserver = { [transcript = rig.transcript] message, outcome in
      transcript.outcomes.append((message.name, outcome))
    }
    rig.delegate.prepare = { [view] context in if context.message.name == "a" { context.customView = view } }
  }

  /// What happened after the message was prepared.
  private var lines: [String] {
    Array(rig.lines.drop { !$0.contains("prepare") }.dropFirst()).map { $0.replacing("a: ", with: "") }
  }

  /// The lines of a message that was seen, up to its impression.
  private let seen = ["willPresent presented=false", "log impression", "didPresent presented=true"]

  private func gone(_ cause: String) -> [String] {
    ["willDismiss presented=true", "log dismissal \(cause)", "didDismiss presented=false"]
  }

  private func show() { ui.present(message: rig.message("a")) }

  @Test func `it appears, is clicked and closes itself in the order of all other messages`() {
    show()
    #expect(view.calls == ["present"])
    view.willPresent()
    view.logImpression()
    view.didPresent()
    view.presented?()
    #expect(lines == seen)
    view.logClick(buttonId: "1")
    view.process(clickAction: .none, buttonId: "1")
    view.willDismiss()
    view.didDismiss()
    #expect(lines == seen + ["log click 1", "shouldProcess none button=1"] + gone("click"))
    #expect(view.calls == ["present"], "a view that closes itself is not asked to")
    #expect(ui.messageView == nil && host.scene == nil)
    #expect(rig.transcript.finalOutcomes(of: "a") == [.shown])
  }

  @Test func `the app closes it: the view is asked once, and the message ends when it is gone`() {
    show()
    view.presented?()
    var isDone = false
    ui.dismiss { isDone = true }
    #expect(view.calls == ["present", "dismiss"] && !isDone)
    view.willDismiss()
    view.didDismiss()
    view.dismissed?()
    #expect(isDone && lines == seen + gone("app"))
  }

  @Test(arguments: ["completion", "didPresent", "logImpression", "logClick"])
  func `any one of the reports is enough to count as fully visible`(by report: String) {
    show()
    switch report {
    case "completion": view.presented?()
    case "didPresent": view.didPresent()
    case "logImpression": view.logImpression()
    default: view.logClick()
    }
    #expect(lines.starts(with: seen))
    #expect(view.isPresented)
  }

  @Test(arguments: ["willDismiss and completion", "didDismiss"])
  func `any one of the reports is enough to close`(by report: String) {
    show()
    view.presented?()
    if report == "didDismiss" {
      view.didDismiss()
    } else {
      view.willDismiss()
      #expect(lines == seen + ["willDismiss presented=true"])
      view.didDismiss()
    }
    #expect(lines == seen + gone("user"))
  }

  @Test func `what is said twice counts once`() {
    show()
    for _ in 0..<2 {
      view.presented?()
      view.didPresent()
      view.logImpression()
      view.logClick()
    }
    ui.dismiss()
    for _ in 0..<2 {
      view.dismissed?()
      view.didDismiss()
    }
    #expect(lines == seen + ["log click body"] + gone("app"))
  }

  @Test func `a completion of an earlier presentation has no effect on the next one of the same view`() {
    show()
    let (presented, first) = (view.presented, view)
    view.presented?()
    ui.dismiss()
    let dismissed = first.dismissed
    view.dismissed?()
    ui.present(message: rig.message("a"))
    presented?()
    dismissed?()
    #expect(ui.messageView === view && !view.isPresented)
    #expect(rig.transcript.finalOutcomes(of: "a") == [.shown])
  }

  @Test func `a view that closes itself before it was visible has no impression`() {
    show()
    view.willDismiss()
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.dismissedBeforeShown)])
    #expect(ui.messageView == nil)
  }

  @Test func `another person signs in: the view is told, and taken away at once`() {
    show()
    view.presented?()
    ui.dismiss(reason: .changeUser)
    #expect(view.calls == ["present", "dismiss at once"])
    view.didDismiss()
    #expect(lines == seen + gone("user_changed"))
  }

  @Test func `a message that the app logs by hand has the impression and the clicks that the view logs`() {
    var message = rig.message("a")
    message.context = .init(
      presentationID: "by-hand", userID: nil, endsAt: nil, isLoggedByHand: true, prepare: nil,
      report: { [transcript = rig.transcript] report in transcript.lines.append("a: \(report.summary)") })
    ui.present(message: message)
    view.didPresent()
    #expect(!lines.contains("log impression"))
    view.logImpression()
    view.logClick()
    #expect(lines.filter { $0.hasPrefix("log") } == ["log impression", "log click body"])
  }

  @Test func `a silent message shows nothing, also with a view of the app`() {
    ui.present(message: rig.message("a", kind: .control))
    #expect(view.calls.isEmpty)
    #expect(rig.transcript.finalOutcomes(of: "a") == [.shown])
  }

  @Test
  func
    `the view has the message, the settings and the status bar of the presentation, and nothing of it afterwards`()
  {
    #expect(view.inAppMessage == nil && !view.isPresented && !view.isLargeLandscape)
    view.prefersStatusBarHidden = true
    host.traits = SceneTraits(
      width: 1_366, height: 1_024, horizontalSizeClass: .regular, verticalSizeClass: .regular)
    show()
    #expect(view.inAppMessage?.name == "a" && view.isLargeLandscape && host.scene?.isStatusBarHidden == true)
    view.prefersStatusBarHidden = false
    #expect(host.scene?.isStatusBarHidden == false)
    ui.makeKey(for: view)
    #expect(host.keys == 1)
    view.didDismiss()
    #expect(view.inAppMessage == nil && !view.isPresented && !view.isLargeLandscape)
    #expect(view.slideup == nil && Balloon.closeButtonMinimumTouchTargetSize == 44)
  }

  @Test func `a host that only draws scenes discards the message with that reason`() {
    rig.delegate.prepare = { [view] context in context.customView = view }
    rig.ui.present(message: rig.message("a"))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.unsupportedKind)])
    #expect(view.calls.isEmpty && rig.host.stage == .empty)
  }

  @Test func `nothing keeps a view: neither a presentation nor what is known about it`() {
    let before = AppViewRecord.count
    weak var last: Balloon?
    for _ in 0..<100 {
      let view = Balloon()
      last = view
      view.prefersStatusBarHidden = true
      AppViewRecord.of(view).initialAccessibilityElement = view
      rig.delegate.prepare = { [weak view] context in context.customView = view }
      ui.present(message: rig.message("a"))
      view.presented?()
      view.didDismiss()
    }
    rig.delegate.prepare = { _ in }
    #expect(last == nil)
    #expect(AppViewRecord.count <= before)
  }
}
