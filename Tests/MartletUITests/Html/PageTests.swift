// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@testable import MartletUI

/// A page in the presenter, on a headless host.
@MainActor
@Suite("Pages on the screen")
struct PageTests {
  let rig = PresenterRig()
  @MainActor final class Problems { var all: [String] = [] }
  let problems = Problems()

  init() {
    rig.ui.problemObserver = { [problems] message, refusal in
      problems.all.append("\(message.name): \(refusal)")
    }
  }

  private func page(
    _ name: String = "p", capabilities: Set<Martlet.InAppMessage.Html.Bridge.Capability> = [],
    legacy: Bool = false,
    configure: (inout Martlet.InAppMessage) -> Void = { _ in }
  ) -> Martlet.InAppMessage {
    rig.message(name, kind: .html) { message in
      message.html?.message = "<title>Autumn &amp; winter</title><p>Hello</p>"
      message.html?.bridge = .init(capabilities: capabilities)
      message.html?.legacy = legacy
      message.context = .init(
        presentationID: "presentation-\(name)", userID: "ada", endsAt: nil, multipleLogClickEnabled: true,
        openURL: { [transcript = rig.transcript] in
          transcript.lines.append("\(name): open \($0.url.absoluteString) web=\($0.useWebView)")
        },
        report: { [transcript = rig.transcript] in transcript.lines.append("\(name): \($0.summary)") })
      configure(&message)
    }
  }

  @Test func `a page fills the screen, hides the status bar, takes all touches, and is named by its title`()
    throws
  {
    rig.ui.present(message: page())
    let scene = try #require(rig.host.scene)
    #expect(scene.kind == .message(.html))
    #expect(scene.placement == .fill)
    #expect(scene.isStatusBarHidden == true)
    #expect(scene.accessibility.isModal)
    #expect(scene.accessibility.label == "Autumn & winter")
    #expect(scene.enter.style == .fade)
    #expect(rig.ui.messageView?.html?.message.message.contains("Hello") == true)
  }

  @Test func `a page that comes with an archive slides; attributes decide otherwise`() throws {
    rig.ui.present(message: page(legacy: true))
    #expect(rig.host.scene?.enter.style == .slide(.bottom))
    rig.ui.dismiss()
    rig.delegate.prepare = { $0.attributes?.html?.animation = .fade }
    rig.ui.present(message: page("q", legacy: true))
    #expect(rig.host.scene?.enter.style == .fade)
  }

  @Test
  func
    `no impression before the page has loaded; a page that does not load ends in an outcome and gives up its turn`()
    async
  {
    rig.host.isDelayingPages = true
    rig.ui.present(message: page())
    #expect(!rig.lines.contains("p: log impression"))
    await rig.advance(by: .seconds(30))
    #expect(rig.transcript.finalOutcomes(of: "p") == [.discarded(.timedOut)])
    rig.host.isDelayingPages = false
    rig.host.isFailingPages = true
    rig.ui.present(message: page("q"))
    #expect(rig.transcript.finalOutcomes(of: "q") == [.discarded(.assetFailed)])
    #expect(!rig.lines.contains { $0.contains("impression") })
    #expect(rig.host.stage == .empty)
  }

