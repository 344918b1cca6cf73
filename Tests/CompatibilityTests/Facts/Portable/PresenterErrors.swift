// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the errors of the presenter
// rank: rare
// row: `BrazeInAppMessageUI.Error`

import BrazeKit
import BrazeUI

private func fact(error: BrazeInAppMessageUI.Error) -> Bool {
  if case .noMatchingOrientation = error { true } else { false }
}
