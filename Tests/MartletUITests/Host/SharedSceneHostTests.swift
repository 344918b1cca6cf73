// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletTesting
import MartletUI
import MartletWire
import Testing

@MainActor
@Suite("One host for several presenters")
struct SharedSceneHostTests {
  private let real = HeadlessHost()
  private let first: any SceneHost
  private let second: any SceneHost
  private let ofFirst = Listener()
  private let ofSecond = Listener()

  init() {
    let shared = SharedSceneHost(real)
    first = shared.makeHost()
    second = shared.makeHost()
    first.client = ofFirst
    second.client = ofSecond
  }

  private func scene(_ id: String) -> MessageScene {
    MessageScene(
      id: id, kind: .message(.modal), placement: .fill, root: SceneNode(id: "root", content: .space),
      enter: .none,
      leave: .none,
      accessibility: .init(label: "", isModal: true, initialFocus: nil, language: nil),
      direction: .leftToRight)
  }

  @Test func `a presenter hears only of its own scenes`() throws {
    first.show(scene("a"))
    try real.escape()
    #expect(ofFirst.heard == ["a appeared", "a escaped"])
    #expect(ofSecond.heard.isEmpty)
  }

  @Test func `a scene waits until the scene of the other presenter is gone`() throws {
    first.show(scene("a"))
    real.isDelaying = true
    first.hide(sceneID: "a", animated: true)
    second.show(scene("b"))
    #expect(real.scene?.id == "a")
    try real.finishDisappearing()
    #expect(real.scene?.id == "b")
    try real.finishAppearing()
    #expect(ofFirst.heard == ["a appeared", "a disappeared"])
    #expect(ofSecond.heard == ["b appeared"])
  }

  @Test func `a waiting scene can change, and can be taken back`() {
    first.show(scene("a"))
    second.show(scene("b"))
    var changed = scene("b")
    changed.placement = .top(insets: .zero)
    second.update(changed)
    second.show(scene("c"))
    second.hide(sceneID: "c", animated: true)
    #expect(ofSecond.heard == ["c disappeared"])
    first.hide(sceneID: "a", animated: true)
    #expect(real.scene == changed)
  }

  @Test func `a presenter replaces its own scene at once`() {
    first.show(scene("a"))
    first.show(scene("b"))
    #expect(real.scene?.id == "b")
  }

  @Test func `without a window, a waiting scene fails when its turn comes`() {
    first.show(scene("a"))
    second.show(scene("b"))
    real.loseWindow()
    #expect(ofFirst.heard.last == "a failed")
    #expect(ofSecond.heard == ["changed", "b failed"])
    #expect(real.scene == nil)
  }

  @Test func `every presenter hears of changed device settings`() {
    real.traits.scheme = .dark
    #expect(ofFirst.heard == ["changed"])
    #expect(ofSecond.heard == ["changed"])
    #expect(second.traits.scheme == .dark)
  }
}

@MainActor
private final class Listener: SceneHostClient {
  private(set) var heard: [String] = []

  func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String) {
    let word =
      switch event {
      case .appeared: "appeared"
      case .disappeared: "disappeared"
      case .failed: "failed"
      case .escaped: "escaped"
      default: "something else"
      }
    heard.append("\(sceneID) \(word)")
  }

  func hostDidChangeTraits(_ host: any SceneHost) { heard.append("changed") }
}
