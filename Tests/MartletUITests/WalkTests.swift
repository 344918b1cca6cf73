// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import TestSupport
import Testing

@testable import MartletUI

@MainActor
@Suite("Random walks through the presenter with all kinds", .timeLimit(.minutes(5)))
struct WalkTests {
  @Test(arguments: PropertyCases.seeds(full: 12))
  func `whatever the app, the device and the person do in whatever order, the rules hold`(seed: UInt64) async
  {
    var generator = SeededGenerator(seed: seed)
    let rig = PresenterRig()
    var answers = SeededGenerator(seed: seed &+ 1)
    rig.delegate.choice = { _ in
      answers.oneIn(6) ? answers.element(of: InAppMessageUI.DisplayChoice.allCases) : .now
    }
    var names: [String] = []
    var pages: Set<String> = []
    for step in 0..<250 {
      await take(step, rig, &names, &pages, &generator)
      checkScreen(rig, "seed \(seed), step \(step)")
    }
    rig.host.isDelaying = false
    rig.host.isDelayingPages = false
    try? rig.host.finishDisappearing()
    rig.ui.dismiss(reason: .wipeData)
    await rig.advance(by: .seconds(60))
    for name in names { checkStory(of: name, in: rig, pages, "seed \(seed)") }
    #expect(rig.host.stage == .empty && rig.ui.messageView == nil && rig.ui.stack.isEmpty, "seed \(seed)")
  }

  /// What pages say, right and wrong.
  private static let calls = [
    BridgeCall(method: "closeMessage", arguments: []), .init(method: "declareClose", arguments: []),
    .init(method: "logClick", arguments: []), .init(method: "logClick", arguments: ["buy"]),
    .init(method: "logClick", arguments: ["buy"]),
    .init(method: "logCustomEvent", arguments: ["seen", [:]]),
    .init(method: "logPurchase", arguments: ["sku", "dear", "EUR"]),
    .init(method: "changeUser", arguments: ["eve"]),
    .init(method: "getUser.setFirstName", arguments: ["Ada"]),
    .init(method: "requestPushPermission", arguments: []), .init(method: "noSuchMethod", arguments: [1]),
  ]
  private static let links = [
    "https://shop.example/a", "tulips://basket", "mailto:a@b.example", "file:///etc/passwd", "",
  ]

  private func take(
    _ step: Int, _ rig: PresenterRig, _ names: inout [String], _ pages: inout Set<String>,
    _ generator: inout SeededGenerator
  ) async {
    switch generator.int(0...18) {
    case 0...4:
      let name = "m\(step)"
      names.append(name)
      let kind = generator.element(of: Wire.Message.Kind.allCases)
      if kind == .html { pages.insert(name) }
      let orientation = generator.element(of: Martlet.InAppMessage.Orientation.allCases)
      let closes = generator.oneIn(4)
      let hasButtons = generator.oneIn(2)
      rig.ui.present(
        message: rig.message(name, campaign: "c\(generator.int(0...20))", kind: kind) { message in
          if generator.oneIn(3) { message.orientation = orientation }
          if closes { message.messageClose = .auto(after: 4) }
          if hasButtons { message.setButtons([.init(id: 0, text: "Yes", clickAction: .none)]) }
          message.html?.message = "<title>Page</title><p>Hello"
          if hasButtons {
            message.html?.bridge.capabilities = Set(Martlet.InAppMessage.Html.Bridge.Capability.allCases)
          }
        })
    case 5, 6:
      let pressable = rig.host.scene?.root.allNodes.filter { $0.action != nil }.map(\.id) ?? []
      if !pressable.isEmpty { try? rig.host.press(generator.element(of: pressable)) }
    case 7: try? rig.host.swipe()
    case 8: try? rig.host.escape()
    case 9: try? rig.host.tapBackdrop()
    case 10: rig.host.rotate()
    case 11:
      rig.host.traits.scheme = generator.oneIn(2) ? .dark : .light
      rig.host.traits.textScale = generator.element(of: [1, 2, 3.2])
      rig.host.traits.increaseContrast = generator.oneIn(2)
      rig.host.traits.keyboardHeight = generator.element(of: [0, 291])
    case 12:
      rig.host.isDelaying = generator.oneIn(2)
      try? rig.host.finishAppearing()
      try? rig.host.finishDisappearing()
    case 13:
      if generator.oneIn(3) { rig.host.loseWindow() } else { rig.host.isAvailable = true }
    case 14: await rig.advance(by: .seconds(generator.int(1...5)))
    case 15, 16:
      try? rig.host.call(generator.element(of: Self.calls))
    case 17:
      try? rig.host.follow(generator.element(of: Self.links), target: generator.element(of: [nil, "_blank"]))
    case 18:
      rig.host.isDelayingPages = generator.oneIn(3)
      rig.host.isFailingPages = generator.oneIn(6)
    default:
      if generator.oneIn(2) { rig.ui.dismiss() } else { rig.ui.presentNext() }
    }
  }

