// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct MotionTests {
    init() { Drive.reset() }

    private func animator(_ view: UIView, _ heard: @escaping (String) -> Void) -> UIViewPropertyAnimator {
      let animator = UIViewPropertyAnimator(
        duration: 0.2, timingParameters: UISpringTimingParameters(dampingRatio: 0.8))
      animator.addAnimations { view.alpha = 0 }
      animator.addCompletion { heard("\($0)") }
      return animator
    }

    @Test func `An animation has its final values at once, and its completion at the end of its time`() {
      let view = UIView()
      var heard: [String] = []
      let animator = animator(view) { heard.append($0) }
      animator.startAnimation()
      #expect(view.alpha == 0 && animator.state == .active && animator.isRunning)
      Drive.advance(by: 0.1)
      #expect(heard.isEmpty && abs(animator.fractionComplete - 0.5) < 0.001)
      Drive.advance(by: 0.1)
      #expect(heard == ["end"] && animator.state == .inactive)
    }

    @Test func `An animation that is stopped without finishing calls no completion`() {
      var heard: [String] = []
      let animator = animator(UIView()) { heard.append($0) }
      animator.startAnimation()
      animator.stopAnimation(true)
      Drive.advance(by: 1)
      #expect(heard.isEmpty && animator.state == .inactive)
    }

    @Test func `An animation that is stopped to finish waits for its position`() {
      var heard: [String] = []
      let animator = animator(UIView()) { heard.append($0) }
      animator.startAnimation()
      animator.stopAnimation(false)
      Drive.advance(by: 1)
      #expect(heard.isEmpty && animator.state == .stopped)
      animator.finishAnimation(at: .current)
      #expect(heard == ["current"] && Drive.violations.isEmpty)
    }

    @Test func `A reversed animation ends at its start`() {
      var heard: [String] = []
      let animator = animator(UIView()) { heard.append($0) }
      animator.startAnimation()
      Drive.advance(by: 0.05)
      animator.pauseAnimation()
      animator.isReversed = true
      animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
      Drive.advance(by: 0.05)
      #expect(heard == ["start"])
    }

    @Test func `A running animator lives until its end`() {
      weak var gone: UIViewPropertyAnimator?
      var heard: [String] = []
      do {
        let animator = animator(UIView()) { heard.append($0) }
        gone = animator
        animator.startAnimation()
      }
      #expect(gone != nil)
      Drive.advance(by: 0.2)
      #expect(gone == nil && heard == ["end"] && Drive.violations.isEmpty)
    }

    @Test func `Releasing a paused or stopped animator, and changing an active one, end the app`() {
      do {
        let paused = animator(UIView()) { _ in }
        paused.startAnimation()
        paused.isInterruptible = false
        paused.pauseAnimation()
      }
      do {
        let stopped = animator(UIView()) { _ in }
        stopped.startAnimation()
        stopped.stopAnimation(false)
      }
      #expect(
        Drive.violations == [
          "isInterruptible was set on an active animator", "a paused animator was released",
          "a stopped animator was released before finishAnimation(at:)",
        ])
    }

    @Test
    func `The completion of UIView comes at once without time, without animations and without a change`() {
      let view = UIView()
      var heard: [String] = []
      UIView.animate(
        withDuration: 0.2, animations: { view.alpha = 0 }, completion: { _ in heard.append("animated") })
      UIView.animate(
        withDuration: 0, animations: { view.alpha = 1 }, completion: { _ in heard.append("no time") })
      UIView.animate(
        withDuration: 0.2, animations: { view.alpha = 1 }, completion: { _ in heard.append("no change") })
      UIView.performWithoutAnimation {
        UIView.animate(
          withDuration: 0.2, animations: { view.alpha = 0 }, completion: { _ in heard.append("switched off") }
        )
      }
      #expect(heard == ["no time", "no change", "switched off"] && UIView.areAnimationsEnabled)
      Drive.advance(by: 0.2)
      #expect(heard.last == "animated")
    }
  }
}
