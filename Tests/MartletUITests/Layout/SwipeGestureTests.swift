// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import MartletWire
import TestSupport
import Testing

@Suite("Swiping a card away")
struct SwipeGestureTests {
  private func swipe(_ edge: MessageScene.Edge = .bottom) -> SwipeGesture {
    var swipe = SwipeGesture(edge: edge)
    swipe.began(at: 1_000)
    return swipe
  }

  @Test(
    arguments: [
      (MessageScene.Edge.bottom, 30.0, 30.0), (.bottom, -30, -5), (.top, -30, -30), (.top, 30, 5),
      (.top, 0, 0),
    ])
  func `the card follows the finger freely toward its edge, and a sixth of the way against it`(
    edge: MessageScene.Edge, translation: Double, expected: Double
  ) {
    var swipe = swipe(edge)
    swipe.moved(to: translation)
    #expect(swipe.offset == expected)
  }

  @Test(
    arguments: [
      (49.0, 10_000.0, SwipeGesture.Verdict.swipedAway), (48, 10_000, .returns), (13, 25, .swipedAway),
      (13, 26, .returns),
      (12, 1, .returns), (9, 1, .returns), (8, 1, .tap), (0, 10_000, .tap), (-8, 1, .tap), (-9, 1, .returns),
      (-200, 10, .returns),
    ])
  func
    `a long way dismisses the card, and a short one if it is quick; a very short one is a tap, and otherwise the card returns`(
      way: Double, milliseconds: Double, expected: SwipeGesture.Verdict
    )
  {
    for edge in [MessageScene.Edge.bottom, .top] {
      var swipe = swipe(edge)
      #expect(swipe.ended(at: 1_000 + milliseconds, translation: edge == .top ? -way : way) == expected)
      #expect((swipe.offset == 0) == (expected != .swipedAway))
    }
  }

  @Test(
    arguments: [
      (MessageScene.Edge.bottom, 0.51, true), (.bottom, 0.5, false), (.bottom, -9, false),
      (.top, -0.51, true), (.top, 9, false),
    ])
  func `the velocity in the end counts instead of the average, in the direction of the edge`(
    edge: MessageScene.Edge, velocity: Double, isDismissed: Bool
  ) {
    var swipe = swipe(edge)
    let verdict = swipe.ended(at: 9_000, translation: edge == .top ? -20 : 20, velocity: velocity)
    #expect(verdict == (isDismissed ? .swipedAway : .returns))
  }

  @Test func `a card that is swiped away leaves from where the finger left it`() {
    var swipe = swipe()
    _ = swipe.ended(at: 2_000, translation: 70)
    #expect(swipe.offset == 70)
  }

  @Test func `a finger that the system takes away dismisses and presses nothing`() {
    var swipe = swipe()
    swipe.moved(to: 200)
    #expect(swipe.cancelled() == .returns)
    #expect(swipe.offset == 0)
    swipe.moved(to: 200)
    #expect(swipe.offset == 0, "it is over until the next finger")
    #expect(swipe.ended(at: 9_000, translation: 200) == .returns)
  }

  @Test func `a scene that does not slide puts its card back at once`() throws {
    var scene = MessageScene(
      id: "1", kind: .message(.slideup), placement: .bottom(insets: .zero),
      root: SceneNode(id: "card", content: .space), enter: .none,
      leave: .init(style: .slide(.bottom), milliseconds: 200),
      accessibility: .init(label: "", isModal: false, initialFocus: nil, language: nil),
      direction: .leftToRight)
    #expect(SwipeGesture.returnMilliseconds(of: scene) == 160)
    scene.leave.style = .fade
    #expect(SwipeGesture.returnMilliseconds(of: scene) == 0)
  }

  @Test func `the browser decides with the same numbers`() throws {
    let assets = Golden.fixtures.appending(path: "../../Server/Sources/SceneHTML/Assets")
    let script = try String(contentsOf: assets.appending(path: "scene.js"), encoding: .utf8)
    let numbers = [
      "SWIPE_DISTANCE = 48;": SwipeGesture.distance == 48,
      "FLICK_DISTANCE = 12;": SwipeGesture.flickDistance == 12,
      "FLICK_SPEED = 0.5;": SwipeGesture.flickSpeed == 0.5, "TAP_SLOP = 8;": SwipeGesture.tapDistance == 8,
      "way > 0 ? way : way / 6": SwipeGesture.resistance == 1.0 / 6,
    ]
    for (line, isSame) in numbers {
      #expect(isSame, "\(line)")
      #expect(script.contains(line), "\(line)")
    }
    let styles = try String(contentsOf: assets.appending(path: "scene.css"), encoding: .utf8)
    #expect(styles.contains("transition: translate 160ms ease-out;"))
  }
}
