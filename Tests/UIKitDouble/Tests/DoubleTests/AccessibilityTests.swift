// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct AccessibilityTests {
    init() { Drive.reset() }

    private func label(_ text: String) -> UILabel {
      let label = UILabel()
      label.text = text
      return label
    }

    private func order(_ stage: AppStage) -> [String] {
      Drive.voiceOverOrder(in: stage.scene).map { $0.accessibilityLabel ?? "" }
    }

    @Test func `Elements are read from top to bottom, and hidden ones are not`() {
      let stage = AppStage()
      _ = stage.add(label("below"), CGRect(x: 0, y: 200, width: 100, height: 20))
      _ = stage.add(label("right"), CGRect(x: 100, y: 100, width: 100, height: 20))
      _ = stage.add(label("left"), CGRect(x: 0, y: 100, width: 100, height: 20))
      stage.add(label("hidden"), .zero).isHidden = true
      stage.add(label("silent"), .zero).accessibilityElementsHidden = true
      #expect(order(stage) == ["left", "right", "below"])
      stage.root.view.accessibilityElements = stage.root.view.subviews.prefix(2).map { $0 }
      #expect(order(stage) == ["below", "right"])
      #expect(
        Drive.describe(Drive.voiceOverOrder(in: stage.scene))
          == "\"below\" text 0,200 100×20\n\"right\" text 100,100 100×20\n")
    }

    @Test func `A modal view silences its siblings, and nothing in another window`() {
      let stage = AppStage()
      _ = stage.add(label("app"), CGRect(x: 0, y: 0, width: 10, height: 10))
      let overlay = UIWindow(windowScene: stage.scene)
      let root = UIViewController()
      overlay.rootViewController = root
      overlay.isHidden = false
      let card = UIView()
      card.addSubview(label("card"))
      root.view.addSubview(label("beside"))
      root.view.addSubview(card)
      #expect(Set(order(stage)) == ["beside", "card", "app"])
      card.accessibilityViewIsModal = true
      #expect(order(stage) == ["card", "app"])
    }

    @Test func `A post moves the focus to the element, or to the first one of the screen`() {
      let stage = AppStage()
      Drive.setAccessibility { $0.isVoiceOverRunning = true }
      let first = stage.add(label("first"), CGRect(x: 0, y: 0, width: 10, height: 10))
      let second = stage.add(label("second"), CGRect(x: 0, y: 50, width: 10, height: 10))
      UIAccessibility.post(notification: .screenChanged, argument: second)
      #expect(
        Drive.focus === second
          && UIAccessibility.focusedElement(using: .notificationVoiceOver) as? UILabel === second)
      UIAccessibility.post(notification: .layoutChanged, argument: nil)
      #expect(Drive.focus === second)
      UIAccessibility.post(notification: .screenChanged, argument: nil)
      #expect(Drive.focus === first)
      let box = UIView()
      box.addSubview(label("inside"))
      stage.root.view.addSubview(box)
      UIAccessibility.post(notification: .screenChanged, argument: box)
      #expect(Drive.focus?.accessibilityLabel == "inside")
    }

    @Test func `An announcement right after a change of focus is lost`() {
      let stage = AppStage()
      let element = stage.add(label("x"), .zero)
      UIAccessibility.post(notification: .screenChanged, argument: element)
      UIAccessibility.post(notification: .announcement, argument: "too early")
      Drive.advance(by: 0.5)
      UIAccessibility.post(notification: .announcement, argument: NSAttributedString(string: "late enough"))
      #expect(Drive.posts.compactMap(\.text) == ["too early", "late enough"])
      #expect(Drive.posts.map(\.isLost) == [false, true, false])
    }

    @Test func `The escape gesture goes up from the focused element to the first that takes it`() {
      final class Closing: UIViewController {
        var count = 0
        override func accessibilityPerformEscape() -> Bool {
          count += 1
          return true
        }
      }
      Drive.reset()
      let scene = Drive.connectScene()
      let root = Closing()
      let window = Drive.appWindow(in: scene, root: root)
      let element = label("x")
      root.view.addSubview(element)
      Drive.focus(on: element)
      #expect(Drive.escapeGesture(in: scene) && root.count == 1)
      #expect(!Drive.magicTap(in: scene))
      #expect(window.isKeyWindow)
    }

    @Test func `VoiceOver presses a button by a tap unless the element activates itself`() {
      final class Own: UIButton {
        override func accessibilityActivate() -> Bool { true }
      }
      let stage = AppStage()
      var count = 0
      let plain = stage.add(
        UIButton(primaryAction: UIAction(title: "a") { _ in count += 1 }),
        CGRect(x: 0, y: 100, width: 50, height: 50))
      let own = stage.add(
        Own(primaryAction: UIAction(title: "b") { _ in count += 1 }),
        CGRect(x: 0, y: 200, width: 50, height: 50))
      Drive.activate(element: plain, in: stage.scene)
      Drive.activate(element: own, in: stage.scene)
      #expect(count == 1 && plain.accessibilityLabel == "a" && plain.accessibilityTraits == .button)
    }

    @Test func `A dump shows frames, text and what is not usual`() {
      let stage = AppStage()
      let text = stage.add(label("Hello"), CGRect(x: 10.04, y: 20.25, width: 100, height: 20))
      text.textColor = .black
      text.accessibilityTraits = .header
      text.layer.cornerRadius = 4
      #expect(
        Drive.dump(stage.scene) == """
          UIWindow 0,0 390×844 key
            UIView 0,0 390×844 of NotingController
              UILabel 10,20.3 100×20 radius 4 "Hello" 17 pt #FF000000 lines 1 of 1 says "Hello" header

          """)
    }
  }
}
