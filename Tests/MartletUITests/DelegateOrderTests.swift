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
@Suite("The delegate hears things in the documented order")
struct DelegateOrderTests {
  let rig = PresenterRig()

  @Test func `a slideup that is clicked: click, veto, URL, then dismissal`() throws {
    rig.ui.present(
      message: rig.message("a") {
        $0.clickAction = .url(URL(string: "https://shop.example/basket")!, useWebView: true)
      })
    try rig.host.press("card")
    #expect(
      rig.lines == [
        "a: displayChoice",
        "a: prepare attributes=true",
        "a: willPresent presented=false",
        "a: log impression",
        "a: didPresent presented=true",
        "a: log click body",
        "a: shouldProcess https://shop.example/basket button=body",
        "a: open https://shop.example/basket web=true",
        "a: willDismiss presented=true",
        "a: log dismissal click",
        "a: didDismiss presented=false",
      ])
    #expect(rig.host.stage == .empty)
    #expect(rig.ui.messageView == nil)
  }

  @Test func `a vetoed click is counted, opens nothing and closes the message all the same`() throws {
    rig.delegate.shouldProcess = { _ in false }
    rig.ui.present(
      message: rig.message("a") {
        $0.clickAction = .url(URL(string: "https://shop.example")!, useWebView: false)
      })
    try rig.host.press("card")
    #expect(rig.lines.contains("a: log click body"))
    #expect(!rig.lines.contains { $0.contains("open") })
    #expect(rig.lines.last == "a: didDismiss presented=false")
  }

  @Test func `a control message: the same calls, no attributes, one impression, nothing visible`() {
    rig.ui.present(message: rig.message("c", kind: .control))
    #expect(
      rig.lines == [
        "c: displayChoice",
        "c: prepare attributes=false",
        "c: willPresent presented=false",
        "c: log impression",
        "c: didPresent presented=true",
        "c: willDismiss presented=true",
        "c: log dismissal auto",
        "c: didDismiss presented=false",
      ])
    #expect(rig.host.calls.isEmpty)
    #expect(rig.transcript.finalOutcomes(of: "c") == [.shown])
    #expect(rig.ui.messageView == nil)
  }

  @Test(
    arguments: [
      (InAppMessageUI.DisplayChoice.discard, "a: log discarded(by_delegate)"),
      (.reenqueue, "a: log queued(reenqueued_by_delegate)"),
    ])
  func `a message that the delegate refuses never gets further than the question`(
    choice: InAppMessageUI.DisplayChoice, line: String
  ) {
    rig.delegate.choice = { _ in choice }
    rig.ui.present(message: rig.message("a"))
    #expect(rig.lines == ["a: displayChoice", line])
    #expect(rig.ui.stack.count == (choice == .reenqueue ? 1 : 0))
  }

  @Test(
    arguments: ["close", "swipe", "backdrop", "escape"])
  func `closing is not a click`(way: String) throws {
    let kind: Wire.Message.Kind = way == "swipe" ? .slideup : .modal
    rig.delegate.prepare = { $0.attributes?.modal?.dismissOnBackgroundTap = true }
    rig.ui.present(message: rig.message("a", kind: kind))
    switch way {
    case "close": try rig.host.press("close")
    case "swipe": try rig.host.swipe()
    case "backdrop": try rig.host.tapBackdrop()
    default: try rig.host.escape()
    }
    #expect(
      rig.lines.suffix(3) == [
        "a: willDismiss presented=true", "a: log dismissal user", "a: didDismiss presented=false",
      ])
    #expect(!rig.lines.contains { $0.contains("click") || $0.contains("shouldProcess") })
  }

  @Test func `a tap beside a modal does nothing unless the attribute says so`() throws {
    rig.ui.present(message: rig.message("a", kind: .modal))
    try rig.host.tapBackdrop()
    #expect(rig.host.stage == .visible)
  }

  @Test
  func
    `a button's click carries its position and its own action; the body of a modal with buttons cannot be pressed`()
    throws
  {
    rig.ui.present(
      message: rig.message("a", kind: .modal) {
        $0.clickAction = .url(URL(string: "https://body.example")!, useWebView: false)
        $0.modal?.buttons = [
          .init(id: 0, text: "Later", clickAction: .none, themes: .secondary),
          .init(
            id: 1, text: "Look", clickAction: .url(URL(string: "https://look.example")!, useWebView: false)),
        ]
      })
    #expect(throws: HeadlessHost.Refusal.notPressable("body")) { try rig.host.press("body") }
    try rig.host.press("button-1")
    #expect(rig.lines.contains("a: log click 1"))
    #expect(rig.lines.contains("a: shouldProcess https://look.example button=1"))
    #expect(rig.lines.contains("a: open https://look.example web=false"))
  }
}
