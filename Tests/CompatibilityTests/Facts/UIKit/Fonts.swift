// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: fonts in attributes
// rank: essential
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

@MainActor
private func fact() {
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.font = .preferredFont(forTextStyle: .body)
  BrazeInAppMessageUI.ModalView.Attributes.defaults.headerFont = UIFont.systemFont(ofSize: 22, weight: .bold)
  BrazeInAppMessageUI.ModalView.Attributes.defaults.messageFont = .systemFont(ofSize: 16)
  BrazeInAppMessageUI.FullView.Attributes.defaults.headerFont = .boldSystemFont(ofSize: 20)
  BrazeInAppMessageUI.ModalView.Attributes.defaults.buttonsAttributes.font = .systemFont(ofSize: 15)
}