  @Test func `a page closes itself; that is the person's doing`() throws {
    rig.ui.present(message: page())
    try rig.host.call("closeMessage")
    #expect(
      rig.lines.suffix(3) == [
        "p: willDismiss presented=true", "p: log dismissal user", "p: didDismiss presented=false",
      ])
    #expect(rig.host.stage == .empty)
  }

  @Test func `a page logs as many clicks as it likes, and stays`() throws {
    rig.ui.present(message: page())
    try rig.host.call("logClick", "buy")
    try rig.host.call("logClick", "buy")
    try rig.host.call("logClick")
    try rig.host.call("logClick", "")
    #expect(
      rig.lines.filter { $0.contains("click") } == [
        "p: log click buy", "p: log click buy", "p: log click body", "p: log click body",
      ])
    #expect(rig.host.stage == .visible)
    #expect(problems.all == [])
  }

  @Test func `at most 100 different buttons; what is beyond is refused, and the page stays`() throws {
    rig.ui.present(message: page())
    for number in 0...100 { try rig.host.call("logClick", .int(Int64(number))) }
    #expect(rig.lines.filter { $0.contains("log click") }.count == 100)
    #expect(problems.all == ["p: logClick: A page can have up to 100 buttons."])
    #expect(rig.host.stage == .visible)
  }

  @Test(
    arguments: ["logClick", "declareClose", "closeMessage", "web.anything", "unknown"])
  func `the call after the 500th takes the page down and says why, whatever it asks for`(method: String)
    throws
  {
    rig.ui.present(message: page())
    for _ in 0..<500 { try rig.host.call("logClick", "a") }
    #expect(rig.host.stage == .visible && problems.all == [])
    try rig.host.call(method)
    #expect(rig.host.stage == .empty)
    #expect(problems.all == ["p: page: The page made more than 500 calls and was removed."])
    #expect(rig.host.refusals.map(\.reason.word) == ["taken_down"])
    #expect(rig.transcript.finalOutcomes(of: "p") == [.shown])
  }

  @Test func `links count among the calls`() throws {
    rig.ui.present(message: page())
    for _ in 0...500 { try rig.host.follow("https://shop.example", by: nil) }
    #expect(problems.all.last == "p: page: The page made more than 500 calls and was removed.")
    #expect(rig.host.stage == .empty)
  }

  @Test func `a call that is too large is refused, and the page stays`() throws {
    rig.ui.present(message: page(capabilities: [.customEvent]))
    try rig.host.call(BridgeCall(method: "logCustomEvent", isTooLarge: true))
    #expect(rig.host.refusals.map(\.reason.word) == ["too_large"])
    #expect(rig.host.stage == .visible)
    #expect(!rig.lines.contains { $0.contains("event") })
  }

  @Test(arguments: PageLoss.allCases)
  func `a page that a host takes down ends the message, and everybody hears why`(loss: PageLoss) throws {
    rig.ui.present(message: page())
    let scene = try #require(rig.host.scene)
    rig.host.client?.host(rig.host, didReport: .failed(.page(nodeID: "page", loss: loss)), sceneID: scene.id)
    #expect(problems.all == ["p: page: \(loss.words)"])
    #expect(rig.host.stage == .empty)
  }

  @Test
  func
    `a link that follows no input inside the page opens nothing, counts nothing, and is refused with the reason`()
    throws
  {
    rig.ui.present(message: page())
    try rig.host.follow("https://shop.example/a", by: nil)
    #expect(rig.host.refusals.map(\.reason) == [.noInput])
    #expect(!rig.lines.contains { $0.contains("open") || $0.contains("click") })
    #expect(rig.host.stage == .visible)
    for input in PageInput.allCases {
      try rig.host.follow("https://shop.example/a", target: "_blank", by: input)
    }
    #expect(rig.lines.filter { $0.contains("p: open") }.count == PageInput.allCases.count)
  }

  @Test func `what a host says of pages reads also where it says no more than older hosts do`() throws {
    func read(_ text: String) throws -> SceneEvent {
      try JSONDecoder().decode(SceneEvent.self, from: Data(text.utf8))
    }
    #expect(try read(#"{"failed": {"_0": {"page": {"nodeID": "page"}}}}"#) == .failed(.page(nodeID: "page")))
    #expect(
      try read(#"{"failed": {"_0": {"page": {"nodeID": "page", "loss": "calls"}}}}"#)
        == .failed(.page(nodeID: "page", loss: .calls)))
    #expect(
      try read(#"{"openedLink": {"nodeID": "page", "url": "a:b"}}"#)
        == .openedLink(nodeID: "page", url: "a:b", target: nil, input: nil))
    #expect(
      try read(#"{"called": {"nodeID": "page", "_1": {"method": "x", "arguments": []}}}"#)
        == .called(nodeID: "page", BridgeCall(method: "x")))
  }

  @Test
  func
    `a click before the page is visible is refused, as is what the campaign does not allow; the outcome is not touched`()
    throws
  {
    rig.host.isDelayingPages = true
    rig.ui.present(message: page(capabilities: [.customEvent]))
    try rig.host.call("logClick", "early")
    try rig.host.call("logPurchase", "shoe", 1, "EUR")
    try rig.host.call("logCustomEvent", 7)
    try rig.host.finishAppearing()
    #expect(
      problems.all == [
        "p: logClick: The message is not visible yet, and a click needs an impression.",
        "p: logPurchase: The campaign does not allow it. Add purchase to the permissions of the page.",
        "p: logCustomEvent: Argument 1 must be a string of 1 to 255 characters.",
      ])
    #expect(rig.host.refusals.map(\.reason.word) == ["not_shown_yet", "not_allowed", "argument"])
    #expect(rig.transcript.finalOutcomes(of: "p") == [.shown])
    #expect(!rig.lines.contains { $0.contains("click") })
  }

  @Test func `a link asks the delegate, opens and closes; one with a target stays; a veto opens nothing`()
    throws
  {
    rig.ui.present(message: page())
    try rig.host.follow("https://shop.example/a", target: "_blank")
    #expect(
      rig.lines.suffix(2) == [
        "p: shouldProcess https://shop.example/a button=body", "p: open https://shop.example/a web=true",
      ])
    #expect(rig.host.stage == .visible)
    rig.delegate.shouldProcess = { _ in false }
    try rig.host.follow("shop://orders")
    #expect(!rig.lines.contains { $0.contains("open shop") })
    #expect(!rig.lines.contains { $0.contains("log click") })
    #expect(rig.lines.suffix(2) == ["p: log dismissal click", "p: didDismiss presented=false"])
  }

  @Test
  func
    `a link of a page with an archive is a click with its button; what nothing can open is refused and stays`()
    throws
  {
    rig.ui.present(message: page(legacy: true))
    try rig.host.follow("javascript:alert(1)")
    #expect(problems.all == ["p: link: This URL cannot be opened."])
    #expect(rig.host.stage == .visible)
    try rig.host.follow("https://shop.example/a?abButtonId=1")
    #expect(
      rig.lines.suffix(6) == [
        "p: log click 1", "p: shouldProcess https://shop.example/a button=1",
        "p: open https://shop.example/a web=true",
        "p: willDismiss presented=true", "p: log dismissal click", "p: didDismiss presented=false",
      ])
  }

  @Test
  func `a page that offers no way to close gets the system's control after ten seconds, which closes it`()
    async throws
  {
    rig.ui.present(message: page())
    await rig.advance(by: .milliseconds(9_999))
    #expect(rig.host.scene?.root.node("close") == nil)
    await rig.advance(by: .milliseconds(1))
    let close = try #require(rig.host.scene?.root.node("close"))
    #expect(close.accessibility.label == "Close")
    #expect(close.style.width == SceneNode.minimumTarget)
    try rig.host.press("close")
    #expect(rig.lines.contains("p: log dismissal user"))
  }

  @Test(arguments: [true, false])
  func `a page that declares its own way to close, while it loads or later, gets none`(early: Bool)
    async throws
  {
    rig.host.isDelayingPages = true
    rig.ui.present(message: page())
    if early { try rig.host.call("declareClose") }
    try rig.host.finishAppearing()
    if !early { try rig.host.call("declareClose") }
    await rig.advance(by: .seconds(60))
    #expect(rig.host.scene?.root.node("close") == nil)
    try rig.host.escape()
    #expect(rig.host.stage == .empty)
  }

  @Test func `surroundings that change reach the page without loading it anew`() throws {
    rig.ui.present(message: page())
    func web() throws -> SceneNode.Web {
      guard case .web(let web)? = rig.host.scene?.root.node("page")?.content else {
        throw CancellationError()
      }
      return web
    }
    let before = try web()
    rig.host.traits.scheme = .dark
    rig.host.traits.textScale = 2
    var after = try web()
    #expect(after.surroundings.scheme == .dark)
    #expect(after.surroundings.textScale == 2)
    #expect(after.surroundings.safeArea == Insets(top: 47, bottom: 34))
    after.surroundings = before.surroundings
    #expect(after == before)
  }

  @Test
  func
    `without a context a page can close itself, declare that it does, and be left by links; the rest is refused`()
    throws
  {
    var opened: [String] = []
    rig.ui.openURL = { opened.append($0.url.absoluteString) }
    rig.ui.present(
      message: .html(.init(message: "<p>", bridge: .init(capabilities: [.customEvent, .pushPermission]))))
    try rig.host.call("declareClose")
    try rig.host.follow("https://shop.example", target: "_blank")
    try rig.host.call("logClick")
    try rig.host.call("logCustomEvent", "a")
    try rig.host.call("requestPushPermission")
    #expect(opened == ["https://shop.example"])
    #expect(rig.host.refusals.map(\.reason.word) == ["no_context", "no_context", "unsupported"])
    var asked = 0
    rig.ui.requestPushPermission = { asked += 1 }
    try rig.host.call("requestPushPermission")
    #expect(asked == 1)
    try rig.host.call("closeMessage")
    #expect(rig.host.stage == .empty)
  }

  @Test func `what an empty message without an archive would show is nothing: its content is invalid`() {
    rig.ui.present(message: page { $0.html?.message = "" })
    #expect(rig.transcript.finalOutcomes(of: "p") == [.discarded(.invalidContent)])
  }

  @Test func `calls after the end mean nothing`() throws {
    rig.host.isDelaying = true
    rig.ui.present(message: page())
    try rig.host.finishAppearing()
    let scene = try #require(rig.host.scene)
    try rig.host.call("closeMessage")
    let lines = rig.lines
    rig.host.client?.host(
      rig.host, didReport: .called(nodeID: "page", BridgeCall(method: "logClick")), sceneID: scene.id)
    rig.host.client?.host(
      rig.host, didReport: .openedLink(nodeID: "page", url: "https://a.example", target: nil, input: .touch),
      sceneID: scene.id)
    try rig.host.finishDisappearing()
    rig.host.client?.host(
      rig.host, didReport: .called(nodeID: "page", BridgeCall(method: "logClick")), sceneID: scene.id)
    #expect(!rig.lines.dropFirst(lines.count).contains { $0.contains("click") || $0.contains("open") })
    #expect(problems.all == [])
  }
}