  /// What is drawn can be used: it has a name, focus lands on it, and it is the scene of the view.
  private func checkScreen(_ rig: PresenterRig, _ comment: String) {
    guard let scene = rig.host.scene else { return }
    let ids = scene.root.allNodes.map(\.id)
    #expect(Set(ids).count == ids.count, "\(comment)")
    #expect(!scene.accessibility.label.isEmpty, "\(comment)")
    #expect(scene.accessibility.initialFocus.map(ids.contains) ?? true, "\(comment)")
    if rig.host.stage == .visible {
      #expect(rig.ui.messageView?.isPresented == true, "\(comment)")
      #expect(rig.ui.showing?.scene == scene, "\(comment): what is drawn is what the presenter believes")
    }
  }

  /// One end; an impression before anything that needs one; every announcement followed by a
  /// farewell.
  private func checkStory(of name: String, in rig: PresenterRig, _ pages: Set<String>, _ comment: String) {
    let lines = rig.lines.filter { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    #expect(rig.transcript.finalOutcomes(of: name).count == 1, "\(comment): \(name)")
    let impressions = lines.filter { $0 == "log impression" }.count
    let clicks = lines.filter { $0.hasPrefix("log click") }.count
    // A page may log as many as it likes, and its links ask the delegate without a click.
    let isPage = pages.contains(name)
    #expect(impressions <= 1 && (isPage ? min(clicks, 1) : clicks) <= impressions, "\(comment): \(name)")
    let pairs = ["willPresent", "willDismiss", "didDismiss"].map { call in
      lines.filter { $0.hasPrefix(call) }.count
    }
    #expect(Set(pairs).count == 1 && pairs[0] <= 1, "\(comment): \(name) \(lines)")
    if let impression = lines.firstIndex(of: "log impression") {
      let early = lines[..<impression].contains {
        $0.hasPrefix("log click") || $0.hasPrefix("shouldProcess") || $0.hasPrefix("open ")
      }
      #expect(!early, "\(comment): \(name) was used before it was seen")
    }
    if !isPage, let click = lines.firstIndex(where: { $0.hasPrefix("log click") }) {
      let process = lines.firstIndex { $0.hasPrefix("shouldProcess") }
      #expect(process == click + 1, "\(comment): the delegate is asked right after the click")
    }
  }

  @Test func `five hundred presentations leave neither a view nor a context behind`() throws {
    let rig = PresenterRig()
    rig.ui.outcomeObserver = nil
    var views: [Weak<AnyObject>] = []
    var contexts: [Weak<Martlet.InAppMessage.Context>] = []
    for number in 0..<500 {
      let kind = KindTests.visible[number % KindTests.visible.count]
      rig.ui.present(message: rig.message("\(number)", kind: kind) { $0.messageClose = .auto(after: 60) })
      views.append(Weak(try #require(rig.ui.messageView)))
      contexts.append(Weak(try #require(rig.ui.messageView?.inAppMessage?.data.context)))
      rig.ui.dismiss()
    }
    #expect(views.filter { $0.object != nil }.isEmpty)
    #expect(contexts.filter { $0.object != nil }.isEmpty)
    #expect(rig.ui.timerCount == 0)
  }

  private struct Weak<Object: AnyObject> {
    weak var object: Object?
    init(_ object: Object) { self.object = object }
  }
}
