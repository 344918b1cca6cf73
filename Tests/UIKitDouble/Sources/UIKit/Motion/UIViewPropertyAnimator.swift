// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

public enum UIViewAnimatingState: Int, Sendable { case inactive, active, stopped }
public enum UIViewAnimatingPosition: Int, Sendable { case end, start, current }

@MainActor public protocol UITimingCurveProvider: NSObjectProtocol {}

/// A spring. The velocity is that of the start, as a part of the whole way in each second.
@MainActor open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  public let initialVelocity: CGVector
  package let dampingRatio: CGFloat

  public override convenience init() { self.init(dampingRatio: 1, initialVelocity: .zero) }
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    (dampingRatio, initialVelocity) = (ratio, velocity)
    super.init()
  }
  public convenience init(dampingRatio ratio: CGFloat) {
    self.init(dampingRatio: ratio, initialVelocity: .zero)
  }
  public convenience init(
    mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector
  ) {
    self.init(dampingRatio: damping / (2 * (mass * stiffness).squareRoot()), initialVelocity: velocity)
  }
}

@MainActor open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  public let animationCurve: UIView.AnimationCurve

  public init(animationCurve curve: UIView.AnimationCurve) {
    animationCurve = curve
    super.init()
  }
}

/// An animation that can be stopped. The values are final at once; the clock of the double ends it.
@MainActor open class UIViewPropertyAnimator: NSObject {
  open private(set) var timingParameters: (any UITimingCurveProvider)?
  public let duration: TimeInterval
  open private(set) var state = UIViewAnimatingState.inactive
  open private(set) var isRunning = false
  open var isReversed = false
  open var isInterruptible = true {
    didSet { if state == .active { Violations.record("isInterruptible was set on an active animator") } }
  }
  open var isUserInteractionEnabled = true {
    didSet {
      if state == .active { Violations.record("isUserInteractionEnabled was set on an active animator") }
    }
  }
  open var isManualHitTestingEnabled = false {
    didSet {
      if state == .active { Violations.record("isManualHitTestingEnabled was set on an active animator") }
    }
  }
  open var scrubsLinearly = true
  open var pausesOnCompletion = false
  private var animations: [() -> Void] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var done: CGFloat = 0
  private var since: TimeInterval = 0
  private var timer: Int?
  private var delay: TimeInterval = 0

  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    (self.duration, timingParameters) = (duration, parameters)
    super.init()
  }
  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }
  public convenience init(
    duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  deinit {
    if state == .stopped { Violations.record("a stopped animator was released before finishAnimation(at:)") }
    if state == .active, !isRunning { Violations.record("a paused animator was released") }
  }

  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> Self {
    let animator = UIViewPropertyAnimator(duration: duration, curve: .easeInOut, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator as! Self
  }

  open func addAnimations(_ animation: @escaping () -> Void) {
    if state == .active { animation() } else { animations.append(animation) }
  }
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    addAnimations(animation)
  }
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  open var fractionComplete: CGFloat {
    get {
      guard isRunning else { return done }
      let share = duration > 0 ? (Device.current.turns.now - since) / duration : 1
      return min(1, max(0, isReversed ? done - share : done + share))
    }
    set {
      activate()
      done = newValue
      if isRunning { run() }
    }
  }

  open func startAnimation() { startAnimation(afterDelay: 0) }
  open func startAnimation(afterDelay delay: TimeInterval) {
    if state == .stopped { return Violations.record("a stopped animator was started") }
    self.delay = delay
    activate()
    run()
  }

  open func pauseAnimation() {
    if state == .stopped { return Violations.record("a stopped animator was paused") }
    activate()
    done = fractionComplete
    halt()
  }

  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    guard state == .active else { return Violations.record("an animator that is not active was continued") }
    if let parameters { timingParameters = parameters }
    run()
  }

  /// With true the animator is inactive and calls no completion. With false it waits for
  /// `finishAnimation(at:)`.
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active else { return }
    done = fractionComplete
    halt()
    if withoutFinishing { end(nil) } else { state = .stopped }
  }

  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard state == .stopped else {
      return Violations.record("finishAnimation(at:) was called on an animator that was not stopped")
    }
    end(finalPosition)
  }

  private func activate() {
    guard state == .inactive else { return }
    state = .active
    let work = animations
    animations = []
    for animation in work { animation() }
  }

  private func run() {
    done = fractionComplete
    halt()
    since = Device.current.turns.now
    isRunning = true
    let rest = duration * Double(isReversed ? done : 1 - done) + delay
    delay = 0
    // The timer keeps a running animator alive, as UIKit does.
    timer = Device.current.turns.after(rest) { self.reachEnd() }
  }

  private func reachEnd() {
    done = isReversed ? 0 : 1
    halt()
    if !pausesOnCompletion { end(isReversed ? .start : .end) }
  }

  private func halt() {
    if let timer { Device.current.turns.cancel(timer) }
    (timer, isRunning) = (nil, false)
  }

  private func end(_ position: UIViewAnimatingPosition?) {
    state = .inactive
    done = 0
    let calls = completions
    completions = []
    if let position { for call in calls { call(position) } }
  }
}
