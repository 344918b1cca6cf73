// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import Testing

@testable import MartletUI

@MainActor
@Suite("Races between person, app, server and screen")
struct RaceTests {
  let rig = PresenterRig()

  init() {
    rig.host.isDelaying = true
  }

  @Test func `dismissed before it was presented: no impression, and a late appearance means nothing`() throws
  {
    // app                      screen
    // present ───────────────▶ enters
    // dismiss ───────────────▶ leaves
    //                          gone; "appeared" comes too late
    rig.ui.present(message: rig.message("a"))
    let scene = try #require(rig.host.scene)
    var isComplete = false
    rig.ui.dismiss { isComplete = true }
    #expect(!isComplete)
    try rig.host.finishDisappearing()
    rig.host.client?.host(rig.host, didReport: .appeared, sceneID: scene.id)
    #expect(isComplete)
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.dismissedBeforeShown)])
    #expect(
      rig.lines.suffix(3) == [
        "a: log discarded(dismissed_before_shown)", "a: willDismiss presented=false",
        "a: didDismiss presented=false",
      ])
    #expect(rig.ui.messageView == nil)
  }

  @Test func `presented during a dismissal: waits, and enters when the other is gone`() throws {
    // app                      screen
    // present a ─────────────▶ a visible
    // dismiss ───────────────▶ a leaves
    // present b                a still there
    //                          a gone, b enters
    rig.ui.present(message: rig.message("a"))
    try rig.host.finishAppearing()
    rig.ui.dismiss()
    rig.ui.present(message: rig.message("b"))
    #expect(rig.lines.last == "b: log queued(other_message_visible)")
    try rig.host.finishDisappearing()
    #expect(rig.host.stage == .entering)
    #expect(rig.ui.stack.isEmpty)
    try rig.host.finishAppearing()
    #expect(rig.transcript.finalOutcomes(of: "b") == [.shown])
  }

  @Test func `a late report of a message that is gone says nothing of the one that follows`() throws {
    // app                      screen
    // present a, b ──────────▶ a visible
    //                          a swiped away, b enters
    //                          "a appeared", "a closed" once more
    rig.ui.present(message: rig.message("a"))
    rig.ui.present(message: rig.message("b"))
    let old = try #require(rig.host.scene)
    try rig.host.finishAppearing()
    try rig.host.swipe()
    try rig.host.finishDisappearing()
    for event in [SceneEvent.appeared, .escaped, .disappeared, .failed(.hostGone)] {
      rig.host.client?.host(rig.host, didReport: event, sceneID: old.id)
    }
    #expect(rig.host.stage == .entering)
    #expect(rig.transcript.finalOutcomes(of: "b").isEmpty)
  }

  @Test
  func `the user changes while images load: nothing is counted, nothing of the former user is shown again`()
    throws
  {
    // app                      screen
    // present a, b (for Ada) ▶ b loads images
    // user is now Ben ───────▶ b leaves at once
    //                          b's images arrive
    rig.ui.present(message: rig.message("a"))
    rig.ui.present(message: rig.message("b"))
    let scene = try #require(rig.host.scene)
    rig.currentUser = "ben"
    rig.ui.dismiss(reason: .changeUser)
    #expect(rig.host.calls.last == .hide(sceneID: scene.id, animated: false))
    rig.host.client?.host(rig.host, didReport: .appeared, sceneID: scene.id)
    try rig.host.finishDisappearing()
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.userChanged)])
    #expect(rig.transcript.finalOutcomes(of: "b") == [.discarded(.userChanged)])
    #expect(!rig.lines.contains { $0.contains("impression") })
    rig.ui.present(message: rig.message("c", user: "ben"))
    try rig.host.finishAppearing()
    #expect(rig.transcript.finalOutcomes(of: "c") == [.shown])
  }

  @Test func `images arrive before the news of the user's change: still nothing is counted`() throws {
    // client                   screen
    // user is now Ben          a loads images
    //                          a appears
    // "change of user" ──────▶ a has left already
    rig.ui.present(message: rig.message("a"))
    rig.currentUser = "ben"
    try rig.host.finishAppearing()
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.userChanged)])
    #expect(!rig.lines.contains { $0.contains("impression") })
  }

  @Test func `a message for a former user that arrives late is not even asked about`() {
    rig.currentUser = "ben"
    rig.ui.present(message: rig.message("a"))
    #expect(rig.lines == ["a: log discarded(user_changed)"])
  }

  @Test func `the user changes while the delegate is asked: its answer does not matter any more`() {
    rig.delegate.choice = { [rig] _ in
      rig.currentUser = "ben"
      rig.ui.dismiss(reason: .changeUser)
      return .now
    }
    rig.ui.present(message: rig.message("a"))
    #expect(rig.lines == ["a: displayChoice", "a: log discarded(user_changed)"])
    #expect(rig.host.calls.isEmpty)
  }

  @Test func `dismissed in willPresent: the screen never hears of it, and the calls stay in pairs`() {
    rig.delegate.willPresent = { [rig] _ in rig.ui.dismiss() }
    rig.ui.present(message: rig.message("a"))
    #expect(rig.host.calls.isEmpty)
    #expect(
      rig.lines == [
        "a: displayChoice", "a: prepare attributes=true", "a: willPresent presented=false",
        "a: log discarded(dismissed_before_shown)",
        "a: willDismiss presented=false", "a: didDismiss presented=false",
      ])
  }

  @Test func `dismissed while it is prepared: it is discarded and no view is kept`() {
    rig.delegate.prepare = { [rig] _ in rig.ui.dismiss() }
    rig.ui.present(message: rig.message("a"))
    #expect(
      rig.lines == [
        "a: displayChoice", "a: prepare attributes=true", "a: log discarded(dismissed_before_shown)",
      ])
    #expect(rig.ui.showing == nil)
  }

  @Test(arguments: [false, true])
  func `the window goes away while the message enters, or is visible`(isVisible: Bool) throws {
    rig.ui.present(message: rig.message("a"))
    if isVisible { try rig.host.finishAppearing() }
    rig.host.loseWindow()
    #expect(rig.transcript.finalOutcomes(of: "a") == [isVisible ? .shown : .discarded(.noHost)])
    #expect(rig.lines.last == "a: didDismiss presented=false")
    rig.ui.present(message: rig.message("b"))
    #expect(rig.lines.last == "b: log queued(host_unavailable)")
    rig.host.isAvailable = true
    #expect(rig.host.stage == .entering)
  }

  @Test func `the app lets its delegate go while a message is visible: everything goes on`() throws {
    let ui = rig.ui
    var delegate: RecordingDelegate? = RecordingDelegate(transcript: Transcript())
    ui.delegate = delegate
    ui.present(message: rig.message("a"))
    delegate = nil
    #expect(ui.delegate == nil)
    try rig.host.finishAppearing()
    try rig.host.press("card")
    try rig.host.finishDisappearing()
    #expect(rig.lines == ["a: log impression", "a: log click body", "a: log dismissal click"])
  }

  @Test func `two taps in a row count one click`() throws {
    rig.ui.present(message: rig.message("a"))
    try rig.host.finishAppearing()
    let scene = try #require(rig.host.scene)
    try rig.host.press("card")
    rig.host.client?.host(rig.host, didReport: .pressed(nodeID: "card"), sceneID: scene.id)
    try rig.host.finishDisappearing()
    #expect(rig.lines.filter { $0.contains("log click") }.count == 1)
  }

  @Test func `the campaign is withdrawn while its message is visible, and while it waits`() throws {
    rig.ui.present(message: rig.message("a"))
    try rig.host.finishAppearing()
    rig.ui.present(message: rig.message("b"))
    rig.ui.dismiss(reason: .ended(presentationIDs: ["presentation-a", "presentation-b"]))
    try rig.host.finishDisappearing()
    #expect(rig.lines.contains("a: log dismissal recalled"))
    #expect(rig.transcript.finalOutcomes(of: "b") == [.recalled])
    #expect(rig.host.stage == .empty)
  }

  @Test func `the app discards a waiting message by its context: it is not shown when its turn comes`() throws
  {
    rig.ui.present(message: rig.message("a"))
    try rig.host.finishAppearing()
    let waiting = rig.message("b")
    rig.ui.present(message: waiting)
    waiting.data.context?.discard()
    try rig.host.swipe()
    try rig.host.finishDisappearing()
    #expect(
      rig.lines.filter { $0.hasPrefix("b:") } == [
        "b: log queued(other_message_visible)", "b: log discarded(by_app)",
      ])
    #expect(rig.host.stage == .empty)
  }

  @Test func `a message presented in didDismiss follows the one that waits`() throws {
    rig.ui.present(message: rig.message("a"))
    try rig.host.finishAppearing()
    rig.delegate.didDismiss = { [rig] _ in
      rig.delegate.didDismiss = { _ in }
      rig.ui.present(message: rig.message("b"))
    }
    try rig.host.swipe()
    try rig.host.finishDisappearing()
    try rig.host.finishAppearing()
    #expect(rig.transcript.finalOutcomes(of: "b") == [.shown])
  }
}
