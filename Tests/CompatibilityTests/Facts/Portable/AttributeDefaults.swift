// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: numbers and booleans in the default attributes of each view
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private func fact() {
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.chevronVisibility = .hidden
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.dismissible = false
  BrazeInAppMessageUI.ModalView.Attributes.defaults.cornerRadius = 8
  BrazeInAppMessageUI.ModalView.Attributes.defaults.maxWidth = .init(regular: 400, large: 600)
  BrazeInAppMessageUI.ModalImageView.Attributes.defaults.scrollLargeImages = true
  BrazeInAppMessageUI.FullView.Attributes.defaults.preferredDisplayMode = .modal
  BrazeInAppMessageUI.FullImageView.Attributes.defaults.dismissOnBackgroundTap = true
  BrazeInAppMessageUI.ModalView.Attributes.defaults.buttonsAttributes.borderWidth = 2
}
