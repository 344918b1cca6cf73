// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// An element for assistive technology that is no view.
open class UIAccessibilityElement: UIResponder {
  open weak var accessibilityContainer: AnyObject?
  open var accessibilityFrameInContainerSpace = CGRect.zero

  public init(accessibilityContainer container: Any) {
    accessibilityContainer = container as AnyObject
    super.init()
    isAccessibilityElement = true
  }

  open override var accessibilityFrame: CGRect {
    get {
      (accessibilityContainer as? UIView)?.toScreen(accessibilityFrameInContainerSpace)
        ?? super.accessibilityFrame
    }
    set { super.accessibilityFrame = newValue }
  }

  open override var next: UIResponder? { accessibilityContainer as? UIResponder }
}
