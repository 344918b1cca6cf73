// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
import UIKit

/// The part of a window that the keyboard covers.
@MainActor
final class KeyboardHeight {
  /// The keyboard's frame on the screen. nil while it is hidden.
  private var frame: CGRect?
  private var observations: [NotificationObservation] = []
  var changed: (@MainActor () -> Void)?

  init() {
    #if !os(tvOS)
    let key = UIResponder.keyboardFrameEndUserInfoKey
    observations = [
      NotificationObservation(
        UIResponder.keyboardWillChangeFrameNotification,
        reading: { ($0.userInfo?[key] as? NSValue)?.cgRectValue },
        { [weak self] frame in self?.moved(to: frame) }),
      NotificationObservation(UIResponder.keyboardWillHideNotification) { [weak self] in self?.moved(to: nil)
      },
    ]
    #endif
  }

  /// In points, from the lower edge of the window. 0 for a keyboard that floats, or that is in
  /// another window.
  func height(in window: UIWindow) -> Double {
    guard let frame, !frame.isEmpty else { return 0 }
    let common = window.convert(frame, from: nil).intersection(window.bounds)
    // A keyboard that does not reach the lower edge floats, and the message does not have to avoid
    // it.
    guard !common.isNull, common.maxY >= window.bounds.maxY - 1 else { return 0 }
    return Double(common.height)
  }

  private func moved(to frame: CGRect?) {
    guard self.frame != frame else { return }
    self.frame = frame
    changed?()
  }
}
#endif
