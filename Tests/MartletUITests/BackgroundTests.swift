// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@testable import MartletUI

@MainActor
@Suite("In the background nobody sees anything", .timeLimit(.minutes(5)))
struct BackgroundTests {
  let rig = PresenterRig()

  private func leave() { rig.ui.applicationPhaseDidChange(isActive: false) }

  private func comeBack() {
    rig.ui.applicationPhaseDidChange(isActive: true)
    rig.ui.userBecameEligible()
  }

  @Test(
    arguments: Wire.Message.Kind.allCases
  )
  func
    `a message that is entering when the app goes waits, uncounted, and is counted when it is fully visible`(
      kind: Wire.Message.Kind
    ) throws
  {
    guard kind != .control else { return }
    rig.host.isDelaying = true
    rig.ui.present(message: rig.message("a", kind: kind))
    let scene = try #require(rig.host.scene)
    leave()
    rig.host.client?.host(rig.host, didReport: .appeared, sceneID: scene.id)
    #expect(!rig.lines.contains("a: log impression"))
    #expect(
      rig.lines.suffix(3) == [
        "a: willDismiss presented=false", "a: didDismiss presented=false", "a: log queued(in_background)",
      ])
    #expect(rig.ui.stack.map(\.name) == ["a"])
    try rig.host.finishDisappearing()
    comeBack()
    try rig.host.finishAppearing()
    #expect(rig.lines.filter { $0 == "a: log impression" }.count == 1)
    #expect(rig.transcript.finalOutcomes(of: "a") == [.shown])
  }

  @Test
  func `a page that hangs is not given up while the app is away: it has its whole time again afterwards`()
    async throws
  {
    rig.host.isDelayingPages = true
    rig.ui.present(message: rig.message("a", kind: .html))
    await rig.advance(by: .seconds(20))
    leave()
    await rig.advance(by: .seconds(3_600))
    #expect(rig.transcript.finalOutcomes(of: "a").isEmpty)
    comeBack()
    await rig.advance(by: .milliseconds(29_999))
    #expect(rig.host.stage == .entering)
    await rig.advance(by: .milliseconds(1))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.timedOut)])
  }

  @Test
  func
    `a message that closes by itself does so after its time on the screen; the time in the background is none`()
    async
  {
    rig.ui.present(message: rig.message("a") { $0.messageClose = .auto(after: 5) })
    await rig.advance(by: .seconds(2))
    leave()
    await rig.advance(by: .seconds(3_600))
    #expect(rig.host.stage == .visible)
    comeBack()
    await rig.advance(by: .milliseconds(2_999))
    #expect(rig.host.stage == .visible)
    await rig.advance(by: .milliseconds(1))
    #expect(rig.lines.suffix(2) == ["a: log dismissal auto", "a: didDismiss presented=false"])
    #expect(rig.clock.sleeperCount == 0)
  }

  @Test func `the system's close control comes ten seconds after a page, counted on the screen`() async throws
  {
    rig.ui.present(message: rig.message("a", kind: .html))
    await rig.advance(by: .seconds(9))
    leave()
    await rig.advance(by: .seconds(60))
    let page = try #require(rig.ui.messageView as? InAppMessageUI.HtmlView)
    #expect(!page.showsCloseControl)
    comeBack()
    await rig.advance(by: .seconds(1))
    #expect(page.showsCloseControl)
  }

  @Test func `what is taken down in the background leaves no time behind`() async {
    rig.ui.present(message: rig.message("a") { $0.messageClose = .auto(after: 5) })
    leave()
    rig.ui.dismiss()
    comeBack()
    await rig.advance(by: .seconds(60))
    #expect(rig.lines.filter { $0.contains("log dismissal") } == ["a: log dismissal app"])
    #expect(rig.clock.sleeperCount == 0)
  }

  @Test(arguments: [false, true])
  func `the app goes while the delegate is asked, or prepares: nothing is shown until it is back`(
    inPrepare: Bool
  ) {
    var hasLeft = false
    let leaveOnce: @MainActor () -> Void = {
      guard !hasLeft else { return }
      hasLeft = true
      leave()
    }
    if inPrepare {
      rig.delegate.prepare = { _ in leaveOnce() }
    } else {
      rig.delegate.choice = { _ in
        leaveOnce()
        return .now
      }
    }
    // Counted where it would be visible, which is nowhere.
    rig.ui.present(message: rig.message("a", kind: .control))
    rig.ui.present(message: rig.message("b"))
    #expect(rig.host.calls.isEmpty)
    #expect(rig.ui.stack.map(\.name) == ["a", "b"])
    #expect(!rig.lines.contains { $0.contains("impression") })
    comeBack()
    #expect(rig.transcript.finalOutcomes(of: "b") == [.shown])
  }

  @Test
  func
    `a message of the app's own that waits in the background keeps its context, and logs when it is shown`()
    throws
  {
    rig.host.isDelaying = true
    var message = rig.message("a")
    let context = Martlet.InAppMessage.Context(
      presentationID: "own", userID: "ada", endsAt: nil, isLoggedByHand: true, prepare: nil,
      report: { [rig] report in rig.transcript.lines.append("a: \(report.summary)") })
    message.data.context = context
    rig.ui.present(message: message)
    leave()
    try rig.host.finishDisappearing()
    #expect(context.isValid)
    comeBack()
    try rig.host.finishAppearing()
    #expect(context.logImpression() == nil)
  }
}
