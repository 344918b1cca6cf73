// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The wheel that turns while something loads.
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable { case medium = 100, large }

  open var style: Style
  open var hidesWhenStopped = true
  open var color: UIColor!
  open private(set) var isAnimating = false

  public init(style: UIActivityIndicatorView.Style) {
    self.style = style
    super.init(frame: CGRect(x: 0, y: 0, width: style == .large ? 37 : 20, height: style == .large ? 37 : 20))
    isHidden = true
  }

  public required init(coder: NSCoder) { fatalError("there are no archives here") }

  open func startAnimating() {
    isAnimating = true
    isHidden = false
  }
  open func stopAnimating() {
    isAnimating = false
    isHidden = hidesWhenStopped
  }
}
