// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension UIView {
  /// How many properties changed that can be animated.
  private static var animatable = 0

  static func noteAnimatable(_ changed: Bool) {
    if changed { animatable += 1 }
  }

  public class var areAnimationsEnabled: Bool { Device.current.animationsAreEnabled }
  public class func setAnimationsEnabled(_ enabled: Bool) { Device.current.animationsAreEnabled = enabled }

  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let before = Device.current.animationsAreEnabled
    Device.current.animationsAreEnabled = false
    actionsWithoutAnimation()
    Device.current.animationsAreEnabled = before
  }

  /// The values are final at once. The completion comes at the end of the time, or at once if
  /// animations are off, the time is 0, or nothing changed.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let before = animatable
    animations()
    guard areAnimationsEnabled, duration + delay > 0, animatable != before else {
      completion?(true)
      return
    }
    Device.current.turns.after(duration + delay) { completion?(true) }
  }

  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
  }

  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      withDuration: duration, delay: delay, options: options, animations: animations, completion: completion)
  }

  public class func transition(
    with view: UIView, duration: TimeInterval, options: UIView.AnimationOptions = [],
    animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    animations?()
    guard areAnimationsEnabled, duration > 0 else {
      completion?(true)
      return
    }
    Device.current.turns.after(duration) { completion?(true) }
  }
}
