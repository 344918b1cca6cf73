// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension UIView {
  public func bringSubviewToFront(_ view: UIView) { move(view, to: subviews.count - 1) }
  public func sendSubviewToBack(_ view: UIView) { move(view, to: 0) }

  public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { subviews.swapAt(index1, index2) }

  private func move(_ view: UIView, to index: Int) {
    guard let old = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.remove(at: old)
    subviews.insert(view, at: index)
  }

  /// Also true for the view itself.
  public func isDescendant(of view: UIView) -> Bool {
    var current: UIView? = self
    while let here = current {
      if here === view { return true }
      current = here.superview
    }
    return false
  }

  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  public func addInteraction(_ interaction: any UIInteraction) {
    interaction.willMove(to: self)
    interactions.append(interaction)
    interaction.didMove(to: self)
  }

  public func removeInteraction(_ interaction: any UIInteraction) {
    interaction.willMove(to: nil)
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }

  func tellWindow(will newWindow: UIWindow?) {
    willMove(toWindow: newWindow)
    for view in subviews { view.tellWindow(will: newWindow) }
  }

  func tellWindowChanged() {
    if window != nil { setNeedsLayout() }
    didMoveToWindow()
    controller?.viewMoved()
    for view in subviews { view.tellWindowChanged() }
  }

  func tellTintColor() {
    tintColorDidChange()
    for view in subviews { view.tellTintColor() }
  }
}
