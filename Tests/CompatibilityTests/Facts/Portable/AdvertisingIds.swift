// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: identifiers for advertisers
// rank: rare
// row: `set(identifierForAdvertiser:)`

import BrazeKit

private func fact(braze: Braze) {
  braze.set(identifierForAdvertiser: nil)
  braze.set(adTrackingEnabled: false)
}
