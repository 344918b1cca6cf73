// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit
import BrazeUI
import MartletWire
import Testing

@Suite("Pages written before the move")
struct PageTests {
  @Test
  @MainActor
  func `the names and the event for which they look keep the rules for names, and the scene offers them`()
    throws
  {
    let bridge = Braze.InAppMessage.Html.Bridge.moved
    #expect(bridge.names == ["brazeBridge", "appboyBridge"] && bridge.readyEvents == ["ab.BridgeReady"])
    let view = BrazeInAppMessageUI.HtmlView(message: .init(message: "<p>Hello</p>", bridge: bridge))
    let scene = try #require(view.makeScene(id: "s", traits: .init(width: 375, height: 667)))
    guard case .web(let web)? = scene.root.node("page")?.content else {
      Issue.record("the scene has no page")
      return
    }
    #expect(web.bridge == bridge)
  }

  @Test func `they may call what they could call before, as they called it`() throws {
    let bridge = Braze.InAppMessage.Html.Bridge.moved
    let calls: [(BridgeCall, BridgeAction)] = [
      (
        BridgeCall(method: "logCustomEvent", arguments: ["answered", ["choice": 2]]),
        .logCustomEvent(name: "answered", properties: ["choice": 2])
      ),
      (BridgeCall(method: "logClick", arguments: ["0"]), .logClick(buttonID: "0")),
      (BridgeCall(method: "closeMessage"), .closeMessage),
      (BridgeCall(method: "requestImmediateDataFlush"), .requestImmediateDataFlush),
      (
        BridgeCall(method: "getUser.setEmail", arguments: ["ana@example.com"]),
        .setAttribute(key: "email", value: "ana@example.com")
      ),
    ]
    for (call, action) in calls {
      #expect(try BridgeAction(call, access: bridge) == action)
    }
  }
}
