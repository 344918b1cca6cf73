// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `logger.signposts`
// rank: rare

import BrazeKit

private func fact(configuration: Braze.Configuration) {
  configuration.logger.signposts = true
  configuration.ephemeralEvents = ["viewed"]
  configuration.tvOSPersistedSizeLimit = 1_024
}
