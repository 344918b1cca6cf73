// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `forwardUniversalLinks`
// rank: useful

import BrazeKit

private func fact(configuration: Braze.Configuration) -> Bool {
  configuration.forwardUniversalLinks = true
  return configuration.forwardUniversalLinks
}
