// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `logImpression(using:)` and `logClick(buttonId:using:)`
// rank: useful

import BrazeKit

@MainActor
private func fact(message: Braze.InAppMessage, braze: Braze) {
  message.logImpression(using: braze)
  message.logClick(buttonId: nil, using: braze)
  message.logClick(buttonId: "0", using: braze)
}
