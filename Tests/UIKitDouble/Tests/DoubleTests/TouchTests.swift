// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct TouchTests {
    init() { Drive.reset() }

    /// Begins when a finger has moved by 20 points downwards, and fails when it moves upwards.
    final class Pull: UIGestureRecognizer {
      var start = CGPoint.zero
      var log: [String] = []
      init() { super.init(target: nil, action: nil) }

      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        start = touches.first?.location(in: view) ?? .zero
      }
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first else { return }
        let way = touch.location(in: view).y - start.y
        log.append("\(Int(way)) at \(Int((touch.timestamp * 1_000).rounded()))")
        if way < -5, state == .possible { state = .failed }
        if way >= 20 { state = state == .possible ? .began : .changed }
      }
      override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .possible ? .failed : .ended
      }
      override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }
      override func reset() { log.append("reset") }
      var last = State.possible
      override var state: State {
        didSet { if state != .possible { last = state } }
      }
    }

    final class Rules: NSObject, UIGestureRecognizerDelegate {
      var begins = true
      var receives = true
      var together = false
      func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
      func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        receives
      }
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
      ) -> Bool { together }
    }

    private let down = [
      (CGPoint(x: 50, y: 50), 0.0), (CGPoint(x: 50, y: 60), 0.1), (CGPoint(x: 50, y: 80), 0.2),
      (CGPoint(x: 50, y: 90), 0.3),
    ]

    @Test func `A tap on a button performs its primary action`() {
      let stage = AppStage()
      var senders: [Any?] = []
      let action = UIAction(title: "OK") { senders.append($0.sender) }
      let button = stage.add(UIButton(primaryAction: action), CGRect(x: 0, y: 0, width: 100, height: 40))
      #expect(Drive.tap(button) === button)
      #expect(senders.count == 1 && senders[0] as? UIButton === button)
      button.isEnabled = false
      Drive.tap(button)
      #expect(senders.count == 1 && button.accessibilityTraits.contains(.notEnabled))
    }

    @Test func `A control without a button's manners sends touches, but no primary action`() {
      let stage = AppStage()
      let control = stage.add(UIControl(), CGRect(x: 0, y: 0, width: 100, height: 40))
      var heard: [String] = []
      control.addAction(UIAction { _ in heard.append("inside") }, for: .touchUpInside)
      control.addAction(UIAction { _ in heard.append("primary") }, for: .primaryActionTriggered)
      Drive.tap(control)
      #expect(heard == ["inside"])
    }

    @Test func `A finger that leaves a control by more than 70 points does not press it`() {
      let stage = AppStage()
      var heard: [String] = []
      let control = stage.add(UIControl(), CGRect(x: 0, y: 0, width: 100, height: 40))
      for (event, name) in [
        (UIControl.Event.touchUpInside, "in"), (.touchUpOutside, "out"), (.touchDragExit, "exit"),
      ] {
        control.addAction(UIAction { _ in heard.append(name) }, for: event)
      }
      Drive.drag(from: CGPoint(x: 50, y: 20), to: CGPoint(x: 50, y: 100), seconds: 0.2, in: stage.scene)
      #expect(heard == ["in"])
      Drive.drag(from: CGPoint(x: 50, y: 20), to: CGPoint(x: 50, y: 150), seconds: 0.2, in: stage.scene)
      #expect(heard == ["in", "exit", "out"])
    }

    @Test func `A recogniser sees places and times, and takes the touch from the view when it begins`() {
      let stage = AppStage()
      let view = stage.add(NotingView(), CGRect(x: 0, y: 0, width: 390, height: 844))
      let pull = Pull()
      view.addGestureRecognizer(pull)
      view.heard = []
      Drive.drag(down, in: stage.scene)
      #expect(pull.log == ["10 at 100", "30 at 200", "40 at 300", "reset"])
      #expect(pull.last == .ended && pull.state == .possible)
      #expect(view.heard == ["began", "moved", "cancelled"])
    }

    @Test func `A recogniser that leaves touches to the view does not take them away`() {
      let stage = AppStage()
      let view = stage.add(NotingView(), CGRect(x: 0, y: 0, width: 390, height: 844))
      let pull = Pull()
      pull.cancelsTouchesInView = false
      view.addGestureRecognizer(pull)
      view.heard = []
      Drive.drag(down, in: stage.scene)
      #expect(view.heard == ["began", "moved", "moved", "moved", "ended"] && pull.last == .ended)
    }

    @Test func `A system gesture cancels recognisers and views`() {
      let stage = AppStage()
      let view = stage.add(NotingView(), CGRect(x: 0, y: 0, width: 390, height: 844))
      let pull = Pull()
      stage.root.view.addGestureRecognizer(pull)
      view.heard = []
      Drive.drag(down, in: stage.scene, isCancelled: true)
      #expect(pull.last == .cancelled && view.heard.last == "cancelled")
    }

    @Test func `A recogniser on a superview takes the press of a control away`() {
      let stage = AppStage()
      var heard: [String] = []
      let button = stage.add(UIButton(type: .system), CGRect(x: 0, y: 0, width: 200, height: 100))
      button.addAction(UIAction { _ in heard.append("pressed") }, for: .primaryActionTriggered)
      button.addAction(UIAction { _ in heard.append("cancelled") }, for: .touchCancel)
      stage.root.view.addGestureRecognizer(Pull())
      Drive.drag(down, in: stage.scene)
      #expect(heard == ["cancelled"])
    }

    @Test func `The delegate refuses touches and beginnings`() {
      let stage = AppStage()
      let (pull, rules) = (Pull(), Rules())
      pull.delegate = rules
      stage.root.view.addGestureRecognizer(pull)
      rules.begins = false
      Drive.drag(down, in: stage.scene)
      #expect(pull.last == .failed)
      rules.receives = false
      pull.log = []
      Drive.drag(down, in: stage.scene)
      #expect(pull.log.isEmpty)
    }

    @Test(arguments: [false, true]) func `The first that begins stops the others, unless both may`(
      together: Bool
    ) {
      let stage = AppStage()
      let (inner, outer, rules) = (Pull(), Pull(), Rules())
      rules.together = together
      outer.delegate = rules
      let view = stage.add(UIView(), CGRect(x: 0, y: 0, width: 390, height: 844))
      view.addGestureRecognizer(inner)
      stage.root.view.addGestureRecognizer(outer)
      Drive.drag(down, in: stage.scene)
      #expect(inner.last == .ended && outer.last == (together ? .ended : .failed))
    }

    @Test func `A recogniser that requires another to fail waits for it`() {
      let stage = AppStage()
      let (first, second) = (Pull(), Pull())
      first.require(toFail: second)
      // The one that waits is asked first.
      stage.root.view.gestureRecognizers = [first, second]
      Drive.drag(down, in: stage.scene)
      #expect(first.last == .failed && second.last == .ended)
      final class Slow: UIGestureRecognizer {
        init() { super.init(target: nil, action: nil) }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }
      }
      final class Tap: UITapGestureRecognizer {
        var last = State.possible
        override var state: State { didSet { if state != .possible { last = state } } }
      }
      let (tap, slow) = (Tap(), Slow())
      tap.require(toFail: slow)
      stage.root.view.gestureRecognizers = [tap, slow]
      Drive.tap(CGPoint(x: 50, y: 50), in: stage.scene)
      #expect(tap.last == .ended, "it goes on where the other one has failed")
    }

    @Test func `A recogniser that is switched off in the middle is cancelled`() {
      let pull = Pull()
      pull.state = .began
      pull.isEnabled = false
      #expect(pull.last == .cancelled)
    }

    @Test func `A finger scrolls what is taller than the view, and a card that is not does not move`() {
      let stage = AppStage()
      let scroller = stage.add(UIScrollView(), CGRect(x: 0, y: 100, width: 390, height: 400))
      scroller.contentSize = CGSize(width: 390, height: 1_000)
      Drive.drag(from: CGPoint(x: 50, y: 400), to: CGPoint(x: 50, y: 200), seconds: 0.2, in: stage.scene)
      #expect(scroller.contentOffset.y > 150)
      scroller.contentOffset = .zero
      scroller.contentSize.height = 300
      Drive.drag(from: CGPoint(x: 50, y: 400), to: CGPoint(x: 50, y: 200), seconds: 0.2, in: stage.scene)
      #expect(scroller.contentOffset.y == 0)
    }

    @Test func `Keys go to the first responder of the key window and up from there`() {
      final class Field: UIView {
        var keys: [UIKeyboardHIDUsage] = []
        var takesEnds = true
        override var canBecomeFirstResponder: Bool { true }
        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
          keys += presses.compactMap(\.key?.keyCode)
        }
        override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
          if takesEnds, presses.first?.key?.keyCode == .keyboardEscape { return }
          super.pressesEnded(presses, with: event)
        }
      }
      let stage = AppStage()
      let field = stage.add(Field(), .zero)
      #expect(!Drive.press(.keyboardEscape, in: stage.scene) && field.keys.isEmpty)
      #expect(field.becomeFirstResponder())
      #expect(Drive.press(.keyboardEscape, in: stage.scene) && !Drive.press(.keyboardTab, in: stage.scene))
      #expect(field.keys == [.keyboardEscape, .keyboardTab])
      field.takesEnds = false
      #expect(!Drive.press(.keyboardEscape, in: stage.scene), "the system acts when a press ends")
      field.takesEnds = true
      field.removeFromSuperview()
      #expect(!Drive.press(.keyboardEscape, in: stage.scene), "a view that is gone is no first responder")
    }
  }
}
