// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension Drive {
  /// The view that a finger at this point of the scene meets, in the foremost window that does not
  /// let it through.
  public static func hit(_ point: CGPoint, in scene: UIWindowScene) -> UIView? {
    let place = CGPoint(x: point.x + scene.area.minX, y: point.y + scene.area.minY)
    for window in scene.windows.reversed() where window.isShown {
      if let view = window.hitTest(window.fromScreen(place), with: UIEvent()) { return view }
    }
    return nil
  }

  /// A finger that goes down and up. Returns the view that was hit.
  @discardableResult public static func tap(_ point: CGPoint, in scene: UIWindowScene) -> UIView? {
    drag([(point, 0), (point, 0.05)], in: scene)
  }

  /// Taps the middle of a view.
  @discardableResult public static func tap(_ view: UIView) -> UIView? {
    guard let window = view.window, let scene = window.windowScene else { return nil }
    return tap(window.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), from: view), in: scene)
  }

  /// A finger along these points of the scene, at these seconds after its beginning. It goes up at
  /// the last point.
  ///
  /// - Parameter isCancelled: whether the system takes the touch away instead.
  @discardableResult
  public static func drag(
    _ points: [(CGPoint, TimeInterval)], in scene: UIWindowScene, isCancelled: Bool = false
  ) -> UIView? {
    turn()
    guard let first = points.first, let last = points.last, let view = hit(first.0, in: scene),
      let window = view.window
    else { return nil }
    let begin = now
    func place(_ point: CGPoint) -> CGPoint {
      CGPoint(x: point.x + scene.area.minX, y: point.y + scene.area.minY)
    }
    let sequence = TouchSequence(view: view, window: window, place: place(first.0), time: begin + first.1)
    for (point, time) in points.dropFirst().dropLast() {
      advance(by: max(0, begin + time - now))
      sequence.move(to: place(point), time: begin + time)
    }
    advance(by: max(0, begin + last.1 - now))
    if points.count > 2 || last.0 != first.0 { sequence.move(to: place(last.0), time: begin + last.1) }
    if isCancelled { sequence.cancel(time: now) } else { sequence.end(at: place(last.0), time: now) }
    turn()
    return view
  }

  /// A straight line in equal steps.
  @discardableResult
  public static func drag(
    from start: CGPoint, to end: CGPoint, seconds: TimeInterval, steps: Int = 10, in scene: UIWindowScene,
    isCancelled: Bool = false
  ) -> UIView? {
    let points = (0...steps).map { step -> (CGPoint, TimeInterval) in
      let share = CGFloat(step) / CGFloat(steps)
      return (
        CGPoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share),
        seconds * Double(share)
      )
    }
    return drag(points, in: scene, isCancelled: isCancelled)
  }

  /// A key of a keyboard. It goes to the first responder of the key window and up from there. False
  /// if nobody took it.
  @discardableResult
  public static func press(
    _ code: UIKeyboardHIDUsage, characters: String = "", modifiers: UIKeyModifierFlags = [],
    in scene: UIWindowScene
  ) -> Bool {
    press(
      UIPress(type: .select, key: UIKey(keyCode: code, characters: characters, modifierFlags: modifiers)),
      in: scene)
  }

  /// A button of a remote control.
  @discardableResult public static func press(_ button: UIPress.PressType, in scene: UIWindowScene) -> Bool {
    press(UIPress(type: button, key: nil), in: scene)
  }

  private static func press(_ press: UIPress, in scene: UIWindowScene) -> Bool {
    turn()
    guard let window = scene.keyWindow else { return false }
    let event = UIPressesEvent()
    (event.allPresses, press.timestamp) = ([press], now)
    let responder = window.firstResponder ?? window
    let before = UIApplication.shared.presses
    press.responder = responder
    responder.pressesBegan([press], with: event)
    press.phase = .ended
    responder.pressesEnded([press], with: event)
    turn()
    return UIApplication.shared.presses == before
  }

  /// Chooses the action with this title in the alert, if there is one.
  @discardableResult public static func choose(_ title: String, in alert: UIAlertController) -> Bool {
    guard let action = alert.actions.first(where: { $0.title == title && $0.isEnabled }) else { return false }
    alert.choose(action)
    turn()
    return true
  }

  /// The person swipes a sheet away. False if it cannot be.
  @discardableResult public static func swipeAway(_ controller: UIViewController) -> Bool {
    let presentation = controller.presentation
    guard controller.presentingViewController != nil, !controller.isModalInPresentation,
      !controller.fillsScreen,
      presentation.delegate?.presentationControllerShouldDismiss(presentation) ?? true
    else { return false }
    presentation.delegate?.presentationControllerWillDismiss(presentation)
    controller.presentingViewController?.dismiss(animated: true) {
      presentation.delegate?.presentationControllerDidDismiss(presentation)
    }
    turn()
    return true
  }
}
