// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension Drive {
  /// Opens the keyboard.
  ///
  /// - Parameters:
  ///   - frame: on the screen. nil for the lower part of the screen.
  ///   - isLocal: false if it belongs to the other app of a split view.
  public static func showKeyboard(in scene: UIWindowScene, frame: CGRect? = nil, isLocal: Bool = true) {
    let screen = scene.screen.bounds
    let frame = frame ?? CGRect(x: 0, y: screen.height - 336, width: screen.width, height: 336)
    Device.current.isKeyboardVisible = true
    tell(
      [UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardWillShowNotification], scene,
      frame, isLocal)
    tell(
      [UIResponder.keyboardDidChangeFrameNotification, UIResponder.keyboardDidShowNotification], scene, frame,
      isLocal)
    turn()
  }

  public static func hideKeyboard(in scene: UIWindowScene) {
    closeKeyboard(in: scene)
    turn()
  }

  public static var isKeyboardVisible: Bool { Device.current.isKeyboardVisible }

  static func closeKeyboard(in scene: UIWindowScene) {
    guard Device.current.isKeyboardVisible else { return }
    Device.current.isKeyboardVisible = false
    let screen = scene.screen.bounds
    let frame = CGRect(x: 0, y: screen.height, width: screen.width, height: 336)
    tell(
      [UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardWillHideNotification], scene,
      frame, true)
    tell(
      [UIResponder.keyboardDidChangeFrameNotification, UIResponder.keyboardDidHideNotification], scene, frame,
      true)
  }

  private static func tell(
    _ names: [Notification.Name], _ scene: UIWindowScene, _ frame: CGRect, _ isLocal: Bool
  ) {
    let facts: [String: Any] = [
      UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: frame),
      UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: 0.25),
      UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: 7),
      UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: isLocal),
    ]
    for name in names { NotificationCenter.default.post(name: name, object: scene.screen, userInfo: facts) }
  }
}
