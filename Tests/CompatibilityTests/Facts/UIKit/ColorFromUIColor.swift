// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a colour from a `UIColor`, and back
// rank: useful
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

private func fact() -> UIColor {
  var theme = Braze.InAppMessage.Theme(backgroundColor: .init(UIColor.red))
  theme.textColor = Braze.InAppMessage.Color(.white)
  return theme.textColor.uiColor
}
