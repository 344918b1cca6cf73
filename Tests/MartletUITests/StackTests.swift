// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@testable import MartletUI

@MainActor
@Suite("What waits, and when it is shown", .timeLimit(.minutes(5)))
struct StackTests {
  let rig = PresenterRig()

  private var stack: [String] { rig.ui.stack.map(\.name) }
  private var visible: String? { rig.host.stage == .visible ? rig.ui.messageView?.inAppMessage?.name : nil }

  @Test func `the newest that waits is shown first, and the stack drains by itself`() throws {
    for name in ["a", "b", "c"] { rig.ui.present(message: rig.message(name)) }
    #expect(visible == "a")
    #expect(stack == ["b", "c"])
    var order: [String] = []
    while let name = visible {
      order.append(name)
      try rig.host.swipe()
    }
    #expect(order == ["a", "c", "b"])
    for name in order { #expect(rig.transcript.finalOutcomes(of: name) == [.shown]) }
  }

  @Test func `with draining switched off, the next one comes when the app asks`() throws {
    rig.ui.drainsAutomatically = false
    for name in ["a", "b", "c"] { rig.ui.present(message: rig.message(name)) }
    try rig.host.swipe()
    #expect(visible == nil)
    rig.ui.presentNext()
    #expect(visible == "c")
    #expect(stack == ["b"])
  }

  @Test func `presentNext asks the delegate as every attempt does`() {
    rig.delegate.choice = { _ in .reenqueue }
    rig.ui.present(message: rig.message("a"))
    rig.delegate.choice = { _ in .now }
    rig.ui.presentNext()
    #expect(rig.lines.filter { $0 == "a: displayChoice" }.count == 2)
    #expect(visible == "a")
  }

  @Test func `presentNext does nothing while a message is visible`() {
    rig.ui.present(message: rig.message("a"))
    rig.ui.present(message: rig.message("b"))
    rig.ui.presentNext()
    #expect(visible == "a")
    #expect(stack == ["b"])
  }

  @Test func `one that the delegate puts back does not stand in the way of the next, and each is asked once`()
  {
    rig.delegate.choice = { $0.name == "b" ? .reenqueue : .now }
    rig.delegate.didPresent = { [rig] view in
      if view.inAppMessage?.name == "x" {
        for name in ["a", "b"] { rig.ui.present(message: rig.message(name)) }
      }
    }
    rig.ui.present(message: rig.message("x"))
    rig.ui.dismiss()
    #expect(visible == "a")
    #expect(stack == ["b"])
    #expect(rig.lines.filter { $0 == "b: displayChoice" }.count == 1)
  }

  @Test func `another presentation of a campaign that waits replaces it and comes on top`() {
    for (name, campaign) in [("a", "x"), ("b", "y"), ("c", "z"), ("d", "y")] {
      rig.ui.present(message: rig.message(name, campaign: campaign))
    }
    #expect(stack == ["c", "d"])
    #expect(rig.transcript.finalOutcomes(of: "b") == [.replaced])
  }

  @Test
  func `one that the delegate puts back is replaced by a newer one of its campaign that arrived meanwhile`() {
    rig.delegate.choice = { [rig] message in
      if message.name == "a" { rig.ui.present(message: rig.message("b", campaign: "x")) }
      return .reenqueue
    }
    rig.ui.present(message: rig.message("a", campaign: "x"))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.replaced])
    #expect(stack == ["b"])
  }

  @Test func `the same presentation handed over again moves to the top and does not end`() throws {
    rig.ui.present(message: rig.message("a"))
    let (first, second) = (rig.message("b"), rig.message("c"))
    rig.ui.present(message: first)
    rig.ui.present(message: second)
    rig.ui.present(message: first)
    #expect(stack == ["c", "b"])
    #expect(rig.transcript.finalOutcomes(of: "b").isEmpty)
    #expect(rig.lines.filter { $0 == "b: log queued(other_message_visible)" }.count == 1)
  }

  @Test func `twenty wait at most; the oldest makes room and says so`() {
    for number in 0...21 { rig.ui.present(message: rig.message("m\(number)")) }
    #expect(rig.ui.stack.count == 20)
    #expect(rig.transcript.finalOutcomes(of: "m1") == [.discarded(.stackFull)])
    #expect(stack.first == "m2")
    #expect(stack.last == "m21")
  }

  @Test
  func
    `in background a message waits without the delegate being asked, and is shown when the app is active again`()
  {
    rig.ui.applicationPhaseDidChange(isActive: false)
    rig.ui.present(message: rig.message("a"))
    #expect(rig.lines == ["a: log queued(in_background)"])
    rig.ui.userBecameEligible()
    #expect(rig.host.calls.isEmpty)
    rig.ui.applicationPhaseDidChange(isActive: true)
    rig.ui.userBecameEligible()
    #expect(visible == "a")
  }

  @Test(arguments: Wire.Message.Kind.allCases)
  func `without any host a message ends at once, a control message too`(kind: Wire.Message.Kind) {
    let rig = PresenterRig(host: nil)
    rig.ui.present(message: rig.message("a", kind: kind))
    #expect(rig.lines == ["a: log discarded(no_host)"])
    #expect(rig.ui.stack.isEmpty)
  }

  @Test func `without a window a message waits until there is one`() {
    rig.host.isAvailable = false
    rig.ui.present(message: rig.message("a"))
    #expect(rig.lines == ["a: log queued(host_unavailable)"])
    rig.host.isAvailable = true
    #expect(visible == "a")
  }

  @Test func `a message whose end passed while it waited is not shown, and the next one is tried`()
    async throws
  {
    rig.ui.present(message: rig.message("a"))
    rig.ui.present(message: rig.message("b"))
    rig.ui.present(message: rig.message("c", endsAt: 5_000))
    await rig.advance(by: .seconds(5))
    try rig.host.swipe()
    #expect(rig.lines.contains("c: log expired"))
    #expect(!rig.lines.contains("c: displayChoice"))
    #expect(visible == "b")
  }

  @Test(arguments: [(4_999, true), (5_000, false)])
  func `the end itself no longer belongs to the campaign`(now: Int, isShown: Bool) async {
    await rig.advance(by: .milliseconds(now))
    rig.ui.present(message: rig.message("a", endsAt: 5_000))
    #expect(rig.transcript.finalOutcomes(of: "a") == [isShown ? .shown : .expired])
  }

  @Test(
    arguments: [
      (Martlet.InAppMessage.Orientation.any, false, true), (.any, true, true), (.portrait, false, true),
      (.portrait, true, false),
      (.landscape, false, false), (.landscape, true, true),
    ])
  func `a message that does not allow the orientation is discarded`(
    allowed: Martlet.InAppMessage.Orientation, isLandscape: Bool, isShown: Bool
  ) {
    if isLandscape { rig.host.rotate() }
    rig.ui.present(message: rig.message("a") { $0.orientation = allowed })
    #expect(rig.transcript.finalOutcomes(of: "a") == [isShown ? .shown : .discarded(.orientation)])
    #expect((rig.ui.showing != nil) == isShown, "no view is kept of what was refused")
  }

  @Test(arguments: [true, false])
  func `a preferred orientation turns the window first, if the app supports it`(isSupported: Bool) {
    if !isSupported { rig.host.traits.supportedOrientations = [.portrait] }
    rig.delegate.prepare = { $0.preferredOrientation = .landscapeLeft }
    rig.ui.present(message: rig.message("a") { $0.orientation = .landscape })
    #expect(rig.host.calls.contains(.turn(.landscape)) == isSupported)
    #expect(rig.transcript.finalOutcomes(of: "a") == [isSupported ? .shown : .discarded(.orientation)])
  }

  /// A presenter that has no view for anything.
  private final class BlindUI: InAppMessageUI {
    override func makeView(for message: Martlet.InAppMessage, attributes: ViewAttributes?) -> (
      any InAppMessageView
    )? { nil }
  }

  @Test(arguments: Wire.Message.Kind.allCases)
  func `a kind that cannot be drawn ends for that reason`(kind: Wire.Message.Kind) {
    let ui = BlindUI(host: rig.host, environment: rig.clock.environment)
    ui.delegate = rig.delegate
    ui.present(message: rig.message("a", kind: kind))
    #expect(rig.lines.first == "a: displayChoice")
    #expect(rig.lines.last == "a: log discarded(unsupported_kind)")
    #expect(rig.lines.count == 3)
  }

  @Test func `the app's own view shows what no other can`() {
    rig.delegate.prepare = { context in
      context.customView = InAppMessageUI.ModalView(message: .init(header: "From the app"))
    }
    rig.ui.present(message: rig.message("a", kind: .full))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.shown])
    #expect(rig.ui.messageView?.modal?.message.header == "From the app")
  }

  @Test func `an image that cannot be loaded: discarded without an impression, the next one is tried`() {
    rig.host.isAvailable = false
    rig.host.failingImages = ["https://assets.example/leaf.png"]
    rig.ui.present(message: rig.message("a"))
    rig.ui.present(
      message: rig.message("b") {
        $0.slideup?.graphic = .image(URL(string: "https://assets.example/leaf.png")!)
      })
    rig.host.isAvailable = true
    #expect(rig.transcript.finalOutcomes(of: "b") == [.discarded(.assetFailed)])
    #expect(rig.lines.contains("b: didDismiss presented=false"))
    #expect(visible == "a")
  }

  @Test func `the delegate may change everything but whom the message is for and who counts it`() throws {
    rig.delegate.prepare = { $0.message = .slideup(.init(message: "Something else")) }
    rig.ui.present(message: rig.message("a"))
    #expect(rig.ui.messageView?.slideup?.message.message == "Something else")
    try rig.host.press("card")
    #expect(rig.lines.contains("a: log impression"))
    #expect(rig.lines.contains("a: log dismissal click"))
  }

  @Test func `a message that the app built is shown, and its URL opened by the app's own means`() throws {
    var opened: [String] = []
    rig.ui.openURL = { opened.append($0.url.absoluteString) }
    rig.ui.present(
      message: .slideup(
        .init(
          data: .init(clickAction: .url(URL(string: "app://basket")!, useWebView: false)), message: "Hello")))
    try rig.host.press("card")
    #expect(opened == ["app://basket"])
    #expect(rig.transcript.finalOutcomes(of: "local") == [.shown])
  }

  @Test func `with nothing shown, dismiss completes at once`() {
    var completions = 0
    rig.ui.dismiss { completions += 1 }
    #expect(completions == 1)
    #expect(rig.lines.isEmpty)
  }

  @Test func `a wipe ends what is visible and what waits`() {
    for name in ["a", "b"] { rig.ui.present(message: rig.message(name)) }
    rig.ui.dismiss(reason: .wipeData)
    #expect(rig.lines.contains("a: log dismissal wiped"))
    #expect(rig.transcript.finalOutcomes(of: "b") == [.discarded(.wiped)])
    #expect(rig.ui.stack.isEmpty)
  }
}
