// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `willPresentModalWithContext`
// rank: useful
// needs: UIKit

import BrazeKit

#if canImport(UIKit)
import UIKit
#endif

@MainActor
private final class Delegate: BrazeDelegate {
  func braze(_ braze: Braze, willPresentModalWithContext context: Braze.ModalContext) {
    context.animatePresentation = false
    context.presentingViewController = nil
  }
}
