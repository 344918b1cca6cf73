// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletWire
import Testing

@testable import MartletUI

/// The life of a scene on a native host.
@Suite("A scene on a native host")
struct HostStageTests {
  private func scene(_ id: String, page: Bool = false) -> MessageScene {
    MessageScene(
      id: id, kind: page ? .message(.html) : .message(.modal), placement: .fill,
      root: SceneNode(id: "root", content: page ? .web(.init(page: "<p>")) : .space),
      enter: .init(style: .fade, milliseconds: 200),
      leave: .init(style: .fade, milliseconds: 160),
      accessibility: .init(label: "", isModal: true, initialFocus: nil, language: nil),
      direction: .leftToRight)
  }

  /// The token of the work that the effects start.
  private func token(_ effects: [HostStage.Effect]) -> Int? {
    for case .load(_, let token) in effects { return token }
    for case .enter(_, let token) in effects { return token }
    for case .leave(_, let token) in effects { return token }
    return nil
  }

  private func visible(_ scene: MessageScene) throws -> HostStage {
    var stage = HostStage()
    let load = try #require(token(stage.handle(.show(scene))))
    let enter = try #require(token(stage.handle(.loaded(token: load))))
    #expect(stage.handle(.animated(token: enter)) == [.settle(scene), .report(.appeared, sceneID: scene.id)])
    return stage
  }

  @Test func `a scene loads, enters, and is then reported as visible`() throws {
    let scene = scene("a")
    var stage = HostStage()
    #expect(stage.handle(.show(scene)) == [.attach(scene), .load(scene, token: 1)])
    #expect(!stage.takesInput)
    #expect(stage.handle(.loaded(token: 1)) == [.enter(scene, token: 2)])
    #expect(!stage.takesInput)
    #expect(stage.handle(.animated(token: 2)) == [.settle(scene), .report(.appeared, sceneID: "a")])
    #expect(stage.takesInput)
  }

  @Test(arguments: [true, false])
  func `a visible scene leaves with its animation, and any other is gone at once`(isAnimated: Bool) throws {
    let scene = scene("a")
    var stage = try visible(scene)
    let effects = stage.handle(.hide(sceneID: "a", animated: isAnimated))
    if isAnimated {
      let leave = try #require(token(effects))
      #expect(effects == [.leave(scene, token: leave)])
      #expect(stage.handle(.animated(token: leave)) == [.detach, .report(.disappeared, sceneID: "a")])
    } else {
      #expect(effects == [.detach, .report(.disappeared, sceneID: "a")])
    }
    #expect(stage.phase == .empty)

    var loading = HostStage()
    _ = loading.handle(.show(scene))
    #expect(
      loading.handle(.hide(sceneID: "a", animated: true)) == [.detach, .report(.disappeared, sceneID: "a")])
    #expect(loading.handle(.loaded(token: 1)) == [])
  }

  @Test func `a second hide ends the animation, with one report`() throws {
    var stage = try visible(scene("a"))
    let leave = try #require(token(stage.handle(.hide(sceneID: "a", animated: true))))
    #expect(
      stage.handle(.hide(sceneID: "a", animated: true)) == [.detach, .report(.disappeared, sceneID: "a")])
    #expect(stage.handle(.animated(token: leave)) == [])
    #expect(stage.handle(.hide(sceneID: "a", animated: true)) == [])
  }

  @Test func `what cannot be loaded fails the scene, which is never visible`() {
    var stage = HostStage()
    _ = stage.handle(.show(scene("a")))
    #expect(
      stage.handle(.failedToLoad(token: 1, .asset(nodeID: "image"))) == [
        .detach, .report(.failed(.asset(nodeID: "image")), sceneID: "a"),
      ])
    #expect(stage.handle(.loaded(token: 1)) == [])
  }

  @Test func `a change while the scene loads waits for the new images, and the old ones no longer count`() {
    var stage = HostStage()
    var changed = scene("a")
    _ = stage.handle(.show(changed))
    changed.isStatusBarHidden = true
    #expect(stage.handle(.update(changed)) == [.redraw(changed), .load(changed, token: 2)])
    #expect(stage.handle(.failedToLoad(token: 1, .asset(nodeID: "image"))) == [])
    #expect(stage.handle(.loaded(token: 1)) == [])
    #expect(stage.handle(.loaded(token: 2)) == [.enter(changed, token: 3)])
  }

  @Test func `a change of a visible scene only redraws it, and one of another scene does nothing`() throws {
    var stage = try visible(scene("a"))
    #expect(stage.handle(.update(scene("a"))) == [.redraw(scene("a"))])
    #expect(stage.handle(.update(scene("b"))) == [])
  }

  @Test func `if the window goes, the scene fails; without a scene, nothing happens`() throws {
    var stage = try visible(scene("a"))
    #expect(stage.handle(.windowGone) == [.detach, .report(.failed(.hostGone), sceneID: "a")])
    #expect(stage.handle(.windowGone) == [])
  }

  @Test func `a page that is lost while it loads fails the scene; later, the presenter decides`() throws {
    var loading = HostStage()
    _ = loading.handle(.show(scene("a", page: true)))
    #expect(
      loading.handle(.lostPage(nodeID: "root", nil)) == [
        .detach, .report(.failed(.page(nodeID: "root")), sceneID: "a"),
      ])
    var stage = try visible(scene("a", page: true))
    #expect(
      stage.handle(.lostPage(nodeID: "root", .calls)) == [
        .report(.failed(.page(nodeID: "root", loss: .calls)), sceneID: "a")
      ])
    #expect(stage.phase == .visible)
  }

  @Test(arguments: 0..<200)
  func `in any order of inputs, each scene appears at most once and ends exactly once`(seed: UInt64) {
    var numbers = Numbers(seed: seed)
    var stage = HostStage()
    var shown: [String] = []
    var appeared: [String: Int] = [:]
    var ended: [String: Int] = [:]
    var tokens: Set<Int> = [0]
    func take(_ effects: [HostStage.Effect]) {
      for effect in effects {
        switch effect {
        case .load(_, let token), .enter(_, let token), .leave(_, let token): tokens.insert(token)
        case .report(.appeared, let id): appeared[id, default: 0] += 1
        case .report(.disappeared, let id), .report(.failed(.asset), let id),
          .report(.failed(.hostGone), let id):
          ended[id, default: 0] += 1
        case .report(.failed(.page(_, nil)), let id): ended[id, default: 0] += 1
        case .report, .attach, .redraw, .settle, .detach: break
        }
      }
    }
    for step in 0..<60 {
      let token = tokens.sorted()[numbers.next(tokens.count)]
      let current = stage.scene?.id ?? "none"
      switch numbers.next(8) {
      case 0:
        shown.append("\(step)")
        take(stage.handle(.show(scene("\(step)"))))
      case 1: take(stage.handle(.update(scene(current))))
      case 2: take(stage.handle(.hide(sceneID: current, animated: numbers.next(2) == 0)))
      case 3: take(stage.handle(.loaded(token: token)))
      case 4: take(stage.handle(.failedToLoad(token: token, .asset(nodeID: "x"))))
      case 5, 6: take(stage.handle(.animated(token: token)))
      default: take(stage.handle(.windowGone))
      }
    }
    take(stage.handle(.hide(sceneID: stage.scene?.id ?? "none", animated: false)))
    #expect(ended == Dictionary(uniqueKeysWithValues: shown.map { ($0, 1) }))
    #expect(appeared.values.allSatisfy { $0 == 1 })
  }
}

/// Numbers that look random and are the same in each run.
private struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }
}
