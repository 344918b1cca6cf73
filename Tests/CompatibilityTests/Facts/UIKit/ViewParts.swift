// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: parts of each view, the focus and the controller
// rank: useful
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

private final class CustomModal: BrazeInAppMessageUI.ModalView {
  override func applyAttributes() {
    super.applyAttributes()
    initialAccessibilityElement = closeButton
    contentView.layer.cornerRadius = 2
    buttonsContainer.spacing = 4
    for button in buttons { button.alpha = 0.5 }
  }

  override func applyTheme() {
    super.applyTheme()
    shadowView.isHidden = true
    textView.alpha = 1
    graphicView.alpha = 1
  }
}

@MainActor
private func fact(view: InAppMessageView) {
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.onPresent = { view in
    view.messageLabel.numberOfLines = 0
    view.chevronView.tintColor = .red
    view.graphicView.isHidden = true
  }
  BrazeInAppMessageUI.ModalImageView.Attributes.defaults.onTheme = { view in
    view.imageView.contentMode = .scaleAspectFit
    view.imageContainerView.bounces = false
    view.closeButton.tintColor = .white
  }
  BrazeInAppMessageUI.HtmlView.Attributes.defaults.onPresent = { view in
    view.webView?.scrollView.bounces = false
  }
  view.controller?.setNeedsStatusBarAppearanceUpdate()
}
