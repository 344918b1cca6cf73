// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the size of an image as a `CGSize`
// rank: useful

import BrazeKit
import BrazeUI
import Foundation

@MainActor
private func fact() {
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.imageSize = CGSize(width: 60, height: 60)
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.imageSize.width = 80
}
