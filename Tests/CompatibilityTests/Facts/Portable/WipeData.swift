// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `wipeData` and `enabled`
// rank: useful

import BrazeKit

private func fact(braze: Braze) -> Bool {
  braze.wipeData()
  braze.enabled = true
  return braze.enabled
}
