// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Moves a scene in and out. Each movement can be stopped at any time, and answers exactly once.
@MainActor
final class SceneMotion {
  private var animator: UIViewPropertyAnimator?
  private var answer: (@MainActor () -> Void)?

  /// Lets the scene appear.
  func enter(
    _ view: SceneView, _ transition: MessageScene.Transition, then finished: @escaping @MainActor () -> Void
  ) {
    place(view, outside: transition.style)
    run(transition, finished) {
      view.backdrop.alpha = 1
      view.stage.alpha = 1
      view.stage.transform = .identity
    }
  }

  /// Lets the scene disappear, from wherever a finger has moved it.
  func leave(
    _ view: SceneView, _ transition: MessageScene.Transition, then finished: @escaping @MainActor () -> Void
  ) {
    run(transition, finished) { [self] in place(view, outside: transition.style) }
  }

  /// Lets the card return to its place after a finger has moved it.
  func settle(_ view: SceneView, isReduced: Bool) {
    stop()
    guard !isReduced else {
      view.stage.transform = .identity
      return
    }
    let animator = UIViewPropertyAnimator(duration: 0.3, dampingRatio: 0.85) {
      view.stage.transform = .identity
    }
    self.animator = animator
    animator.startAnimation()
  }

  /// Ends the movement where it is. Its answer does not come.
  func stop() {
    answer = nil
    guard let animator else { return }
    self.animator = nil
    animator.stopAnimation(true)
  }

  private func run(
    _ transition: MessageScene.Transition, _ finished: @escaping @MainActor () -> Void,
    _ changes: @escaping @MainActor () -> Void
  ) {
    stop()
    guard transition.style != .none, transition.milliseconds > 0, UIView.areAnimationsEnabled else {
      changes()
      return finished()
    }
    answer = finished
    let animator = UIViewPropertyAnimator(
      duration: Double(transition.milliseconds) / 1_000, timingParameters: Self.timing(of: transition.style))
    self.animator = animator
    animator.addAnimations { changes() }
    animator.addCompletion { [weak self] _ in self?.finish() }
    animator.startAnimation()
  }

  /// Moves to the end at once, because the system did not answer in time. The answer comes now.
  func complete() {
    guard let animator else { return finish() }
    animator.stopAnimation(false)
    animator.finishAnimation(at: .end)
  }

  private func finish() {
    animator = nil
    guard let answer else { return }
    self.answer = nil
    answer()
  }

  private static func timing(of style: MessageScene.Transition.Style) -> any UITimingCurveProvider {
    switch style {
    case .slide: UISpringTimingParameters(dampingRatio: 0.9)
    case .none, .fade: UICubicTimingParameters(animationCurve: .easeOut)
    }
  }

  private func place(_ view: SceneView, outside style: MessageScene.Transition.Style) {
    view.backdrop.alpha = 0
    switch style {
    case .none, .fade: view.stage.alpha = 0
    case .slide(let edge):
      view.stage.alpha = 1
      // The whole height, so that the shadow leaves too.
      let way = view.bounds.height
      view.stage.transform = CGAffineTransform(translationX: 0, y: edge == .top ? -way : way)
    }
  }
}
#endif
